// A line drawn by hand, in pixels: made smooth, and bent where it is held. This module uses no DOM.
const STEP = 4; // distance of neighbouring points of a smooth line
const SMOOTH = 8; // width of the smoothing, as the standard deviation of its weights
const REACH = 0.18; // share of the line's length that bends with the held place
const LEAST = 40; // smallest such length
const CLOSED = 12; // distance of the two ends up to which a line is a ring
const BACK = 12; // distance by which a shaky hand goes back on a curve of one number

const distance = (/** @type {number[]} */ [a, b], /** @type {number[]} */ [c, d]) => Math.hypot(a - c, b - d);
const interpolate = (/** @type {number[]} */ [a, b], /** @type {number[]} */ [c, d], t) => [
  a + t * (c - a),
  b + t * (d - b),
];

// Lengths along a line up to each of its points.
function lengths(points) {
  const found = [0];
  for (let i = 1; i < points.length; i++) found.push(found[i - 1] + distance(points[i - 1], points[i]));
  return found;
}

// Points at equal distances along a line. The ends are kept.
export function resample(points, step = STEP) {
  const along = lengths(points),
    whole = along.at(-1),
    count = Math.max(1, Math.round(whole / step));
  const found = [];
  for (let k = 0, i = 1; k <= count; k++) {
    const at = (whole * k) / count;
    while (i < points.length - 1 && along[i] < at) i++;
    const piece = along[i] - along[i - 1];
    found.push(piece ? interpolate(points[i - 1], points[i], (at - along[i - 1]) / piece) : points[i]);
  }
  return found;
}

// A stroke without the shaking of the hand: weighted means of neighbours. Beyond its ends the line goes on as the
// mirror image of its beginning and end, so that the ends stay.
export function smoothed(stroke, width = SMOOTH) {
  const points = resample(stroke),
    last = points.length - 1,
    far = Math.min(last, Math.round((3 * width) / STEP));
  if (far < 2) return points;
  const mirrored = (end, i) => [0, 1].map((axis) => 2 * points[end][axis] - points[2 * end - i][axis]);
  const at = (i) => (i < 0 ? mirrored(0, i) : i > last ? mirrored(last, i) : points[i]);
  return points.map((_, i) => {
    const sum = [0, 0];
    let all = 0;
    for (let k = -far; k <= far; k++) {
      const weight = Math.exp(-(((k * STEP) / width) ** 2) / 2),
        [x, y] = at(i + k);
      all += weight;
      sum[0] += weight * x;
      sum[1] += weight * y;
    }
    return sum.map((value) => value / all);
  });
}

// A stroke of a curve of one number, without the places where the hand went back a little. A stroke that goes back far
// is left as it is.
export function forward(points) {
  const way = Math.sign(points.at(-1)[0] - points[0][0]) || 1;
  let farthest = -Infinity,
    back = 0;
  const found = points.filter(([x]) => {
    back = Math.max(back, farthest - way * x);
    const on = way * x > farthest;
    if (on) farthest = way * x;
    return on;
  });
  return back > BACK || found.length < 2 ? points : found;
}

// The place of a line that is nearest to a point: {far, along}, its distance and the length of the line up to it.
export function nearest(points, point) {
  const along = lengths(points);
  let found = { far: points.length ? distance(points[0], point) : Infinity, along: 0 };
  for (let i = 1; i < points.length; i++) {
    const [[ax, ay], [bx, by]] = [points[i - 1], points[i]],
      piece = along[i] - along[i - 1];
    if (!piece) continue;
    const t = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / piece ** 2;
    const inside = Math.min(1, Math.max(0, t)),
      far = distance(interpolate(points[i - 1], points[i], inside), point);
    if (far < found.far) found = { far, along: along[i - 1] + inside * piece };
  }
  return found;
}

// The line after its place `along` was moved by [dx, dy], within the size [width, height] of the axes. `holds` is
// "free", "up" (only up and down) or "ends" (the nearer end moves, and the line stays straight).
export function bent(points, along, /** @type {number[]} */ [dx, dy], holds, /** @type {number[]} */ [width, height]) {
  const clamped = (/** @type {number[]} */ [x, y]) => [
    Math.min(width, Math.max(0, x)),
    Math.min(height, Math.max(0, y)),
  ];
  if (holds === "ends") {
    const first = along < lengths(points).at(-1) / 2;
    const moved = (/** @type {number[]} */ [x, y]) => clamped([x + dx, y + dy]);
    return first ? [moved(points[0]), points.at(-1)] : [points[0], moved(points.at(-1))];
  }
  const dense = resample(points),
    arc = lengths(dense),
    whole = arc.at(-1);
  const ring = points.length > 3 && distance(points[0], points.at(-1)) <= CLOSED;
  const reach = Math.max(LEAST, REACH * whole);
  return dense.map(([x, y], i) => {
    const away = Math.abs(arc[i] - along),
      weight = Math.exp(-(((ring ? Math.min(away, whole - away) : away) / reach) ** 2));
    return clamped([x + (holds === "up" ? 0 : weight * dx), y + weight * dy]);
  });
}

// Simplify a stroke to few corners: Ramer, Douglas and Peucker's algorithm with growing tolerance.
export function thinned(stroke, most) {
  let tolerance = 0.5,
    found = simplify(stroke, tolerance);
  while (found.length > most) found = simplify(stroke, (tolerance *= 1.4));
  return found;
}

function simplify(points, tolerance) {
  if (points.length < 3) return points;
  const [ax, ay] = points[0],
    [bx, by] = points.at(-1);
  const length = Math.hypot(bx - ax, by - ay);
  let worst = 0,
    at = 0;
  for (let i = 1; i < points.length - 1; i++) {
    const [x, y] = points[i];
    // both ends of a closed curve coincide: distance from this point
    const away = length ? Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length : Math.hypot(x - ax, y - ay);
    if (away > worst) [worst, at] = [away, i];
  }
  if (worst <= tolerance) return [points[0], points.at(-1)];
  return [...simplify(points.slice(0, at + 1), tolerance).slice(0, -1), ...simplify(points.slice(at), tolerance)];
}
