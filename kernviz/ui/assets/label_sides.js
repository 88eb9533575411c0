// Sides of the labels in a 3D scene, chosen for the size of the scene. `meta.sides` of a trace with one text has a row
// [unit, font size, side, x, y, z] for each of some sizes. The unit is that of the camera in pixels. A text without room
// has the font size 0.
const OPENING = Math.PI / 4; // vertical angle of plotly.js's camera

// The row for the size nearest to `unit`.
export const nearestRow = (rows, unit) =>
  rows.reduce((best, row) => (Math.abs(Math.log(row[0] / unit)) < Math.abs(Math.log(best[0] / unit)) ? row : best));

// Pixels of a unit of the camera in a scene of this height, enlarged by a factor.
export function unitOf({ eye, center }, height, factor) {
  const away = Math.hypot(...["x", "y", "z"].map((axis) => eye[axis] - (center?.[axis] ?? 0)));
  return (factor * height) / (2 * Math.tan(OPENING / 2) * away);
}

// Place the labels of the figure, in place. `scale`: factor of the font size. `enlarged`: by how much the scene is larger
// than Python made it.
export function sided({ data, layout }, { clientHeight: height }, scale, enlarged) {
  if (!layout.scene?.camera?.eye || !height || !data.some(({ meta }) => meta?.sides)) return;
  const unit = unitOf(layout.scene.camera, height, enlarged) / scale;
  data.forEach((trace, i) => {
    if (!trace.meta?.sides) return;
    const [, size, side, x, y, z] = nearestRow(trace.meta.sides, unit),
      place = { x: [x], y: [y], z: [z], text: size ? trace.text : [""], textposition: side };
    data[i] = { ...trace, ...place, textfont: { ...trace.textfont, size: (size || trace.textfont.size) * scale } };
  });
}
