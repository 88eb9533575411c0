// Positions on axes and in pixels.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gridOf, isInside, nearestOf, pixel, placeAt, tidy, within } from "../../kernviz/ui/assets/plane.js";

const SQUARE = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
];

// An axis from -3 to 3 over 600 pixels.
const axis = (rate, base) => ({
  from: -3,
  to: 3,
  start: -3,
  rate,
  base,
  offset: 0,
  length: 600,
  pixel: (v) => base + (v + 3) * rate,
});
const AXES = [axis(100, 0), axis(-100, 600)];

test("a lasso selects points inside it and on its line, clockwise or not", () => {
  for (const path of [SQUARE, [...SQUARE].reverse()]) {
    assert.equal(within([50, 50], path), true);
    for (const place of [...SQUARE, [50, 0], [100, 50], [50, 100], [0, 50], [101.5, 50]])
      assert.equal(within(place, path), true, `${place}`);
    for (const place of [
      [104, 50],
      [50, -4],
      [-20, -20],
      [50, 200],
    ])
      assert.equal(within(place, path), false, `${place}`);
  }
});

test("a lasso of one position selects points there, and an empty one nothing", () => {
  assert.equal(within([5, 5], [[5, 5]]), true);
  assert.equal(within([50, 5], [[5, 5]]), false);
  assert.equal(within([5, 5], []), false);
});

test("a concave lasso leaves out points in its bay", () => {
  const bay = [
    [0, 0],
    [100, 0],
    [100, 100],
    [70, 100],
    [70, 30],
    [30, 30],
    [30, 100],
    [0, 100],
  ];
  assert.equal(within([50, 70], bay), false);
  assert.equal(within([15, 70], bay), true);
});

test("a number is rounded to its unit, and never written as -0", () => {
  assert.equal(tidy(0.123456, 0.01), 0.12);
  assert.equal(tidy(123.4, 10), 123);
  assert.equal(tidy(1.26e-13, 1e-15), 1.26e-13);
  assert.ok(Object.is(tidy(-0.0001, 0.01), 0));
});

test("a position is recovered from its pixels, inside the picture", () => {
  for (const place of [
    [0, 0],
    [-3, 3],
    [1.25, -2.5],
  ])
    assert.deepEqual(placeAt(...pixel(place, AXES), AXES), place);
  assert.deepEqual(placeAt(-50, 9999, AXES), [-3, -3]);
});

test("a grid is round and has about twelve steps; places snap to it", () => {
  assert.equal(gridOf(AXES[0]), 0.5);
  assert.equal(gridOf({ from: 0, to: 12 }), 1);
  assert.equal(gridOf({ from: 0, to: 1000 }), 100);
  assert.deepEqual(placeAt(...pixel([0.3, -0.7], AXES), AXES, true), [0.5, -0.5]);
  const short = AXES.map((axis) => ({ ...axis, from: -2.9, to: 2.9 })); // the nearest place 3 is outside
  assert.deepEqual(placeAt(...pixel([2.9, -2.9], AXES), short, true), [2.5, -2.5]);
});

test("positions are clipped to the ranges of the axes", () => {
  assert.equal(isInside([0, 600], AXES), true);
  assert.equal(isInside([-1, 300], AXES), false);
  assert.equal(isInside([300, 601], AXES), false);
});

test("the nearest position is found, and none among none", () => {
  assert.equal(nearestOf(SQUARE, [90, 95]), 2);
  assert.equal(nearestOf([], [0, 0]), null);
});
