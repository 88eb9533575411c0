// Ticks of a numeric axis or colour bar and their labels, by plotly.js's rules.
import { numbers } from "./binary_message.js";
import { isRange } from "./ranges.js";
import { sign } from "./words.js";

const STEPS = [2, 5, 10];
const LARGEST = 3; // with more digits before or after the point, plotly.js writes powers

// Ticks [{at, text}] from low to high, or null if only plotly.js can compute them. `said`: the axis or colour bar of
// the layout. `most`: largest number of ticks, unless `said` has it.
export function ticksOf(said, low, high, most) {
  if (said.tickformat || said.type === "log" || said.ticklabelstep > 1 || !isRange(low, high)) return null;
  const inside = (at) => at >= low - (high - low) / 1e4 && at <= high + (high - low) / 1e4;
  if (said.tickvals) {
    const words = said.ticktext && numbers(said.ticktext);
    const places = [...numbers(said.tickvals)];
    if (!words) return null;
    return places.map((at, i) => ({ at, text: String(words[i] ?? "") })).filter(({ at }) => inside(at));
  }
  const largest = Math.floor(Math.log10(Math.max(Math.abs(low), Math.abs(high))) + 0.01);
  if (Math.abs(largest) > LARGEST) return null;
  const step = said.dtick ?? stepOf((high - low) / (said.nticks || most));
  if (!(step > 0) || (high - low) / step > 200) return null;
  const found = [];
  const start = said.tick0 ?? 0;
  for (let n = Math.ceil((low - start) / step - 1e-4); inside(start + n * step); n++)
    found.push({ at: start + n * step, text: written(start + n * step, step) });
  const every = (said.showtickprefix ?? "all") === "all";
  if (said.tickprefix) found.forEach((tick, i) => (every || i === 0) && (tick.text = said.tickprefix + tick.text));
  if (said.ticksuffix) found.forEach((tick) => (tick.text += said.ticksuffix));
  return found;
}

// Number of ticks for an axis of that length in pixels.
export const room = (length, letter) => Math.min(9, Math.max(4, length / (letter === "y" ? 40 : 80))) + 1;

function stepOf(rough) {
  const decade = 10 ** Math.floor(Math.log10(rough));
  return decade * (STEPS.find((step) => step >= rough / decade) ?? 10);
}

function written(value, step) {
  const digits = 2 - Math.floor(Math.log10(step) + 0.01);
  const half = 10 ** -digits / 2;
  if (Math.abs(value) < half) return "0";
  let text = String(Math.abs(value) + half);
  if (digits <= 0) text = String(Math.floor(Math.abs(value) + half));
  else {
    const point = text.indexOf(".") + 1;
    if (point) text = text.slice(0, point + digits).replace(/\.?0+$/, "");
  }
  const [whole, part] = text.split(".");
  const group = sign === "." ? "," : ".";
  const grouped = part !== undefined || whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole;
  return (value < 0 ? "\u2212" : "") + grouped + (part === undefined ? "" : sign + part);
}
