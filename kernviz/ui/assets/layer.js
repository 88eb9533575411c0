// Canvas over plotly.js's graph that draws a figure's traces during a drag, in 3 ms instead of plotly.js's 80 ms.
// plotly.js keeps zoom and legend. The layer draws axis ticks and the colour bar only if their ranges change.
import { Axes, nameOf } from "./axes.js";
import { drawBars, spacing } from "./bars.js";
import { barOf, drawBar, framesOfBars, saidBy } from "./colorbar.js";
import { drawLevels } from "./levels.js";
import { drawAnnotation, drawShape, isUnder } from "./layout_shapes.js";
import { drawGrid, frameOfAxis, moved } from "./grid.js";
import { drawHeat } from "./heat.js";
import { numberless, placeLegend, writeLegend } from "./legend.js";
import { drawScatter } from "./scatter.js";
import { known } from "./symbols.js";
import { numbers } from "./binary_message.js";

const ORDER = ["heatmap", "contour", "bar", "scatter"]; // from bottom to top, as in plotly.js
const AXES = ["x", "y", "x2", "y2"]; // axes whose ticks the layer can draw
const MOVING = new Set([
  "shapes",
  "annotations",
  "template",
  "autosize",
  "uirevision",
  "clickanywhere",
  "dragmode",
  "transition",
]);
const isShown = (trace) => trace.visible === undefined || trace.visible === true;

// Whether the layer can draw the whole figure.
export function drawable({ data, layout }) {
  return (
    data.every((trace) => {
      if (trace.type === "contour")
        return ["none", "lines"].includes(trace.contours?.coloring) && !trace.contours.showlabels;
      if (trace.type === "scatter" || trace.type === undefined) {
        const symbol = trace.marker?.symbol;
        return (
          [symbol && typeof symbol === "object" ? numbers(symbol) : [symbol]].flat().every(known) &&
          !trace.error_x &&
          !trace.error_y
        );
      }
      return ORDER.includes(trace.type);
    }) &&
    (layout.shapes || []).every((shape) => shape.type !== "path") &&
    !(layout.images || []).length
  );
}

// Text that describes what only plotly.js draws: figures with equal texts have equal axes, legends and colour bars.
export function frameOf({ data, layout }) {
  if (layout.scene) return "space"; // space.js compares scenes itself
  const kept = Object.entries(layout)
    .filter(([key]) => !MOVING.has(key))
    .sort()
    .map(([key, said]) => [key, /^[xy]axis/.test(key) ? frameOfAxis(key, said, layout) : said]);
  const legend = data
    .filter((t) => isShown(t) && t.showlegend !== false && (t.showlegend || t.type === "scatter" || t.type === "bar"))
    .map((t) => [numberless(t.name), t.legendgroup, t.legendrank, t.type]);
  const bars = framesOfBars({ data });
  const free = kept.filter(([key]) => /^[xy]axis/.test(key) && !layout[key].range).map(([key]) => key);
  if (!kept.some(([key]) => key === "xaxis")) free.push("xaxis");
  if (!kept.some(([key]) => key === "yaxis")) free.push("yaxis");
  // an axis without a range depends on its data
  const extents = free.map((key) =>
    data.map((t) => (isShown(t) && keyOf(t, key[0]) === key ? [...numbers(t[key[0]])] : 0)),
  );
  const said = layout.showlegend === false ? [] : legend;
  return JSON.stringify([kept, said, bars, extents], (_, v) => (v instanceof ArrayBuffer ? [...new Uint8Array(v)] : v));
}

const keyOf = (trace, letter) => letter + "axis" + (trace[letter + "axis"] || letter).slice(1);

export class Layer {
  theme;
  ranges;

  constructor(root, graph) {
    this.root = root;
    this.graph = graph;
    this.canvas = document.createElement("canvas");
    this.canvas.className = "kv-layer";
    this.canvas.setAttribute("aria-hidden", "true");
    this.context = this.canvas.getContext("2d");
  }

  get on() {
    return this.root.classList.contains("kv-live");
  }

  // Draw a figure with resolved colour tokens over the present axes. `rest`: the figure that plotly.js drew, whose
  // traces are hidden meanwhile. `zoomed`: names of the axes that the viewer has zoomed.
  draw(figure, theme, rest, zoomed) {
    [this.figure, this.theme, this.ranges] = [figure, theme, moved(figure, rest, zoomed)];
    const still = !Object.keys(this.ranges).length;
    this.under =
      !still ||
      JSON.stringify((figure.layout.shapes || []).filter(isUnder)) !==
        JSON.stringify((rest?.layout.shapes || []).filter(isUnder));
    this.bar = saidBy(barOf(figure)) !== (rest && saidBy(barOf(rest)));
    this.redraw();
    if (figure.layout.showlegend !== false) writeLegend(this.graph, figure);
  }

  // Draw again, for instance after plotly.js has moved its axes. Sizes are read first and styles written last, since a
  // write makes the browser recompute styles at the next read.
  redraw() {
    placeLegend(this.graph);
    if (!this.figure) return;
    const place = this.begin();
    const axes = new Axes(this.graph, this.ranges);
    const { data, layout } = this.figure;
    const { context, theme } = this;
    const shapes = layout.shapes || [];
    for (const key in this.ranges) drawGrid(context, key, layout[key], axes, this.graph, theme);
    if (this.under) for (const shape of shapes) if (isUnder(shape)) drawShape(context, shape, axes, theme);
    const hidden = this.hidden();
    const traces = data
      .map((trace, index) => ({ trace, index }))
      .filter(({ trace, index }) => isShown(trace) && !hidden.has(index));
    const room = spacing(
      traces.map(({ trace }) => trace).filter((t) => t.type === "bar"),
      layout,
      axes,
    );
    const above = (axis) => (layout["yaxis" + (axis || "y").slice(1)]?.overlaying ? 1 : 0);
    const rank = ({ trace }) => 10 * above(trace.yaxis) + ORDER.indexOf(trace.type || "scatter");
    traces.sort((a, b) => rank(a) - rank(b) || a.index - b.index);
    let before = null;
    traces.forEach(({ trace, index }, number) => {
      const pair = axes.of(trace);
      if (!pair[0] || !pair[1]) return;
      context.save();
      if (trace.cliponaxis !== false) {
        context.beginPath();
        context.rect(pair[0].offset, pair[1].offset, pair[0].length, pair[1].length);
        context.clip();
      }
      const about = { index, number, theme, room: room.get(trace), before };
      const drawn = DRAW[trace.type || "scatter"](context, trace, pair, about);
      if (drawn) before = drawn;
      context.restore();
    });
    for (const shape of shapes) if (!isUnder(shape)) drawShape(context, shape, axes, theme);
    for (const note of layout.annotations || []) drawAnnotation(context, note, axes, theme);
    if (this.bar) drawBar(context, this.figure, this.graph, theme);
    this.show(place);
  }

  // Traces that the viewer has switched off in the legend.
  hidden() {
    const off = (this.graph._fullData || []).filter((trace) => trace.visible === "legendonly");
    if (!off.length) return new Set();
    const names = new Set(off.map((trace) => trace.legendgroup || trace.name));
    return new Set(this.figure.data.flatMap((trace, i) => (names.has(trace.legendgroup || trace.name) ? [i] : [])));
  }

  // Clear the canvas, and return its position and size: the whole graph, rounded to whole pixels of the screen, so that
  // pixels of canvas and screen coincide.
  begin() {
    const { width, height } = this.graph._fullLayout;
    const scale = window.devicePixelRatio || 1;
    const [w, h] = [Math.ceil(width * scale) + 1, Math.ceil(height * scale) + 1];
    const { left, top } = this.graph.querySelector(".svg-container").getBoundingClientRect();
    const over = (at) => at * scale - Math.floor(at * scale);
    const off = (at) => Math.round(over(at)); // rounded as the browser rounds the position of plotly.js's drawing
    if (this.canvas.width !== w || this.canvas.height !== h) [this.canvas.width, this.canvas.height] = [w, h];
    else {
      this.context.setTransform(1, 0, 0, 1, 0, 0);
      this.context.clearRect(0, 0, w, h);
    }
    this.context.setTransform(scale, 0, 0, scale, off(left), off(top));
    return {
      left: -over(left) / scale + "px",
      top: -over(top) / scale + "px",
      width: w / scale + "px",
      height: h / scale + "px",
    };
  }

  show(place) {
    const box = this.graph.querySelector(".svg-container"),
      { style } = this.canvas;
    if (this.canvas.parentNode !== box) box.insertBefore(this.canvas, box.querySelector("svg.main-svg").nextSibling);
    if (JSON.stringify(place) !== this.place) Object.assign(style, place);
    this.place = JSON.stringify(place);
    this.root.classList.add("kv-live");
    this.root.classList.toggle("kv-live-under", this.under);
    this.root.classList.toggle("kv-live-bar", this.bar);
    for (const id of AXES) this.root.classList.toggle("kv-live-" + id, nameOf(id, id[0]) in this.ranges);
  }

  remove() {
    this.figure = null;
    this.canvas.remove();
    this.root.classList.remove("kv-live", "kv-live-under", "kv-live-bar", ...AXES.map((id) => "kv-live-" + id));
  }
}

const DRAW = { heatmap: drawHeat, contour: drawLevels, bar: drawBars, scatter: drawScatter };
