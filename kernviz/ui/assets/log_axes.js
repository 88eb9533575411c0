// Tick labels of logarithmic axes: whole powers of ten. By default plotly.js also writes 2 and 5 between the powers, so
// that a label 2 may mean 0.02, 2 or 20.
import { numbers } from "./binary_message.js";

const LABELS = 8; // largest number of labels of an axis

// Set the ticks of the figure, in place.
export function inPowers(figure) {
  for (const [name, axis] of Object.entries(figure.layout ?? {})) {
    if (!/^[xy]axis\d*$/.test(name) || axis?.type !== "log" || axis.dtick !== undefined || axis.tickvals) continue;
    const decades = spanOf(figure.data ?? [], name, axis);
    if (decades >= 1) Object.assign(axis, { dtick: Math.ceil(decades / LABELS), exponentformat: "power" });
    else axis.minorloglabels = "complete";
  }
  return figure;
}

function spanOf(data, name, { range }) {
  if (range) return Math.abs(numbers(range)[1] - numbers(range)[0]);
  let [low, high] = [Infinity, -Infinity];
  for (const trace of data) {
    if (name[0] + "axis" + (trace[name[0] + "axis"] ?? name[0]).slice(1) !== name) continue;
    for (const value of numbers(trace[name[0]] ?? []))
      if (value > 0) [low, high] = [Math.min(low, value), Math.max(high, value)];
  }
  return low < high ? Math.log10(high / low) : 0;
}
