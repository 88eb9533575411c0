// Labels of points: those that overlap are left out, and a press near a probe reaches the point.
import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { withoutOverlap } = await import("../../kernviz/ui/assets/labels.js");
const { under } = await import("../../kernviz/ui/assets/hands_pointer.js");

const meets = (a, b) => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
const box = (x, y, w = 40, h = 14) => [x, y, x + w, y + h];

test("of overlapping labels the first is kept", () => {
  assert.deepEqual(withoutOverlap([box(0, 0), box(10, 5), box(100, 0), box(100, 60)]), [0, 2, 3]);
  assert.deepEqual(withoutOverlap([box(0, 0)], [box(5, 5)]), []);
  assert.deepEqual(withoutOverlap([]), []);
});

test("kept labels do not overlap, and each omitted label would overlap one", () => {
  let seed = 1;
  const random = () => ((seed = (seed * 16807) % 2147483647) / 2147483647) * 400;
  const boxes = Array.from({ length: 80 }, () => box(random(), random()));
  const kept = withoutOverlap(boxes);
  for (const i of kept) for (const j of kept) assert.ok(i === j || !meets(boxes[i], boxes[j]), `${i} on ${j}`);
  const grown = ([l, t, r, b]) => [l - 3, t - 3, r + 3, b + 3];
  boxes.forEach((each, i) => {
    if (!kept.includes(i)) assert.ok(kept.some((k) => k < i && meets(grown(each), boxes[k])));
  });
  assert.ok(kept.length > 20 && kept.length < 80);
});

test("a press on a point near the probe reaches the point", () => {
  const free = { spots: [], weights: [], around: null };
  assert.ok(under({ place: free, away: 9 }, { away: 3 }, "mouse"));
  assert.ok(!under({ place: free, away: 2 }, { away: 5 }, "mouse")); // nearer to the probe
  assert.ok(!under({ place: free, away: 12 }, { away: 10 }, "mouse")); // on neither
  for (const own of [{ spots: [[0, 0]] }, { weights: [[1, 0, 0]] }, { around: [0, 0] }])
    assert.ok(!under({ place: { ...free, ...own }, away: 9 }, { away: 3 }, "mouse"));
});
