// Projection of 3D scenes without WebGL. tests/figures/svg/test_projection.py reads the same table.
import "./page.js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const { cameraOf, flattened, turned } = await import("../../kernviz/ui/assets/projected_3d.js");
const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf-8"));
const { light } = read("../../kernviz/ui/assets/palette.json");

const near = (a, b) =>
  a === null || b === null || !Number.isFinite(b) ? a === null || !Number.isFinite(b) : Math.abs(a - b) < 1e-5;

for (const { about, data, layout, seen, range } of read("spaces.json"))
  test(about, () => {
    const found = flattened({ data, layout }, cameraOf(layout.scene), { colors: light });
    assert.equal(found.data.length, seen.length);
    found.data.forEach((trace, i) => {
      for (const letter of ["x", "y"])
        assert.ok(
          seen[i][letter].every((v, n) => near(v, [...trace[letter]][n])),
          `${letter} of trace ${i}`,
        );
      for (const name of ["mode", "text", "line", "fill"])
        if (seen[i][name] !== undefined) assert.deepEqual(JSON.parse(JSON.stringify(trace[name])), seen[i][name]);
    });
    assert.ok(found.layout.xaxis.range.every((v, n) => near(range[n], v)));
  });

test("a drag turns a scene around its vertical axis, up to the view from above", () => {
  const { away, up } = cameraOf({});
  const round = turned({ away, up }, 100, 0);
  assert.ok(Math.abs(Math.hypot(...round.away) - Math.hypot(...away)) < 1e-9);
  assert.ok(Math.abs(round.away[2] - away[2]) < 1e-9);
  let camera = { away, up };
  for (let i = 0; i < 50; i++) camera = turned(camera, 0, 20);
  assert.ok(camera.away[2] / Math.hypot(...camera.away) < 0.99);
});
