// Enlargement of a figure for a lecture hall.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { enlarged } = await import("../../kernviz/ui/assets/size.js");

test("the distance of an axis to its numbers stays a whole number of pixels", () => {
  const axis = { ticklabelstandoff: 4, tickfont: { size: 12 }, ticklen: 5 };
  const { layout } = enlarged({ data: [], layout: { xaxis: axis } }, 1.7);
  assert.equal(layout.xaxis.ticklabelstandoff, 7);
  assert.ok(Math.abs(layout.xaxis.tickfont.size - 20.4) < 1e-9);
  assert.ok(Math.abs(layout.xaxis.ticklen - 8.5) < 1e-9);
});
