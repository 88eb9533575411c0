// Texts of a picture that overlap earlier texts are hidden.
import assert from "node:assert/strict";
import test from "node:test";
import { unmet } from "../../kernviz/ui/assets/spread.js";

const box = (left, top, right, bottom) => ({ left, top, right, bottom });

test("a text that overlaps an earlier one is hidden, and no longer hides later ones", () => {
  const boxes = [box(0, 0, 40, 12), box(30, 4, 70, 16), box(45, 0, 80, 12)];
  assert.deepEqual(unmet(boxes), [0, 2]);
  assert.deepEqual(unmet(boxes, [box(10, 0, 20, 20)]), [1]);
});

test("texts may touch", () => {
  assert.deepEqual(unmet([box(0, 0, 40, 12), box(39, 0, 80, 12), box(0, 10, 40, 22)]), [0, 1, 2]);
});
