// Current position of plotly.js's axes, and conversion of values to pixels of the graph.
import { numbers } from "./binary_message.js";
import { along } from "./plane.js";

const KINDS = new Set(["linear", "log", "category"]);

export const nameOf = (id, letter) => letter + "axis" + (id || letter).slice(1);

class Axis {
  from;
  to;

  constructor(full, range) {
    this.full = full;
    this.log = full.type === "log";
    this.offset = full._offset;
    this.length = full._length;
    const [low, high] = full.range;
    [this.from, this.to] = [Math.min(low, high), Math.max(low, high)];
    // plotly.js converts the two ends; between them the axis is linear, also when zoomed far in
    this.start = low;
    this.base = this.offset + full.l2p(low);
    this.rate = (full.l2p(high) - full.l2p(low)) / (high - low);
    if (range) this.move(...range);
    if (full.type === "category") this.places = new Map((full._categories || []).map((name, i) => [String(name), i]));
  }

  // The same axis with another range.
  move(low, high) {
    const [first, last] = [this.base, this.base + (this.full.range[1] - this.start) * this.rate];
    [this.from, this.to, this.start, this.base, this.rate] = [low, high, low, first, (last - first) / (high - low)];
  }

  // Linear position on the axis: a logarithm, the number of a category, or the value itself.
  linear(value) {
    if (value === null || value === undefined) return NaN;
    if (this.log) return value > 0 ? Math.log10(value) : NaN;
    if (this.places) return this.places.get(String(value)) ?? (typeof value === "number" ? value : NaN);
    return +value;
  }

  pixel(value) {
    return this.base + (this.linear(value) - this.start) * this.rate;
  }

  // The inverse of pixel(). On an axis of categories, such as the rows of a Gram matrix, the result is the name of the
  // nearest category as a number, which is the number of a point.
  value(pixel) {
    const at = along(this, pixel);
    if (this.log) return 10 ** at;
    return this.places ? Number((this.full._categories || [])[Math.round(at)] ?? NaN) : at;
  }

  pixels(array) {
    const values = numbers(array);
    const out = new Float32Array(values.length);
    for (let i = 0; i < out.length; i++) out[i] = this.pixel(values[i]);
    return out;
  }

  // Pixel of an annotation, whose position on a logarithmic axis is an exponent of ten.
  power(value) {
    return this.base + ((this.places ? this.linear(value) : +value) - this.start) * this.rate;
  }

  holds(value) {
    const at = this.places ? this.linear(value) : +value;
    return at >= this.from && at <= this.to;
  }
}

// All axes of a graph at this moment, computed once per drawing. `ranges`: axis name → range that replaces plotly.js's.
export class Axes {
  constructor(graph, ranges = {}) {
    this.ranges = ranges;
    this.layout = graph._fullLayout;
    this.known = new Map();
  }

  // "x", "y2" → an Axis, or undefined
  get(id) {
    if (!this.known.has(id)) {
      const full = this.layout[nameOf(id, id[0])];
      this.known.set(
        id,
        full && KINDS.has(full.type) && full._length > 0 ? new Axis(full, this.ranges[nameOf(id, id[0])]) : undefined,
      );
    }
    return this.known.get(id);
  }

  // Both axes of a trace.
  of(trace) {
    return [this.get(trace.xaxis || "x"), this.get(trace.yaxis || "y")];
  }

  // Pixel of a position in the layout. `ref`: an axis ("x2"); or the position is a share of an axis ("x2 domain") or of
  // the paper.
  place(letter, ref, value, powers = false) {
    const id = (ref || letter).split(" ")[0];
    if (id !== "paper") {
      const axis = this.get(id);
      if (!axis) return NaN;
      if (!ref?.endsWith("domain")) return powers ? axis.power(value) : axis.pixel(value);
      return axis.offset + axis.length * (letter === "x" ? +value : 1 - value);
    }
    const { l, t, w, h } = this.layout._size;
    return letter === "x" ? l + w * value : t + h * (1 - value);
  }
}
