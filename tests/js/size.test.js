// Enlargement of a figure for a lecture hall.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { enlarged, withSmallMarks } = await import("../../kernviz/ui/assets/size.js");

test("the distance of an axis to its numbers stays a whole number of pixels", () => {
  const axis = { ticklabelstandoff: 4, tickfont: { size: 12 }, ticklen: 5 };
  const { layout } = enlarged({ data: [], layout: { xaxis: axis } }, 1.7);
  assert.equal(layout.xaxis.ticklabelstandoff, 7);
  assert.ok(Math.abs(layout.xaxis.tickfont.size - 20.4) < 1e-9);
  assert.ok(Math.abs(layout.xaxis.ticklen - 8.5) < 1e-9);
});

test("small marks leave lines, texts and flat pictures as they are", () => {
  const marker = { size: 5, line: { width: 2 }, color: "navy" };
  const data = [
    { type: "scatter3d", mode: "markers", marker },
    { type: "scatter3d", mode: "markers+text", marker: { size: [4, 8] }, textfont: { size: 12 } },
    { type: "scatter3d", mode: "markers" },
    { type: "scatter3d", mode: "lines", line: { width: 3 } },
    { type: "scatter", mode: "markers", marker: { size: 5 } },
  ];
  const found = withSmallMarks({ data }, 0.5).data;
  assert.deepEqual(found[0].marker, { size: 2.5, line: { width: 2 }, color: "navy" });
  assert.deepEqual([found[1].marker.size, found[1].textfont.size], [[2, 4], 12]);
  assert.equal(found[2].marker.size, 4);
  assert.deepEqual(found[3], { type: "scatter3d", mode: "lines", line: { width: 3 } });
  assert.equal(found[4].marker.size, 5);
  assert.equal(marker.size, 5);
});
