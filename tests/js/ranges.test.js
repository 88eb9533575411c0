// Ranges of axes and colours: ends that are equal up to rounding are no range.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRange, spread } from "../../kernviz/ui/assets/ranges.js";

test("ends that differ by more than a rounding are a range", () => {
  assert.equal(isRange(0, 1), true);
  assert.equal(isRange(1e-300, 2e-300), true);
  assert.equal(isRange(1, 1 + 1e-12), false);
  assert.equal(isRange(1, 0), false);
  assert.equal(isRange(0, 0), false);
  assert.equal(isRange(NaN, 1), false);
});

test("the width of a range is never 0", () => {
  assert.equal(spread(2, 5), 3);
  assert.equal(spread(4, 4), 1);
  assert.equal(spread(4, 4, 7), 7);
  assert.equal(spread(4, 4, 0), 1);
});
