// Positions and labels of an axis's ticks.
import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { room, ticksOf } = await import("../../kernviz/ui/assets/ticks.js");
const texts = (found) => found.map(({ text }) => text);

test("ticks are round numbers inside the range, no more than there is room for", () => {
  assert.deepEqual(texts(ticksOf({}, -3, 3, 7)), ["−3", "−2", "−1", "0", "1", "2", "3"]);
  assert.deepEqual(texts(ticksOf({}, 0, 1, 6)), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
  for (const [low, high] of [
    [0, 1],
    [-0.37, 8.2],
    [12, 977],
    [0.011, 0.013],
  ])
    for (const most of [4, 6, 10]) {
      const found = ticksOf({}, low, high, most);
      const slack = (high - low) / 1e4;
      assert.ok(found.length >= 1 && found.length <= most + 1, `${low} to ${high}: ${found.length} of ${most}`);
      assert.ok(found.every(({ at }) => at >= low - slack && at <= high + slack));
      assert.equal(new Set(texts(found)).size, found.length);
    }
});

test("ticks that a figure sets are kept", () => {
  assert.deepEqual(ticksOf({ tickvals: [1, 2, 9], ticktext: ["one", "two", "nine"] }, 0, 5, 6), [
    { at: 1, text: "one" },
    { at: 2, text: "two" },
  ]);
  assert.deepEqual(texts(ticksOf({ dtick: 2, tick0: 1, ticksuffix: " s" }, 0, 6, 6)), ["1 s", "3 s", "5 s"]);
  assert.deepEqual(texts(ticksOf({ dtick: 1, tickprefix: "≤", showtickprefix: "first" }, 0, 2, 6)), ["≤0", "1", "2"]);
});

test("ticks that only plotly.js can compute are left to it", () => {
  assert.equal(ticksOf({ type: "log" }, 1, 10, 6), null);
  assert.equal(ticksOf({ tickformat: ".2f" }, 0, 1, 6), null);
  assert.equal(ticksOf({}, 0, 1e7, 6), null);
  assert.equal(ticksOf({}, 2, 2, 6), null);
  assert.equal(ticksOf({ tickvals: [1] }, 0, 2, 6), null);
});

test("a longer axis has room for more, from five to ten", () => {
  assert.equal(room(10, "x"), 5);
  assert.equal(room(480, "x"), 7);
  assert.equal(room(9999, "y"), 10);
});
