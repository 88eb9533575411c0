// Parts of a sweep without DOM: choice of frames and read-outs, data of curve and map.
import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { curveOf, linked, mapOf } = await import("../../kernviz/ui/assets/sweep_drawn.js");
const { MOST, named, nearest, USUAL, usual } = await import("../../kernviz/ui/assets/sweep_places.js");
const { telling, underEach } = await import("../../kernviz/ui/assets/sweep_readouts.js");
const { Shown } = await import("../../kernviz/ui/assets/sweep_shown.js");
const { amount } = await import("../../kernviz/ui/assets/sweep_work.js");
const { Swept } = await import("../../kernviz/ui/assets/swept.js");

// A sweep that has come: frames of [label, text, value, "curve" or "map"].
function come(rows, sets = rows.map((_, i) => ({ gamma: String(i) }))) {
  const frames = rows.map((values, i) => ({ values, at: sets[i], set: sets[i], meter: [] }));
  return Object.assign(Object.create(Swept.prototype), { frames, count: frames.length, bytes: 1234567, over: true });
}
const swept = come([
  [
    ["margin", "0.5", 0.5],
    ["errors", "3", 3, "curve"],
    ["n", "40", 40],
  ],
  [
    ["margin", "0.4", 0.4],
    ["errors", "3", 3, "curve"],
    ["n", "40", 40],
  ],
  [
    ["margin", "0.3", 0.3],
    ["errors", "1", 1, "curve"],
    ["unseen", "90 %", 0.9, "map"],
  ],
]);

test("the nearest frame is the nearest by difference, or by ratio", () => {
  assert.equal(nearest([0.01, 1, 100], 40), 1);
  assert.equal(nearest([0.01, 1, 100], 40, true), 2);
  assert.equal(nearest([1, 3], 2), 0); // the first of two as near
});

test("of a few frames all are shown, of many the ends and some between", () => {
  assert.deepEqual(usual(3), [0, 1, 2]);
  for (let count = MOST + 1; count < 200; count++) {
    const places = usual(count);
    assert.equal(places.length, USUAL);
    assert.deepEqual([places[0], places.at(-1)], [0, count - 1]);
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
    );
  }
});

test("a text names frames in any of its spellings, each once", () => {
  const xs = [0, 0.5, 1, 2];
  for (const text of ["0.4 2", "0.4; 2", " 0.4, 2.1 ", "1/2  2 2"]) assert.deepEqual(named(text, xs), [1, 3], text);
  assert.deepEqual([named("0.2", [0.01, 1, 100]), named("0.2", [0.01, 1, 100], true)], [[0], [1]]);
  assert.equal(named("", xs), null);
  assert.equal(named("soon", xs), null);
});

test("the first chosen read-out is one that changes", () => {
  assert.equal(telling(swept, false), "errors");
  assert.equal(telling(swept, true), "unseen");
  assert.equal(telling(come([[["n", "40", 40]]]), false), "n");
  assert.equal(telling(come([[]]), false), "");
});

test("three read-outs stand under each picture, the chosen one first", () => {
  assert.deepEqual(
    underEach(swept, "margin").map(({ label }) => label),
    ["margin", "unseen", "errors"],
  );
  assert.equal(underEach(swept, "margin")[1].values[0].text, "–"); // says no number there
});

test("a curve goes from end to end of what was asked for", () => {
  const asked = { number: { symbol: "γ" }, xs: [0, 1, 2], log: true, readout: "margin", wide: 300 };
  assert.deepEqual(curveOf(swept, { ...asked, text: "gamma:0.1:10:60" }).ends, [0.1, 10]);
  assert.deepEqual(curveOf(swept, { ...asked, text: "gamma:a:10:60" }).ends, [0, 2]);
  assert.equal(curveOf(swept, { ...asked, text: "gamma:0.1:10:60" }).log, true);
  assert.equal(curveOf(swept, { ...asked, text: "gamma:0:10:60" }).log, false); // no logarithm of 0
  assert.deepEqual(curveOf(swept, { ...asked, text: "gamma:0:10:60" }).ys[1], { text: "0.4", value: 0.4 });
});

test("a map has rows, columns and the cell of the page's state", () => {
  const sets = ["0.1", "1"].flatMap((gamma) => ["1", "10"].map((C) => ({ gamma, C })));
  const over = come(
    sets.map((_, i) => [["errors", String(i), i]]),
    sets,
  );
  const told = mapOf(over, {
    rows: { symbol: "γ", asks: "gamma", value: "1" },
    columns: { symbol: "C", asks: "C", value: "10.0" },
    readout: "errors",
    link: ({ gamma, C }) => `${gamma} ${C}`,
  });
  assert.deepEqual(
    [told.rows.texts, told.columns.texts, told.here],
    [
      ["0.1", "1"],
      ["1", "10"],
      [1, 1],
    ],
  );
  assert.deepEqual(
    told.cells.map(({ href, value }) => [href, value]),
    [
      ["0.1 1", 0],
      ["0.1 10", 1],
      ["1 1", 2],
      ["1 10", 3],
    ],
  );
});

test("a link leads to the page at that state, without the sweep", () => {
  const here = { pathname: "/svm", search: "?n=200&sweep=gamma:0.1:10:60&sweep2=C:1:10:3&C=1" };
  assert.equal(linked({ C: "10", gamma: "0.1" }, here), "/svm?n=200&C=10&gamma=0.1");
});

test("a sentence counts the pictures that have arrived", () => {
  const so = (frames, count, working) => ({ frames: Array(frames), count, working, bytes: 1.3e6 });
  assert.equal(amount(so(2, null, true), false), "2 of … pictures, 1.3 MB");
  assert.equal(amount(so(2, 9, true), true), "2 of 9 cells, 1.3 MB");
  assert.equal(amount(so(1, 1, false), false), "1 picture, 1.3 MB kept in this browser");
  assert.equal(amount(so(9, 9, false), true), "9 cells, 1.3 MB kept in this browser");
});

test("after a frame that cannot be drawn, others are drawn", async () => {
  const drawn = [],
    shown = new Shown((place) => drawn.push(place));
  const frames = {
    frames: [1, 2],
    message: (place) => {
      if (!place) throw new Error("unreadable");
      return {};
    },
  };
  await assert.rejects(shown.go(frames, 0, () => true));
  await shown.go(frames, 1, () => true);
  await shown.go(frames, 1, () => true);
  assert.deepEqual(drawn, [1, 1]);
});
