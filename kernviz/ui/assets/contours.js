// Contour lines of a grid by marching squares. They are exact if values are interpolated linearly along the edges of
// cells.
//
// A line crosses edges of cells. Each crossing stores its two neighbours on the line, so that a line is followed from
// end to end and a dash pattern continues across cells. The arrays are reused for the next picture.

let room = 0;
let one, other, x, y; // by edge: edges of both neighbours, and position of the crossing
let used = new Int32Array(1024);

function makeRoom(edges) {
  if (edges <= room) return;
  room = edges;
  one = new Int32Array(room).fill(-1);
  other = new Int32Array(room).fill(-1);
  x = new Float32Array(room);
  y = new Float32Array(room);
}

// Add the contour lines of `level` to `path`, in pixels. `values` has `height` rows of `width` values. Column i is at
// px[i], row j at py[j].
export function levelLines(path, values, width, height, level, px, py, smoothing = 0) {
  const count = width * height;
  makeRoom(2 * count); // edge k is to the right of corner k, edge count + k below it (towards the next row)
  let crossings = 0;

  const meet = (edge, neighbour) => {
    if (one[edge] < 0) {
      if (crossings === used.length) used = Int32Array.from({ length: 2 * crossings }, (_, i) => used[i] | 0);
      used[crossings++] = edge;
      one[edge] = neighbour;
      const along = edge < count;
      const k = along ? edge : edge - count;
      const i = k % width;
      const j = (k / width) | 0;
      const share = (level - values[k]) / (values[along ? k + 1 : k + width] - values[k]);
      x[edge] = along ? px[i] + share * (px[i + 1] - px[i]) : px[i];
      y[edge] = along ? py[j] : py[j] + share * (py[j + 1] - py[j]);
    } else other[edge] = neighbour;
  };
  const join = (a, b) => {
    meet(a, b);
    meet(b, a);
  };

  for (let j = 0; j < height - 1; j++) {
    let a = values[j * width] > level;
    let d = values[(j + 1) * width] > level;
    for (let i = 0; i < width - 1; i++) {
      const k = j * width + i;
      const b = values[k + 1] > level;
      const c = values[k + width + 1] > level;
      if (a !== b || a !== c || a !== d) {
        const sum = values[k] + values[k + 1] + values[k + width] + values[k + width + 1];
        if (sum === sum) cell(k, a, b, c, d, sum / 4 > level);
      }
      a = b;
      d = c;
    }
  }

  function cell(k, a, b, c, d, middle) {
    const [top, bottom, left, right] = [k, k + width, count + k, count + k + 1];
    if (a === c && b === d) {
      // saddle point: the mean decides which corners are connected
      if (a === middle) (join(top, right), join(left, bottom));
      else (join(top, left), join(right, bottom));
    } else if (a === b) a === d ? join(right, bottom) : a === c ? join(left, bottom) : join(left, right);
    else if (a === d) a === c ? join(top, right) : join(top, bottom);
    else join(top, left);
  }

  for (let n = 0; n < crossings; n++) if (one[used[n]] >= 0 && other[used[n]] < 0) follow(path, used[n], smoothing);
  // the remaining lines are closed
  for (let n = 0; n < crossings; n++) if (one[used[n]] >= 0) follow(path, used[n], smoothing);
}

// One line; its edges are marked as drawn.
function follow(path, start, smoothing) {
  const closed = other[start] >= 0;
  const line = smoothing ? [] : null;
  let edge = start;
  let before = -1;
  path.moveTo(x[start], y[start]);
  for (;;) {
    if (line) line.push(x[edge], y[edge]);
    else if (edge !== start) path.lineTo(x[edge], y[edge]);
    const next = one[edge] !== before ? one[edge] : other[edge];
    one[edge] = other[edge] = -1;
    if (next < 0 || next === start || one[next] < 0) break;
    before = edge;
    edge = next;
  }
  if (line) curve(path, line, closed, smoothing);
  else if (closed) path.closePath();
}

// A smooth curve through the points (centripetal Catmull–Rom, as cubic Bézier curves).
export function curve(path, line, closed, smoothing) {
  const n = line.length / 2;
  const at = (i) => (closed ? (i + n) % n : Math.min(n - 1, Math.max(0, i)));
  const root = (i, j) => Math.sqrt(Math.hypot(line[2 * i] - line[2 * j], line[2 * i + 1] - line[2 * j + 1]));
  // control point of point i on the side of its neighbour `to`; `from` is its other neighbour
  const handle = (i, to, from, k) => {
    const [near, far] = [root(to, i), root(from, i)];
    const bottom = 3 * far * (near + far);
    if (!bottom) return line[2 * i + k];
    const [p, q, r] = [line[2 * i + k], line[2 * to + k], line[2 * from + k]];
    return p + (smoothing * (far * far * (q - p) - near * near * (r - p))) / bottom;
  };
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [a, b] = [i, at(i + 1)];
    const [first, last] = [!closed && i === 0, !closed && i === n - 2];
    path.bezierCurveTo(
      first ? line[0] : handle(a, b, at(i - 1), 0),
      first ? line[1] : handle(a, b, at(i - 1), 1),
      last ? line[2 * b] : handle(b, a, at(i + 2), 0),
      last ? line[2 * b + 1] : handle(b, a, at(i + 2), 1),
      line[2 * b],
      line[2 * b + 1],
    );
  }
  if (closed) path.closePath();
}
