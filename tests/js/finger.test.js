// Enlargement for a finger where points are close, and arrow keys from point to point.
import assert from "node:assert/strict";
import test from "node:test";
import { enlarged, next } from "../../kernviz/ui/assets/finger.js";

const SIZE = [400, 300],
  WHOLE = [0, 0, ...SIZE],
  FINGER = 24;
const spots = (...places) => places.map((at, i) => ({ number: i + 1, at }));

test("points far enough apart for a finger are not enlarged", () => {
  const far = spots([100, 100], [124, 100], [300, 200]);
  for (const { at } of far) assert.equal(enlarged(at, far, SIZE, WHOLE, FINGER), null);
});

test("close points are enlarged until they are apart, inside the picture", () => {
  for (const [x, y] of [
    [100, 100],
    [1, 1],
    [399, 299],
  ])
    for (const gap of [3, 8, 20]) {
      const near = spots([x, y], [x - gap, y]);
      const [left, top, width, height] = enlarged(near[0].at, near, SIZE, WHOLE, FINGER);
      const times = SIZE[0] / width;
      assert.ok(gap * times >= FINGER, `${gap} pixels, ${times} times`);
      assert.ok(left >= 0 && top >= 0 && left + width <= SIZE[0] && top + height <= SIZE[1]);
      assert.ok(x >= left && x <= left + width && y >= top && y <= top + height);
      assert.ok(Math.abs(width / height - SIZE[0] / SIZE[1]) < 1e-9);
    }
});

test("a picture is enlarged further only if that separates points", () => {
  const near = spots([100, 100], [100.5, 100]);
  let shown = WHOLE;
  for (let i = 0; i < 5; i++) {
    const closer = enlarged(near[0].at, near, SIZE, shown, (FINGER * shown[2]) / SIZE[0]);
    if (!closer) break;
    assert.ok(closer[2] < shown[2]);
    shown = closer;
  }
  assert.ok(shown[2] >= SIZE[0] / 12 - 1e-9);
  assert.equal(enlarged(near[0].at, near, SIZE, shown, (FINGER * shown[2]) / SIZE[0]), null);
});

test("two points in one place end the enlargement", () => {
  const same = spots([100, 100], [100, 100]);
  assert.equal(enlarged([100, 100], same, SIZE, WHOLE, FINGER), null);
});

test("every point is reached by the arrow keys", () => {
  const cloud = spots([10, 10], [50, 12], [90, 80], [20, 90], [50, 50], [50, 50], [52, 49]);
  const reached = new Set([1]),
    waiting = [1];
  while (waiting.length)
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      const to = next(key, waiting[0], cloud);
      if (!reached.has(to)) [reached.add(to), waiting.push(to)];
      if (key === "ArrowDown") waiting.shift();
    }
  assert.equal(reached.size, cloud.length);
  assert.equal(next("Tab", 1, cloud), undefined);
  assert.equal(next("ArrowLeft", 1, cloud), 1);
});
