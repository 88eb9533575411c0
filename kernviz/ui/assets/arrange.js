// Positions of legend and colour bar of a plane: above and below it, or both to its right, whichever leaves the plane
// larger. The main picture of a page fills a box of any shape; the plane keeps its aspect ratio.
import { halves } from "./axis_titles.js";
import { measure } from "./canvas_text.js";
import { panelled } from "./panels.js";
import { numberless } from "./legend.js";
import { numbers } from "./binary_message.js";

const KEY = 44; // width in pixels of a legend symbol and its gaps
const GAPS = 15; // gaps around the symbol and the name of an entry in a legend above the plane
const BAR = 78; // width in pixels of a vertical colour bar and its numbers
const STEP = 16; // the strip's width is a multiple of this, so that changing numbers do not move the plane
const ROW = 20.5; // height of a legend row above the plane
const FOOT = 46; // height below the plane for ticks and axis title
const EDGE = 12;
const FOLD = 1.04; // long names in the legend are in two lines if the plane grows by this factor
const SMALL = 200; // pixels: a smaller plane gets no legend and no colour bar
const NARROW = 480; // pixels: the legend of a narrower 3D scene is above the scene, which fills its width
const ROOMY = 0.85; // a legend is beside a 3D scene if the scene keeps this share of the box's height as width
const NEAR = 1.36; // enlargement of a 3D scene in a wide box, which has room for the axis titles
const LOW = 300; // pixels: the axis titles of a lower scene need more of its height
const FAR = 1.2; // enlargement of a low 3D scene
const context = document.createElement("canvas").getContext("2d");
const widths = new Map();

// Arrange the figure, in place, for a box of this size in pixels. `scale` is the factor of the font size.
export function arranged(figure, { clientWidth: width, clientHeight: height }, theme, scale) {
  const { data, layout } = figure;
  if (!width || !height) return figure;
  if (layout.meta?.panels) return panelled(figure, { clientWidth: width, clientHeight: height }, scale);
  if (layout.scene) return overlaid(figure, width, height, theme, scale);
  const { xaxis, yaxis, legend } = layout;
  if (!yaxis?.scaleanchor || xaxis?.domain || yaxis.domain || layout.xaxis2 || layout.yaxis2) return figure;
  const bars = data.map((trace) => barOf(trace)).filter(Boolean);
  if (bars.length > 1) return figure;
  const names = layout.showlegend === false ? [] : data.filter(named).map(({ name }) => numberless(name));
  if (!names.length && !bars.length) return figure;
  const margin = { l: 48, r: EDGE, t: EDGE, b: 44, ...layout.margin };
  const size = legend?.font?.size ?? 12 * scale;
  const widthOf = (name) => wide(name, size, theme);
  const widest = Math.max(0, ...names.map(widthOf));
  const stripOf = (text) =>
    STEP * Math.ceil(Math.max(names.length ? text + KEY : 0, bars.length ? BAR * scale : 0) / STEP);
  const foot = Math.min(margin.b, FOOT * scale);
  const shape = spanOf(xaxis) / spanOf(yaxis) / (yaxis.scaleratio || 1) || 1;
  const plane = (w, h) => Math.min(w, h * shape);
  const symbol = (legend?.itemwidth ?? 30 * scale) + GAPS,
    grouped = data.some((trace) => named(trace) && trace.legendgroup);
  const rows = rowsOf(
    names.map((name) => widthOf(name) + symbol),
    width - margin.l - margin.r,
    grouped,
  );
  const above = plane(width - margin.l - margin.r, height - margin.b - margin.t - rows * ROW * scale);
  const besides = (text) => plane(width - margin.l - stripOf(text) - EDGE, height - margin.t - foot);
  const folded = foldedNames(names, widthOf);
  const inLines = names.map((name) => folded.get(name) ?? name);
  const narrow = besides(Math.max(0, ...inLines.map(widthOf)));
  const folds = narrow > FOLD * Math.max(above, besides(widest));
  const beside = folds ? narrow : besides(widest);
  if (Math.max(above, beside) < SMALL) return bare(figure, bars, foot);
  if (above >= beside) return figure;
  layout.meta = { ...layout.meta, beside: true };
  layout.margin = {
    ...margin,
    r: Math.floor(width - margin.l - beside),
    b: Math.floor(height - margin.t - beside / shape),
  };
  layout.legend = { ...legend, orientation: "v", x: 1, xanchor: "left", y: 1, yanchor: "top", itemwidth: 30 };
  const lines = folds ? inLines.join("<br>").split("<br>").length : names.length;
  const room = beside / shape - lines * ROW * scale - EDGE;
  if (folds)
    figure.data = data.map((trace) => (folded.has(trace.name) ? { ...trace, name: folded.get(trace.name) } : trace));
  for (const bar of bars)
    Object.assign(bar, {
      orientation: "v",
      xref: "paper",
      x: 1,
      xanchor: "left",
      xpad: 8 * scale,
      yref: "paper",
      y: 0,
      yanchor: "bottom",
      ypad: 0,
      lenmode: "pixels",
      len: Math.max(50 * scale, Math.min(220 * scale, room)),
      ticklabelposition: "outside",
    });
  return figure;
}

// Number of rows of plotly.js's legend above a plane, for the widths of its entries. Entries in groups follow each other;
// others stand in columns, unless one row holds them all.
export function rowsOf(widths, room, grouped) {
  const all = widths.reduce((sum, width) => sum + width, 0);
  if (all <= room) return Math.min(1, widths.length);
  if (!grouped) return Math.ceil(widths.length / Math.max(1, Math.floor(room / Math.max(...widths))));
  let [rows, used] = [1, 0];
  for (const width of widths) {
    if (used && used + width > room) [rows, used] = [rows + 1, 0];
    used += width;
  }
  return rows;
}

// Names in two lines, for those names that are wider than the widest half of a name. A name with a number or a tag stays
// in one line, since its number may change under a hand.
export function foldedNames(names, widthOf) {
  const widest = (lines) => Math.max(...lines.map(widthOf));
  const lines = new Map(names.map((name) => [name, /[\d<&#]/.test(name) ? [name] : halves(name, widthOf)]));
  const most = Math.max(0, ...[...lines.values()].map(widest));
  return new Map([...lines].filter(([name]) => widthOf(name) > most).map(([name, two]) => [name, two.join("<br>")]));
}

// A small plane fills the box, without legend and colour bar.
function bare(figure, bars, foot) {
  const { data, layout } = figure;
  layout.showlegend = false;
  layout.margin = { l: 48, r: EDGE, t: EDGE, b: foot };
  figure.data = data.map((trace) => (bars.includes(trace.colorbar) ? { ...trace, showscale: false } : trace));
  return figure;
}

// The legend of a 3D scene is at the top left, over the scene, since the scene's corners are empty. In a wide box the
// scene is to the right of the legend, in a narrow one below it.
function overlaid(figure, width, height, theme, scale) {
  const { data, layout } = figure,
    size = layout.legend?.font?.size ?? 12 * scale,
    names = layout.showlegend === false ? [] : data.filter((trace) => named({ ...trace, type: "scatter" })),
    strip = names.length ? Math.max(...names.map(({ name }) => wide(numberless(name), size, theme))) + KEY * scale : 0,
    beside = strip > 0 && width - strip >= ROOMY * height,
    shape = (width - (beside ? strip : 0)) / height,
    grown = shape > 1 ? (height < LOW * scale ? FAR : NEAR) : 1 + (NEAR - 1) * Math.max(0, 2 * shape - 1);
  nearer(figure, grown);
  if (beside) layout.scene.domain = { ...layout.scene.domain, x: [strip / width, 1] };
  if (layout.showlegend === false || width < NARROW) return figure;
  layout.legend = {
    ...layout.legend,
    orientation: "v",
    x: 0,
    xanchor: "left",
    y: 1,
    yanchor: "top",
    bgcolor: "rgba(0,0,0,0)",
  };
  return figure;
}

// Enlarge a 3D scene, in place, by a factor.
export function nearer({ layout, frames }, factor) {
  for (const part of [layout, ...(frames ?? []).map((frame) => frame.layout)]) {
    const sides = part?.scene?.aspectratio;
    if (sides) part.scene.aspectratio = Object.fromEntries(Object.entries(sides).map(([k, v]) => [k, v * factor]));
  }
}

const named = (trace) =>
  (trace.visible === undefined || trace.visible === true) &&
  trace.showlegend !== false &&
  trace.name &&
  (trace.showlegend || trace.type === "scatter" || trace.type === "bar" || trace.type === undefined);

function barOf({ type, showscale, colorbar, marker, visible }) {
  if (visible !== undefined && visible !== true) return null;
  const bar = type === "heatmap" && showscale !== false ? colorbar : marker?.showscale ? marker.colorbar : null;
  return bar?.orientation === "h" && bar.yref === "container" ? bar : null;
}

export const spanOf = ({ range }) => (range ? Math.abs(numbers(range)[1] - numbers(range)[0]) : 1);

function wide(name, size, theme) {
  const key = `${size} ${theme.font} ${name}`;
  if (!widths.has(key)) widths.set(key, measure(context, name, size, theme).width);
  return widths.get(key);
}
