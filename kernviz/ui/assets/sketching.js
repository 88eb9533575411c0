// Freehand drawing of a line in a picture: in one stroke, or corner by corner with single presses. Positions outside
// the axes are moved to their edge. kernviz/ui/courses/picture.py switches it on.
const NEAR = 28; // pixels outside the axes that count as their edge
const STILL = 6; // pixels of movement up to which a press is no stroke
const MOST = 36; // largest number of corners of a stroke
const APART = 2; // smallest distance in pixels between two points of a stroke
const SVG = "http://www.w3.org/2000/svg";

export class Sketching {
  constructor(graph) {
    this.graph = graph;
    this.send = null;
    graph.addEventListener("pointerdown", (event) => this.down(event), true);
    graph.addEventListener("pointermove", (event) => this.move(event));
    graph.addEventListener("pointerup", () => this.up());
    graph.addEventListener("pointercancel", () => this.end());
  }

  // `send` receives the drawn line; without it drawing is off.
  accept(send) {
    this.send = send;
    this.graph.style.touchAction = send ? "none" : "";
  }

  // The axes in pixels of the screen.
  get frame() {
    const { xaxis, yaxis } = this.graph._fullLayout ?? {};
    if (!xaxis || !yaxis) return null;
    const box = this.graph.getBoundingClientRect();
    return { xaxis, yaxis, left: box.left + xaxis._offset, top: box.top + yaxis._offset };
  }

  // Position of a pointer within the axes, in pixels from their corner.
  place({ clientX, clientY }, { xaxis, yaxis, left, top }) {
    return [Math.min(xaxis._length, Math.max(0, clientX - left)), Math.min(yaxis._length, Math.max(0, clientY - top))];
  }

  down(event) {
    const { frame } = this;
    if (!this.send || !frame || event.button !== 0 || !event.isPrimary || event.target.closest?.(".modebar, .legend"))
      return;
    const { clientX: x, clientY: y } = event,
      { left, top, xaxis, yaxis } = frame;
    if (x < left - NEAR || x > left + xaxis._length + NEAR || y < top - NEAR || y > top + yaxis._length + NEAR) return;
    event.preventDefault();
    this.graph.setPointerCapture(event.pointerId);
    this.stroke = [this.place(event, frame)];
    this.begun = [x, y];
  }

  move(event) {
    const { frame, stroke } = this;
    if (!stroke || !frame) return;
    const moved = Math.hypot(event.clientX - this.begun[0], event.clientY - this.begun[1]);
    if (stroke.length === 1 && moved < STILL) return;
    const now = this.place(event, frame),
      last = stroke.at(-1);
    if (Math.hypot(now[0] - last[0], now[1] - last[1]) < APART) return;
    stroke.push(now);
    this.draw(frame);
  }

  up() {
    const { frame, stroke } = this;
    this.end();
    if (!stroke || !frame) return;
    const path = thinned(stroke).map(([x, y]) => [frame.xaxis.p2d(x), frame.yaxis.p2d(y)]);
    const [x, y] = path.at(-1);
    this.send(path.length > 1 ? { x, y, path } : { x, y });
  }

  draw({ left, top }) {
    if (!this.over) {
      this.over = document.createElementNS(SVG, "svg");
      this.over.setAttribute("class", "kv-stroke");
      this.line = document.createElementNS(SVG, "polyline");
      this.over.append(this.line);
      document.body.append(this.over);
    }
    const points = this.stroke.map(([x, y]) => `${(x + left).toFixed(1)},${(y + top).toFixed(1)}`);
    this.line.setAttribute("points", points.join(" "));
  }

  end() {
    this.stroke = null;
    this.over?.remove();
    this.over = null;
  }
}

// Simplify a stroke to few corners: Ramer, Douglas and Peucker's algorithm with growing tolerance.
export function thinned(stroke, most = MOST) {
  let off = 1.5,
    found = kept(stroke, off);
  while (found.length > most) found = kept(stroke, (off *= 1.4));
  return found;
}

function kept(points, off) {
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
  if (worst <= off) return [points[0], points.at(-1)];
  return [...kept(points.slice(0, at + 1), off).slice(0, -1), ...kept(points.slice(at), off)];
}
