// Labels of a 3D scene stand where they cover nothing in the scene's size.
import assert from "node:assert/strict";
import test from "node:test";
import { nearestRow, sided, unitOf } from "../../kernviz/ui/assets/label_sides.js";

const ROWS = [
  [600, 15, "top left", 1, 2, 3],
  [300, 15, "middle right", 4, 5, 6],
  [150, 0, "bottom center", 7, 8, 9],
];
const scene = { camera: { eye: { x: 2, y: 0, z: 0 } } };
const drawn = (height, scale, enlarged) => {
  const figure = {
    data: [{ text: ["w"], x: [0], textfont: { size: 15 }, meta: { sides: ROWS } }, { name: "line" }],
    layout: { scene },
  };
  sided(figure, { clientHeight: height }, scale, enlarged);
  return figure.data[0];
};

test("a unit of the camera has the pixels that plotly.js's camera gives it", () => {
  const seen = 2 * 2 * Math.tan(Math.PI / 8); // height that is seen at the distance 2
  assert.ok(Math.abs(unitOf(scene.camera, 400, 1.5) - (1.5 * 400) / seen) < 1e-9);
});

test("the size that differs by the smallest factor is taken", () => {
  assert.deepEqual(
    [2000, 430, 420, 215, 205, 10].map((unit) => nearestRow(ROWS, unit)[0]),
    [600, 600, 300, 300, 150, 150],
  );
});

test("a scene twice as high with fonts twice as large has the same labels", () => {
  const [low, high, hall] = [drawn(500, 1, 1), drawn(1000, 1, 1), drawn(1000, 2, 1)];
  assert.deepEqual([low.textposition, low.x, low.textfont.size], ["middle right", [4], 15]);
  assert.equal(high.textposition, "top left");
  assert.deepEqual([hall.textposition, hall.textfont.size], ["middle right", 30]);
});

test("a text without room is left out", () => {
  assert.deepEqual(drawn(200, 1, 1).text, [""]);
  assert.deepEqual(drawn(200, 1, 2).text, ["w"]);
});
