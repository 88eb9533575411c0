// A click in a picture, as Python is told of it.
import { Axes } from "./axes.js";
import { numbers } from "./binary_message.js";
import { isInside } from "./plane.js";

const REACH = 12; // pixels within which a click means the point and not the plane
const MOST = 32, // clicks
  LASTS = 30_000; // ms

// The clicks of a picture that Python may not have heard of: of two told while it is busy, only the newer one arrives.
// All of the last moments are told each time. Each has a number, so that none counts twice (kernviz/ui/plot.py).
export class Clicks {
  told = [];
  number = 0;

  with(click, now = Date.now()) {
    this.number = Math.max(this.number + 1, now);
    const fresh = this.told.filter(({ number }) => now - number < LASTS);
    return (this.told = [...fresh, { ...click, number: this.number }].slice(-MOST));
  }
}

// The value clicked at, and the point there; null outside the axes. plotly.js tells which mouse event it was, but it looks
// for value and point at most every 50 ms: soon after a redrawing it would tell those of the click before.
export function clicked(graph, { event }) {
  const box = graph.getBoundingClientRect();
  const { clientX, clientY } = event.changedTouches?.[0] ?? event;
  const [left, top] = [clientX - box.left, clientY - box.top];
  const axes = new Axes(graph),
    traces = graph._fullData.filter(({ visible }) => visible === true);
  const here = traces.map((trace) => axes.of(trace)).find(([x, y]) => x && y && isInside([left, top], [x, y]));
  if (!here) return null;
  const [x, y] = [here[0].value(left), here[1].value(top)];
  if (!Number.isFinite(x) || !Number.isFinite(y)) return null;
  let mark = { far: REACH, curve: null, point: null, customdata: null };
  for (const trace of traces) {
    const [across, up] = axes.of(trace);
    if (trace.type !== "scatter" || trace.hoverinfo === "skip" || across !== here[0] || up !== here[1]) continue;
    const [xs, ys, customdata] = [trace.x, trace.y, trace.customdata].map(numbers);
    for (let point = 0; point < xs.length; point++) {
      const far = Math.hypot(across.pixel(xs[point]) - left, up.pixel(ys[point]) - top);
      if (far < mark.far) mark = { far, curve: trace.index, point, customdata: customdata[point] ?? null };
    }
  }
  const { curve, point, customdata } = mark;
  return { x, y, curve, point, customdata };
}
