// Clicks in a picture, as they are sent to Python.
import { Axes } from "./axes.js";
import { numbers } from "./binary_message.js";
import { isInside } from "./plane.js";

const REACH = 12; // pixels around a point within which a click hits the point
const MOST = 32, // largest number of clicks in a message
  LASTS = 30_000; // ms for which a click is repeated in messages

// The last clicks of a picture. Of two messages sent while Python is busy, only the newer arrives, so every message
// repeats the clicks of the last LASTS ms. Each click has a number, so that none counts twice (kernviz/ui/plot.py).
export class Clicks {
  told = [];
  number = 0;

  with(click, now = Date.now()) {
    this.number = Math.max(this.number + 1, now);
    const fresh = this.told.filter(({ number }) => now - number < LASTS);
    return (this.told = [...fresh, { ...click, number: this.number }].slice(-MOST));
  }
}

// The position of a click in the plane, and the point hit; null outside the axes. They are computed from the mouse
// event here. plotly.js looks for position and point at most every 50 ms, and may report those of an earlier click.
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
  let mark = { far: REACH, customdata: null };
  for (const trace of traces) {
    const [across, up] = axes.of(trace);
    if (trace.type !== "scatter" || trace.hoverinfo === "skip" || across !== here[0] || up !== here[1]) continue;
    const [xs, ys, customdata] = [trace.x, trace.y, trace.customdata].map(numbers);
    for (let point = 0; point < xs.length; point++) {
      const far = Math.hypot(across.pixel(xs[point]) - left, up.pixel(ys[point]) - top);
      if (far < mark.far) mark = { far, customdata: customdata[point] ?? null };
    }
  }
  return { x, y, customdata: mark.customdata };
}
