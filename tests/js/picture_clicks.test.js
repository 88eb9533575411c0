// Clicks in a picture: numbered, repeated while Python is busy, and matched with points.
import assert from "node:assert/strict";
import { test } from "node:test";

import { clicked, Clicks } from "../../kernviz/ui/assets/picture_clicks.js";

const numbers = (told) => told.map(({ number }) => number);

test("a click is sent together with the recent ones before it, in order", () => {
  const clicks = new Clicks();
  clicks.with({ x: 1, y: 0 }, 1000);
  const told = clicks.with({ x: 2, y: 0 }, 1100);
  assert.deepEqual(
    told.map(({ x }) => x),
    [1, 2],
  );
});

test("sequence numbers increase, even if the clock is set back", () => {
  const clicks = new Clicks();
  for (const now of [5000, 5000, 4000, 6000]) clicks.with({ x: 0, y: 0 }, now);
  const found = numbers(clicks.told);
  assert.deepEqual(
    found,
    [...new Set(found)].sort((a, b) => a - b),
  );
});

test("old clicks are not sent again, and no more than Python reads", () => {
  const clicks = new Clicks();
  clicks.with({ x: 0, y: 0 }, 1000);
  assert.equal(clicks.with({ x: 1, y: 0 }, 60_000).length, 1);
  for (let i = 0; i < 50; i++) clicks.with({ x: i, y: 0 }, 60_001 + i);
  assert.equal(clicks.told.length, 32);
});

// 100 pixels for 1 from the pixel 50 on, upwards from 450; the second picture stands beside it and has categories.
const [low, high] = [0, 4];
const linear = (from, rate) => ({
  type: "linear",
  _offset: Math.min(from, from + 4 * rate),
  _length: 400,
  range: [low, high],
  l2p: (v) => (rate > 0 ? v * rate : 400 + v * rate),
});
const category = { ...linear(500, 100), type: "category", range: [0, 4], _categories: ["7", "8", "9", "10", "11"] };
const scatter = (more) => ({ type: "scatter", visible: true, x: [1, 3], y: [1, 3], customdata: ["p", "q"], ...more });
const graph = {
  getBoundingClientRect: () => ({ left: 10, top: 20 }),
  _fullLayout: { xaxis: linear(50, 100), yaxis: linear(450, -100), xaxis2: category },
  _fullData: [
    scatter({ index: 0, hoverinfo: "skip" }),
    scatter({ index: 1 }),
    { type: "heatmap", visible: true, index: 2, xaxis: "x2" },
    scatter({ index: 3, visible: "legendonly", x: [2], y: [2] }),
  ],
};
const at = (left, top) => clicked(graph, { event: { clientX: 10 + left, clientY: 20 + top }, xvals: [9], yvals: [9] });
const plane = { customdata: null };

test("a click is matched with the point under it or with the plane, independently of plotly.js's last click", () => {
  assert.deepEqual(at(155, 350), { x: 1.05, y: 1, customdata: "p" });
  assert.deepEqual(at(350, 145), { x: 3, y: 3.05, customdata: "q" });
  assert.deepEqual(at(170, 350), { x: 1.2, y: 1, ...plane }); // 20 pixels off
  assert.deepEqual(at(250, 250), { x: 2, y: 2, ...plane }); // a point the viewer has hidden
  assert.deepEqual(at(710, 250), { x: 9, y: 2, ...plane }); // a category: the number of a point
  assert.equal(at(30, 250), null);
  assert.equal(clicked(graph, { event: { changedTouches: [{ clientX: 360, clientY: 170 }] } }).customdata, "q");
});
