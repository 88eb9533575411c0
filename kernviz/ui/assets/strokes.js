// Line styles: plotly.js's dash patterns, and the patterns that fill bars and areas.

const dashes = new Map();
const patterns = new Map();

function dashOf(dash, width) {
  if (!dash || dash === "solid") return [];
  const key = dash + width;
  let list = dashes.get(key);
  if (!list) {
    const w = Math.max(width, 3);
    const named = {
      dot: [w, w],
      dash: [3 * w, 3 * w],
      longdash: [5 * w, 5 * w],
      dashdot: [3 * w, w, w, w],
      longdashdot: [5 * w, 2 * w, w, 2 * w],
    };
    dashes.set(key, (list = named[dash] || dash.split(/[\s,]+/).map(parseFloat)));
  }
  return list;
}

// Stroke `path`, or the current path of the context.
export function stroke(context, color, width, dash, path) {
  context.strokeStyle = color;
  context.lineWidth = width;
  context.setLineDash(dashOf(dash, width));
  context.lineJoin = "miter";
  context.miterLimit = 2;
  path ? context.stroke(path) : context.stroke();
  context.setLineDash([]);
}

const TIMES = 6; // tiles per side of a pattern's image, since a single tile may not have a whole number of pixels

// A fill pattern of strokes or dots on a transparent ground, aligned with the axes.
export function patterned(context, { shape, size = 8, solidity = 0.3 }, color, xaxis, yaxis) {
  const scale = context.getTransform().a;
  const key = [shape, size, solidity, color, scale].join();
  let found = patterns.get(key);
  if (!found) {
    if (patterns.size > 60) patterns.clear();
    const step = "/\\x".includes(shape) ? size * Math.SQRT2 : size;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.max(1, Math.round(TIMES * step * scale));
    const pen = canvas.getContext("2d");
    const shrink = canvas.width / TIMES / step;
    pen.lineWidth = "x+".includes(shape) ? size - size * Math.sqrt(1 - solidity) : solidity * size;
    pen.fillStyle = pen.strokeStyle = color;
    for (let k = 0; k < TIMES * TIMES; k++) {
      pen.setTransform(
        shrink,
        0,
        0,
        shrink,
        ((k % TIMES) * canvas.width) / TIMES,
        (Math.floor(k / TIMES) * canvas.width) / TIMES,
      );
      pen.beginPath(); // one path per tile; the neighbouring tile draws what crosses the border
      pen.save();
      pen.rect(0, 0, step, step);
      pen.clip();
      (DRAWN[shape] || DRAWN["/"])(pen, step, solidity);
      pen.restore();
    }
    patterns.set(key, (found = { pattern: context.createPattern(canvas, "repeat"), shrink }));
  }
  found.pattern.setTransform(new DOMMatrix().translate(xaxis.offset, yaxis.offset).scale(1 / found.shrink));
  return found.pattern;
}

const strokesOf =
  (...lines) =>
  (pen, s) => {
    pen.beginPath();
    for (const [x, y, u, v] of lines) (pen.moveTo(x * s, y * s), pen.lineTo(u * s, v * s));
    pen.stroke();
  };
const RISING = [
  [-0.25, 0.25, 0.25, -0.25],
  [0, 1, 1, 0],
  [0.75, 1.25, 1.25, 0.75],
];
const FALLING = RISING.map(([x, y, u, v]) => [1 - x, y, 1 - u, v]);
const DRAWN = {
  "/": strokesOf(...RISING),
  "\\": strokesOf(...FALLING),
  x: strokesOf(...RISING, ...FALLING),
  "-": strokesOf([0, 0.5, 1, 0.5]),
  "|": strokesOf([0.5, 0, 0.5, 1]),
  "+": strokesOf([0, 0.5, 1, 0.5], [0.5, 0, 0.5, 1]),
  ".": (pen, s, solidity) => {
    const most = Math.PI / 4; // largest share of a square, equal to that of its inscribed circle
    const r =
      solidity < most
        ? s * Math.sqrt(solidity / Math.PI)
        : (s / 2) * (1 + ((Math.SQRT2 - 1) * (solidity - most)) / (1 - most));
    pen.beginPath();
    pen.arc(s / 2, s / 2, r, 0, 2 * Math.PI);
    pen.fill();
  },
};
