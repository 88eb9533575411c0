// The parts of a figure that plotly.js needs for new axes, legend and colour bars; the layer draws everything else.
import { numbers } from "./binary_message.js";

const FEW = 40; // number of points up to which a trace is left as it is

export function skeleton({ data, layout, frames }) {
  return {
    data: data.map((trace) => (BARE[trace.type || "scatter"] || ((t) => t))(trace)),
    layout: { ...layout, shapes: [], annotations: [] },
    frames,
  };
}

const BARE = {
  heatmap: (trace) => ({
    ...trace,
    zsmooth: false,
    texttemplate: "",
    text: undefined,
    hovertemplate: undefined,
    hoverinfo: "skip",
  }),
  contour: (trace) => ({ ...trace, visible: trace.visible === "legendonly" ? "legendonly" : false }),
  scatter: (trace) => {
    const [x, y] = [numbers(trace.x), numbers(trace.y)];
    if (Math.max(x.length, y.length) <= FEW || !x.length || !y.length) return trace;
    // the extreme points, for axes whose range depends on them
    const rows = [...new Set([least(x, 1), least(x, -1), least(y, 1), least(y, -1)])].filter((row) => row >= 0);
    const some = (value) => (value && typeof value === "object" ? rows.map((row) => numbers(value)[row]) : value);
    const bare = {
      ...trace,
      x: rows.map((row) => x[row]),
      y: rows.map((row) => y[row]),
      text: undefined,
      hovertext: undefined,
      customdata: undefined,
      hoverinfo: "skip",
      hovertemplate: undefined,
    };
    if (!rows.length) [bare.x, bare.y] = [[null], [null]];
    if (trace.marker) {
      const { size, opacity, symbol, color, line } = trace.marker;
      bare.marker = {
        ...trace.marker,
        size: some(size),
        opacity: some(opacity),
        symbol: some(symbol),
        color: some(color),
      };
      if (line) bare.marker.line = { ...line, width: some(line.width), color: some(line.color) };
    }
    if (typeof trace.textposition === "object") bare.textposition = some(trace.textposition);
    return bare;
  },
};

// Index of the smallest value; with sign −1 of the largest; −1 if there is none.
function least(values, sign) {
  let found = -1;
  for (let i = 0; i < values.length; i++) {
    const v = values[i];
    if (v === null || v === undefined || v !== v) continue;
    if (found < 0 || sign * v < sign * values[found]) found = i;
  }
  return found;
}
