// Legend above the plane: it is moved off the plane.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { legendTop, placeLegend } = await import("../../kernviz/ui/assets/legend.js");

const size = { l: 48, r: 12, t: 83, b: 54, w: 267, h: 197 };
const above = { yanchor: "bottom", yref: "paper", y: 1.02, _effHeight: 67 };

function graphWith(transform, legend = above) {
  const said = { transform };
  const element = { getAttribute: (name) => said[name], setAttribute: (name, value) => (said[name] = value) };
  return { said, _fullLayout: { legend, _size: size }, querySelector: () => element };
}

test("the lower edge of a legend is above the plane", () => {
  const top = legendTop({ legend: above, _size: size });
  assert.ok(top + above._effHeight <= size.t);
  assert.ok(Math.abs(top - 12.06) < 1e-9);
});

test("a legend that lies on the plane is moved, one in its place is not", () => {
  const stale = graphWith("translate(48,69.18)"),
    right = graphWith("translate(48,12.06)");
  [stale, right].forEach(placeLegend);
  assert.match(stale.said.transform, /^translate\(48,12\.06/);
  assert.equal(right.said.transform, "translate(48,12.06)");
});

test("a legend beside the picture, and a picture without one, stay as they are", () => {
  const beside = graphWith("translate(400,69)", { yanchor: "top", y: 1, _effHeight: 67 });
  placeLegend(beside);
  assert.equal(beside.said.transform, "translate(400,69)");
  assert.equal(legendTop({ _size: size }), null);
  placeLegend({ querySelector: () => null });
});
