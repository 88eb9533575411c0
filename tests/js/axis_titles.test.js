// Axis titles: line breaks, and ticks of counts.
import assert from "node:assert/strict";
import test from "node:test";
import { everyOf, halves } from "../../kernviz/ui/assets/axis_titles.js";

const letters = (text) => text.length;

test("a name is broken where the longer line is shortest", () => {
  assert.deepEqual(halves("t, length of w where w has length 1", letters), ["t, length of w", "where w has length 1"]);
});

test("a name without a blank stays whole", () => {
  assert.deepEqual(halves("eigenvalues", letters), ["eigenvalues"]);
});

test("counted ticks are thinned to steps one counts in", () => {
  assert.deepEqual([0.2, 1, 1.1, 2, 3, 7, 11, 60].map(everyOf), [1, 1, 2, 2, 5, 10, 20, 100]);
});
