// Axis titles: line breaks, and ticks of counts.
import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

let font = 10; // pixels of the present font; every letter is half as wide
const context = {
  set font(said) {
    font = parseFloat(said.match(/[\d.]+(?=px)/)[0]);
  },
  measureText: (text) => ({ width: (text.length * font) / 2 }),
};
Object.assign(globalThis.document, { createElement: () => ({ getContext: () => context }) });
const { everyOf, halves, whole } = await import("../../kernviz/ui/assets/axis_titles.js");

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

test("a title is as long as its axis beside the names of the rows", () => {
  const titleBeside = (names) => {
    const layout = {
      margin: { l: 12, r: 12 },
      xaxis: { title: { text: "running sum of contributions" }, domain: [0.42, 1] }, // 196 pixels
      yaxis: { ticktext: names },
    };
    return whole({ layout }, { clientWidth: 380, clientHeight: 500 }, { font: "sans" }, 1).layout.xaxis.title.text;
  };
  assert.equal(titleBeside(["1", "2"]), "running sum of contributions");
  assert.equal(titleBeside(["point 12", "13 others"]), "running sum of<br>contributions");
});
