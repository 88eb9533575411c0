// Arrangement of several small pictures in one figure.
import assert from "node:assert/strict";
import test from "node:test";
import { columnsOf, panelled, panelsHeight } from "../../kernviz/ui/assets/panels.js";

test("eight panels are arranged in the columns that make them largest", () => {
  assert.equal(columnsOf(8, 860, 600, 37, 0.03).columns, 4);
  assert.equal(columnsOf(8, 600, 600, 22, 0.03).columns, 3);
  assert.equal(columnsOf(8, 360, 700, 22, 0.03).columns, 2);
  assert.equal(columnsOf(1, 300, 300, 22, 0.03).columns, 1);
});

test("panels do not overlap, and each title is above its panel", () => {
  const range = [-1, 1],
    axes = ["", "2", "3", "4", "5"],
    layout = { meta: { panels: { gap: 0.03 } }, annotations: axes.map(() => ({})) };
  for (const end of axes) Object.assign(layout, { [`xaxis${end}`]: { range }, [`yaxis${end}`]: { range } });
  layout.yaxis.scaleanchor = "x";
  panelled({ layout }, { clientWidth: 900, clientHeight: 500 }, 1);
  const places = axes.map((end) => [...layout[`xaxis${end}`].domain, ...layout[`yaxis${end}`].domain]);
  places.forEach(([left, right, low, high], i) => {
    assert.ok(0 <= left && left < right && right <= 1.0001 && -0.0001 <= low && low < high && high < 1);
    assert.equal(layout.annotations[i].y, high);
    for (const other of places.slice(i + 1))
      assert.ok(right <= other[0] || other[1] <= left || high <= other[2] || other[3] <= low);
  });
});

test("the height of panels is that of their rows", () => {
  const range = [-1, 1],
    place = (i) => ({ range, domain: [0.515 * (i % 2), 0.515 * (i % 2) + 0.485] }),
    layout = { meta: { panels: { gap: 0.03 } }, margin: { l: 6, r: 6, t: 34, b: 6 } };
  for (const [i, end] of ["", "2", "3", "4"].entries())
    Object.assign(layout, { [`xaxis${end}`]: place(i), [`yaxis${end}`]: { range } });
  assert.equal(panelsHeight({ layout }, 366, 1), Infinity); // of any shape
  layout.yaxis.scaleanchor = "x";
  const height = panelsHeight({ layout }, 366, 1);
  panelled({ layout }, { clientWidth: 366, clientHeight: height }, 1);
  const side = 0.485 * 354,
    [low, high] = layout.yaxis.domain;
  assert.ok(Math.abs((high - low) * (height - 40) - side) < 2, `${(high - low) * (height - 40)} ${side}`);
  assert.equal(panelsHeight({ layout: {} }, 366, 1), Infinity);
});
