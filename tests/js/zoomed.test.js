// Zoomed axes and camera of a picture: kept when numbers change, dropped with the picture.
import assert from "node:assert/strict";
import { test } from "node:test";

const { Zoomed } = await import("../../kernviz/ui/assets/zoomed.js");

const camera = { eye: { x: 2, y: 1, z: 1 } };
const graph = { _fullLayout: { xaxis: { range: [1, 2] }, yaxis: { range: [3, 4] }, scene: { camera } } };

test("a zoomed axis keeps its range in the next picture of the same place, and in no other", () => {
  const zoomed = new Zoomed();
  zoomed.keep(graph, {}, "a");
  zoomed.note({ "xaxis.range[0]": 1, "xaxis.range[1]": 2 });
  const layout = { xaxis: { range: [0, 9], title: "x" }, yaxis: { range: [0, 9] } };
  zoomed.keep(graph, layout, "a");
  assert.deepEqual(layout.xaxis, { range: [1, 2], title: "x", autorange: false });
  assert.deepEqual(layout.yaxis, { range: [0, 9] });
  const other = { xaxis: { range: [0, 9] } };
  zoomed.keep(graph, other, "b");
  assert.deepEqual(other, { xaxis: { range: [0, 9] } });
});

for (const [name, back] of [
  ["a second click on the plane", (zoomed) => zoomed.reset()],
  ["a button that sets the ranges", (zoomed) => zoomed.note({ "xaxis.range": [0, 9], "yaxis2.autorange": true })],
])
  test(`${name} gives the ranges back`, () => {
    const zoomed = new Zoomed();
    zoomed.note({ "xaxis.range[0]": 1, "xaxis.range[1]": 2, "yaxis2.range[0]": 1, "yaxis2.range[1]": 2 });
    assert.deepEqual([...zoomed.axes], ["xaxis", "yaxis2"]);
    back(zoomed);
    assert.deepEqual([...zoomed.axes], []);
  });

test("a camera that was turned stays, unless a button turned it back", () => {
  const zoomed = new Zoomed(),
    layout = { scene: { camera: {} } };
  zoomed.keep(graph, layout, "a");
  zoomed.note({ "scene.camera": camera });
  zoomed.keep(graph, layout, "a");
  assert.deepEqual(layout.scene.camera, camera);
  assert.notEqual(layout.scene.camera, camera); // plotly writes into it
  zoomed.note({ "scene.camera.eye": {} });
  assert.equal(zoomed.turned, false);
});
