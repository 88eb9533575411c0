// Freehand drawing of a line in a picture: in one stroke, or corner by corner with single presses. A press on the line
// takes hold of it, and it bends. Positions outside the axes are moved to their edge. kernviz/ui/courses/picture.py
// switches it on.
import { shape } from "./elements.js";
import { bent, forward, nearest, smoothed, thinned } from "./held_line.js";

const NEAR = 28; // pixels outside the axes that count as their edge
const EDGE = 8; // pixels outside the axes up to which a press draws although the legend begins there
const STILL = 6; // pixels of movement up to which a press is no stroke
const MOST = 36; // largest number of corners of a stroke
const APART = 2; // smallest distance in pixels between two points of a stroke
const HOLD = { mouse: 10, touch: 22, pen: 14 }; // pixels from the line within which a press takes hold of it
const STAYS = 2000; // ms for which a drawn line stays if no new picture comes

export class Sketching {
  pointer; // id of the pointer that draws

  constructor(graph) {
    this.graph = graph;
    this.send = null;
    graph.addEventListener("pointerdown", (event) => this.down(event), true);
    // plotly.js would take a finger's stroke for a press on a point, and write the point's note over the line
    graph.addEventListener("touchstart", (event) => this.stroke && event.stopPropagation(), true);
    // while a line is drawn, only the pointer that draws it counts
    const own = (event) => !this.stroke || event.pointerId === this.pointer;
    graph.addEventListener("pointermove", (event) => own(event) && this.move(event));
    graph.addEventListener("pointerup", (event) => own(event) && this.up());
    graph.addEventListener("pointercancel", (event) => own(event) && this.end());
  }

  // `send` receives the drawn line. `taking`: {line, holds}, the corners of the line so far and how a held line moves;
  // without it drawing is off.
  accept(taking, send) {
    this.taking = taking;
    this.send = taking ? send : null;
    this.graph.style.touchAction = taking ? "none" : "";
    if (!this.stroke) this.end();
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

  // The line so far, in pixels from the corner of the axes, and the place of it under a pointer; null elsewhere.
  held(event, frame) {
    const { xaxis, yaxis, left, top } = frame,
      [x, y] = [event.clientX - left, event.clientY - top];
    if (x < 0 || y < 0 || x > xaxis._length || y > yaxis._length || this.taking.line.length < 2) return null;
    const line = this.taking.line.map(([u, v]) => [xaxis.d2p(u), yaxis.d2p(v)]),
      { far, along } = nearest(line, [x, y]);
    return far <= (HOLD[event.pointerType] ?? HOLD.mouse) ? { line, along } : null;
  }

  down(event) {
    const { frame } = this;
    if (!this.send || !frame || event.button !== 0 || !event.isPrimary || event.target.closest?.(".modebar")) return;
    const { clientX: x, clientY: y } = event,
      { left, top, xaxis, yaxis } = frame,
      outside = Math.max(left - x, x - left - xaxis._length, top - y, y - top - yaxis._length);
    if (outside > (event.target.closest?.(".legend") ? EDGE : NEAR)) return;
    event.preventDefault();
    this.end();
    this.pointer = event.pointerId;
    this.graph.setPointerCapture(event.pointerId);
    this.stroke = [this.place(event, frame)];
    this.begun = [x, y];
    this.hold = this.held(event, frame);
  }

  move(event) {
    const { frame, stroke } = this;
    if (!this.send || !frame) return;
    if (!stroke) return this.graph.classList.toggle("kv-graspable", !!this.held(event, frame));
    const moved = Math.hypot(event.clientX - this.begun[0], event.clientY - this.begun[1]);
    if (stroke.length === 1 && moved < STILL) return;
    const now = this.place(event, frame),
      last = stroke.at(-1);
    if (Math.hypot(now[0] - last[0], now[1] - last[1]) < APART) return;
    stroke.push(now);
    this.draw(frame, this.hold ? this.bent(frame) : stroke);
  }

  bent({ xaxis, yaxis }) {
    const [from, to] = [this.stroke[0], this.stroke.at(-1)],
      by = [to[0] - from[0], to[1] - from[1]];
    return bent(this.hold.line, this.hold.along, by, this.taking.holds, [xaxis._length, yaxis._length]);
  }

  up() {
    const { frame, stroke } = this;
    if (!stroke) return;
    if (!frame || !this.send) return this.end();
    let line = stroke;
    if (stroke.length > 1) {
      line = this.hold ? this.bent(frame) : smoothed(stroke);
      line = thinned(this.taking.holds === "up" ? forward(line) : line, MOST);
      this.draw(frame, line);
    }
    this.stroke = null;
    clearTimeout(this.later);
    this.later = setTimeout(() => this.end(), STAYS); // the line stays until the picture with it is drawn
    const path = line.map(([x, y]) => [frame.xaxis.p2d(x), frame.yaxis.p2d(y)]);
    const [x, y] = path.at(-1);
    this.send(path.length > 1 ? { x, y, path } : { x, y });
  }

  draw({ left, top }, line) {
    if (!this.over) {
      this.over = shape("svg", { class: "kv-stroke" });
      this.line = shape("polyline");
      this.line.style.stroke = getComputedStyle(this.graph).getPropertyValue("--st-primary-color");
      this.over.append(this.line);
      document.body.append(this.over);
    }
    if (this.hold) this.hide("hidden");
    const points = line.map(([x, y]) => `${(x + left).toFixed(1)},${(y + top).toFixed(1)}`);
    this.line.setAttribute("points", points.join(" "));
  }

  // Hide or show the line that plotly.js has drawn: while it is bent, only the bent line is seen.
  hide(visibility) {
    const drawn = this.graph.calcdata?.find(([first]) => first?.trace?.meta === "drawn");
    drawn?.[0].node3?.style("visibility", visibility);
  }

  end() {
    clearTimeout(this.later);
    this.stroke = null;
    this.hide(null);
    this.over?.remove();
    this.over = null;
  }
}
