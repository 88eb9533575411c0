// Groups of buttons: one Tab stop for each group, and arrow keys inside.
import assert from "node:assert/strict";
import { test } from "node:test";

const { placeAfter, stopOf } = await import("../../kernviz/ui/assets/roving.js");

const button = (pressed = "false") => ({ getAttribute: () => pressed });

test("the stop is where the focus was, else what is pressed, else the first", () => {
  const [a, b, c] = [button(), button("true"), button()];
  assert.equal(stopOf([a, b, c], undefined), b);
  assert.equal(stopOf([a, b, c], c), c);
  assert.equal(stopOf([a, c], b), a); // the one before is gone
  assert.equal(stopOf([], a), undefined);
});

test("arrow keys wrap around, Home and End go to the ends, other keys do nothing", () => {
  for (const [key, place, there] of [
    ["ArrowRight", 0, 1],
    ["ArrowDown", 2, 0],
    ["ArrowLeft", 0, 2],
    ["ArrowUp", 1, 0],
    ["Home", 2, 0],
    ["End", 0, 2],
    ["Tab", 0, null],
    ["Enter", 1, null],
  ])
    assert.equal(placeAfter(key, place, 3), there, key);
});
