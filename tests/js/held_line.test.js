// A line drawn freehand: smoothing, fixed ends, and bending where it is dragged.
import assert from "node:assert/strict";
import test from "node:test";
import { bent, forward, nearest, resample, smoothed, thinned } from "../../kernviz/ui/assets/held_line.js";

const SIZE = [400, 300];
const far = ([a, b], [c, d]) => Math.hypot(a - c, b - d);
// a hand that shakes by up to 3 pixels along a half circle of radius 100
const shaky = Array.from({ length: 160 }, (_, i) => {
  const turn = (Math.PI * i) / 159,
    off = 3 * Math.sin(i * 2.3);
  return [200 + (100 + off) * Math.cos(turn), 150 + (100 + off) * Math.sin(turn)];
});
const roughness = (line) =>
  line.slice(2).reduce(
    (sum, [x, y], i) =>
      sum +
      far(
        [x + line[i][0], y + line[i][1]],
        line[i + 1].map((v) => 2 * v),
      ),
    0,
  ) / line.length;

test("a smooth line is even, near the stroke, and keeps the ends", () => {
  const line = smoothed(shaky);
  assert.ok(roughness(line) < roughness(resample(shaky)) / 5, `${roughness(line)} of ${roughness(resample(shaky))}`);
  assert.ok(far(line[0], shaky[0]) < 1 && far(line.at(-1), shaky.at(-1)) < 1);
  for (const [x, y] of line) assert.ok(Math.abs(Math.hypot(x - 200, y - 150) - 100) < 4);
  const straight = smoothed([
    [10, 10],
    [110, 60],
  ]);
  for (const [x, y] of straight) assert.ok(Math.abs(y - x / 2 - 5) < 1e-6);
  assert.deepEqual(
    smoothed([
      [5, 5],
      [6, 5],
    ]),
    [
      [5, 5],
      [6, 5],
    ],
  );
});

test("few corners are left of a smooth line, and they are near it", () => {
  const corners = thinned(smoothed(shaky), 36);
  assert.ok(corners.length <= 36 && corners.length >= 8);
  for (const point of smoothed(shaky)) assert.ok(nearest(corners, point).far < 1.5);
});

test("small movements backwards are removed from a curve", () => {
  const back = [
    [0, 0],
    [50, 5],
    [46, 8],
    [60, 9],
    [100, 20],
  ];
  const xs = forward(back).map(([x]) => x);
  assert.deepEqual(xs, [0, 50, 60, 100]);
  assert.deepEqual(
    forward(back.toReversed()).map(([x]) => x),
    [100, 60, 46, 0],
  );
  const loop = [
    [0, 0],
    [80, 5],
    [30, 8],
    [100, 20],
  ];
  assert.deepEqual(forward(loop), loop);
});

test("the nearest place of a line", () => {
  const line = [
    [0, 0],
    [100, 0],
    [100, 50],
  ];
  assert.deepEqual(nearest(line, [40, 7]), { far: 7, along: 40 });
  assert.deepEqual(nearest(line, [110, 25]), { far: 10, along: 125 });
  assert.equal(nearest([], [1, 1]).far, Infinity);
});

test("the dragged part of a line follows the pointer, and distant parts stay", () => {
  const line = [
      [0, 150],
      [400, 150],
    ],
    moved = bent(line, 200, [0, -60], "free", SIZE);
  assert.ok(Math.abs(nearest(moved, [200, 90]).far) < 1);
  assert.ok(far(moved[0], line[0]) < 1 && far(moved.at(-1), line[1]) < 1);
  assert.ok(moved.every(([, y], i) => !i || Math.abs(y - moved[i - 1][1]) < 5));
  const end = bent(line, 0, [20, 30], "free", SIZE);
  assert.ok(far(end[0], [20, 180]) < 1e-9);
});

test("a bent line stays within the axes", () => {
  for (const by of [
    [0, 900],
    [900, 0],
    [-900, -900],
  ])
    for (const holds of ["free", "up", "ends"])
      for (const [x, y] of bent(
        [
          [0, 150],
          [200, 10],
          [400, 150],
        ],
        200,
        by,
        holds,
        SIZE,
      ))
        assert.ok(x >= 0 && x <= 400 && y >= 0 && y <= 300, `${x} ${y}`);
});

test("a curve of one number bends up and down only", () => {
  const line = resample([
      [0, 150],
      [400, 100],
    ]),
    moved = bent(line, 200, [80, 40], "up", SIZE);
  moved.forEach(([x], i) => assert.ok(Math.abs(x - resample(line)[i][0]) < 1e-9));
  assert.ok(Math.max(...moved.map(([, y]) => y)) > 150);
});

test("a dragged straight line stays straight, and its nearer end moves", () => {
  const line = [
    [100, 100],
    [300, 200],
  ];
  assert.deepEqual(bent(line, 20, [10, -30], "ends", SIZE), [
    [110, 70],
    [300, 200],
  ]);
  assert.deepEqual(bent(line, 200, [10, -30], "ends", SIZE), [
    [100, 100],
    [310, 170],
  ]);
});

test("a ring bends across its seam", () => {
  const ring = Array.from({ length: 41 }, (_, i) => [
    200 + 100 * Math.cos((Math.PI * i) / 20),
    150 + 100 * Math.sin((Math.PI * i) / 20),
  ]);
  const moved = bent(ring, 0, [40, 0], "free", SIZE);
  assert.ok(far(moved[0], moved.at(-1)) < 1e-9);
  assert.ok(far(moved[0], [340, 150]) < 1e-9);
});
