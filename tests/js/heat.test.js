// Numbers in small cells are short enough to read, and a plane on a phone has the height of its aspect ratio.
import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis.document, {
  createElement: () => ({
    getContext: () => ({
      measureText: () => ({ width: 0 }),
      clearRect() {},
      fillRect() {},
      getImageData: () => ({ data: [0, 0, 0, 255] }),
    }),
  }),
});
globalThis.innerWidth = 390;
const { fontOf, mendCells, rounded } = await import("../../kernviz/ui/assets/cell_text.js");
const { planeHeight } = await import("../../kernviz/ui/assets/picture_box.js");

test("a number in a small cell has two digits, in the language of the page", () => {
  const said = [
    ["0.001709", 0.001709, "0.0017"],
    ["\u22120.8925", -0.8925, "\u22120.89"],
    ["123.4", 123.4, "123"],
    ["1.234·10⁻⁸", 1.234e-8, "1.2·10⁻⁸"],
    ["1.234·10¹⁵⁰", 1.234e150, "1.234·10¹⁵⁰"],
  ];
  for (const [text, value, short] of said) assert.equal(rounded(text, value), short);
});

test("whole numbers, words and what is not finite stay as they are", () => {
  for (const [text, value] of [
    ["1234", 1234],
    ["a.b", 1.5],
    ["0.5", 0.5],
    ["∞", Infinity],
    [null, 1.5],
  ])
    assert.equal(rounded(text, value), text);
});

test("six numbers of a row can be read on a phone", () => {
  const row = ["1", "0.8925", "0.8841", "0.3246", "0.01734", "0.001709"];
  const values = [1, 0.8925, 0.8841, 0.3246, 0.01734, 0.001709];
  assert.ok(fontOf([row], 41, 41) < 9);
  assert.ok(fontOf([row.map((text, i) => rounded(text, values[i]))], 41, 41) >= 9);
});

const plane = (more) => ({
  layout: {
    showlegend: false,
    margin: { l: 4, r: 4, t: 4, b: 4 },
    xaxis: { range: [-1.7, 1.7] },
    yaxis: { range: [-1.35, 1.3], scaleanchor: "x" },
    ...more,
  },
});

test("on a phone a plane without a legend has the height of its aspect ratio", () => {
  assert.equal(planeHeight(plane({}), 358), Math.ceil((350 * 2.65) / 3.4 + 8));
  assert.equal(planeHeight(plane({ showlegend: true }), 358), Infinity);
  assert.equal(planeHeight(plane({ yaxis: { range: [0, 1] } }), 358), Infinity);
  globalThis.innerWidth = 1440;
  assert.equal(planeHeight(plane({}), 358), Infinity);
});

test("plotly.js's texts in cells get black or white, and fewer digits in small cells", async () => {
  const { mendCells } = await import("../../kernviz/ui/assets/cell_text.js");
  const label = (said, z) => {
    const at = {},
      text = { style: { fontSize: "7px", fill: "#444" }, children: [], textContent: said };
    Object.assign(text, { setAttribute: (name, value) => (at[name] = value) });
    return { at, text, querySelector: () => text, __data__: { z, y: 20, t: said } };
  };
  const labels = [label("0.001709", 0.001709), label("0.4812", 0.4812)];
  const scale = [
    [0, "#ffffff"],
    [1, "#000000"],
  ];
  const group = (color) => ({
    __data__: [{ trace: { colorscale: scale, zmin: 0, zmax: 1, textfont: { color } } }],
    querySelectorAll: () => labels,
  });
  mendCells({ querySelectorAll: () => [group("#123456")] }); // a colour of its own stays
  assert.equal(labels[0].text.style.fill, "#444");
  mendCells({ querySelectorAll: () => [group("auto")] });
  assert.deepEqual(
    labels.map(({ text }) => [text.textContent, text.style.fill, text.style.fontSize]),
    [
      ["0.0017", "#000", "9px"],
      ["0.48", "#000", "9px"],
    ],
  );
  assert.ok(Math.abs(labels[0].at.y - 23.15) < 1e-9);
});

test("numbers that nobody could read are left out of the cells", () => {
  const drawn = (size) => {
    const text = { textContent: "0.51", children: [], style: { fontSize: `${size}px` }, setAttribute() {} };
    const label = { querySelector: () => text, __data__: { t: "0.51", z: 0.51, y: 0 } };
    const colors = { colorscale: ["#ffffff", "#000000"], zmin: 0, zmax: 1 };
    const group = { __data__: [{ trace: colors }], querySelectorAll: () => [label] };
    mendCells({ querySelectorAll: () => [group] });
    return text.style.display;
  };
  assert.deepEqual([4, 7, 12].map(drawn), ["none", undefined, undefined]);
});
