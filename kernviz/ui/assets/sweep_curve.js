// Curve of a read-out along a sweep, with a mark at the frame shown. A press on the curve goes to a frame.
import { set, shape } from "./elements.js";
import { spread } from "./ranges.js";
import { ticksOf } from "./ticks.js";
import { decimal, inWords } from "./words.js";

const TALL = 150,
  EDGE = { left: 52, right: 12, top: 12, bottom: 30 };
const SPAN = 1000; // if the extremes of a positive read-out have a larger ratio, its axis is logarithmic

export const plain = (value) => decimal(Number(value.toPrecision(4)).toString()).replace("-", "−");

// Positions of values on an axis: {at(value), ticks: [{at, text}]}, with `at` from 0 to 1.
function axis(low, high, log, most) {
  const f = log ? Math.log10 : (v) => v;
  const at = (value) => (f(value) - f(low)) / spread(f(low), f(high));
  if (!log)
    return {
      at,
      ticks: (ticksOf({}, low, high, most) ?? [low, high].map((v) => ({ at: v, text: plain(v) }))).map((t) => ({
        at: at(t.at),
        text: t.text,
      })),
    };
  const decades = Math.log10(high / low),
    every = Math.max(1, Math.ceil(decades / most));
  const found = [];
  for (let n = Math.ceil(Math.log10(low) - 1e-9); n <= Math.log10(high) + 1e-9; n++)
    if (n % every === 0) found.push(10 ** n);
  const values = found.length > 1 ? found : [low, high];
  return {
    at,
    ticks: values.map((v) => ({
      at: at(v),
      text: Math.abs(Math.log10(v)) > 3 ? decimal(v.toExponential(0)) : plain(v),
    })),
  };
}

export class Curve {
  constructor(go) {
    this.svg = shape("svg", { class: "kv-curve", role: "img" });
    this.svg.addEventListener("pointerdown", (event) => {
      this.svg.setPointerCapture(event.pointerId);
      this.press(event, go);
    });
    this.svg.addEventListener("pointermove", (event) => event.buttons && this.press(event, go));
  }

  press(event, go) {
    if (!this.places?.length) return;
    const x = event.clientX - this.svg.getBoundingClientRect().left;
    go(this.places.reduce((best, place, i) => (Math.abs(place - x) < Math.abs(this.places[best] - x) ? i : best), 0));
  }

  // xs: swept values; ys: [{text, value}]; x, y: axis titles; ends: range of the whole sweep, which may be longer than
  // xs.
  draw({ xs, ys, log, ends, x: across, y: up, wide }) {
    this.ys = ys;
    const known = ys.map(({ value }) => value).filter((v) => v !== null && Number.isFinite(v));
    this.svg.replaceChildren();
    [this.places, this.heights] = [[], []];
    if (!known.length || !(wide > EDGE.left + EDGE.right)) return;
    let [low, high] = [Math.min(...known), Math.max(...known)];
    const powers = low > 0 && high / low > SPAN;
    if (!powers) {
      const room = 0.06 * spread(low, high, 1.7 * Math.abs(high));
      [low, high] = [low < 0 || low - room >= 0 ? low - room : 0, high + room];
    }
    const w = wide - EDGE.left - EDGE.right,
      h = TALL - EDGE.top - EDGE.bottom;
    const [horizontal, vertical] = [axis(...ends, log, Math.max(2, Math.floor(w / 70))), axis(low, high, powers, 4)];
    const [px, py] = [(at) => EDGE.left + at * w, (at) => EDGE.top + (1 - at) * h];
    set(this.svg, { viewBox: `0 0 ${wide} ${TALL}`, width: wide, height: TALL });
    const write = (text, more) => this.svg.append(shape("text", more, text));
    for (const { at, text } of vertical.ticks) {
      this.svg.append(
        shape("line", { x1: EDGE.left, x2: wide - EDGE.right, y1: py(at), y2: py(at), class: "kv-grid" }),
      );
      write(text, { x: EDGE.left - 6, y: py(at), "text-anchor": "end", "dominant-baseline": "central" });
    }
    for (const { at, text } of horizontal.ticks)
      write(text, { x: px(at), y: TALL - EDGE.bottom + 14, "text-anchor": "middle" });
    write(across, { x: wide - EDGE.right, y: TALL - 3, "text-anchor": "end", class: "kv-axis" });
    this.places = xs.map((x) => px(horizontal.at(x)));
    this.heights = ys.map(({ value }) =>
      value === null || !Number.isFinite(value) || (powers && value <= 0) ? null : py(vertical.at(value)),
    );
    const path = [];
    let pen = false;
    this.heights.forEach((y, i) => {
      if (y !== null) path.push(`${pen ? "L" : "M"}${this.places[i].toFixed(1)} ${y.toFixed(1)}`);
      pen = y !== null;
    });
    this.svg.append(shape("path", { d: path.join("") }));
    for (let i = 0; i < ys.length; i++)
      // a single point between gaps, where there is no line
      if (this.heights[i] !== null && (this.heights[i - 1] ?? null) === null && (this.heights[i + 1] ?? null) === null)
        this.svg.append(shape("circle", { cx: this.places[i], cy: this.heights[i], r: 2.5, class: "kv-alone" }));
    this.line = shape("line", { y1: EDGE.top, y2: TALL - EDGE.bottom, class: "kv-here" });
    this.dot = shape("circle", { r: 5, class: "kv-here" });
    this.svg.append(this.line, this.dot);
    const at = (value) => xs[ys.findIndex((y) => y.value === value)];
    const [least, most] = [Math.min(...known), Math.max(...known)];
    this.svg.setAttribute(
      "aria-label",
      inWords("{up} over {across}: least {least} at {low}, most {most} at {high}.", {
        up,
        across,
        least: plain(least),
        low: plain(at(least)),
        most: plain(most),
        high: plain(at(most)),
      }),
    );
  }

  mark(place) {
    if (!this.line || !this.places?.length) return;
    const [x, y] = [this.places[place], this.heights[place]];
    for (const part of [this.line, this.dot]) part.style.display = x === undefined ? "none" : "";
    if (x === undefined) return;
    set(this.line, { x1: x, x2: x });
    this.dot.style.display = y === null ? "none" : "";
    if (y !== null) set(this.dot, { cx: x, cy: y });
  }
}
