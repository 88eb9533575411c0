// Shapes of markers, as paths around (0, 0), with plotly.js's sizes: a marker of size 10 is a circle of diameter 10.

const polygon =
  (...corners) =>
  (r) =>
    "M" + corners.map(([x, y]) => `${x * r},${y * r}`).join("L") + "Z";
const strokes =
  (...lines) =>
  (r) =>
    lines.map(([x, y, u, v]) => `M${x * r},${y * r}L${u * r},${v * r}`).join("");
const ring = (n, size, turn = 0) =>
  Array.from({ length: n }, (_, i) => {
    const angle = 2 * Math.PI * (i / n) - Math.PI / 2 + turn;
    return [size * Math.cos(angle), size * Math.sin(angle)];
  });
const star = (n, size, inner) => ring(2 * n, size).map(([x, y], i) => (i % 2 ? [x * inner, y * inner] : [x, y]));

const THIRD = 2 / Math.sqrt(3); // half the base of a triangle of height 1.5
const D = 0.8 / Math.SQRT2;
const CROSS = [
  [1.2, 0.4],
  [0.4, 0.4],
  [0.4, 1.2],
  [-0.4, 1.2],
  [-0.4, 0.4],
  [-1.2, 0.4],
];
const X = [
  [0, D],
  [D, 2 * D],
  [2 * D, D],
  [D, 0],
  [2 * D, -D],
  [D, -2 * D],
];
const mirrored = (corners) => [...corners, ...corners.map(([x, y]) => [-x, -y])];

const SHAPES = {
  square: polygon([1, 1], [-1, 1], [-1, -1], [1, -1]),
  diamond: polygon([1.3, 0], [0, 1.3], [-1.3, 0], [0, -1.3]),
  cross: polygon(...mirrored(CROSS)),
  x: polygon(...mirrored(X)),
  "triangle-up": polygon([-THIRD, 0.5], [THIRD, 0.5], [0, -1]),
  "triangle-down": polygon([-THIRD, -0.5], [THIRD, -0.5], [0, 1]),
  "triangle-left": polygon([0.5, -THIRD], [0.5, THIRD], [-1, 0]),
  "triangle-right": polygon([-0.5, -THIRD], [-0.5, THIRD], [1, 0]),
  pentagon: polygon(...ring(5, 1)),
  hexagon: polygon(...ring(6, 1)),
  star: polygon(...star(5, 1.4, 0.382)),
  "cross-thin": strokes([0, 1.4, 0, -1.4], [1.4, 0, -1.4, 0]),
  "x-thin": strokes([1, 1, -1, -1], [1, -1, -1, 1]),
  "line-ew": strokes([1.4, 0, -1.4, 0]),
  "line-ns": strokes([0, 1.4, 0, -1.4]),
  "line-ne": strokes([1, -1, -1, 1]),
  "line-nw": strokes([1, 1, -1, -1]),
};

const paths = new Map();

// Whether pathOf() knows the symbol.
export function known(symbol = "circle") {
  const name = symbol.replace("-open", "");
  return name === "circle" || name in SHAPES;
}

export const isOpen = (symbol) => symbol.endsWith("-open");
export const isThin = (symbol) => symbol.endsWith("-thin") || symbol.startsWith("line-");

// The outline of a symbol in this size.
export function pathOf(symbol, size) {
  const key = symbol + size;
  let path = paths.get(key);
  if (path) return path;
  if (paths.size > 500) paths.clear(); // changing sizes would fill the cache
  const name = symbol.replace("-open", "");
  if (name === "circle") {
    path = new Path2D();
    path.arc(0, 0, size / 2, 0, 2 * Math.PI);
    path.closePath();
  } else path = new Path2D(SHAPES[name](size / 2));
  paths.set(key, path);
  return path;
}
