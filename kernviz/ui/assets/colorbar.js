// Draws the colour bar of a picture whose colour range changes. plotly.js would lay out all axes again for a new range.
import { limits } from "./scale.js";
import { ticksOf } from "./ticks.js";
import { matrix, numbers } from "./binary_message.js";
import { write } from "./canvas_text.js";

const USUAL = 6; // default number of ticks

// The first visible colour bar of a figure, {bar, low, high, colorscale}, or null.
export function barOf({ data }) {
  for (const trace of data) {
    if (trace.visible !== undefined && trace.visible !== true) continue;
    const { marker } = trace;
    if (trace.type === "heatmap" && trace.showscale !== false)
      return told(trace, trace.zmin, trace.zmax, trace.zmid, () => matrix(trace.z).values);
    if (marker?.showscale) return told(marker, marker.cmin, marker.cmax, marker.cmid, () => numbers(marker.color));
  }
  return null;
}

/** @param {{ colorbar?: any, colorscale?: any }} trace */
function told({ colorbar = {}, colorscale }, least, most, middle, values) {
  const [low, high] = least != null && most != null ? [least, most] : limits(values(), least, most, middle);
  return { bar: colorbar, low, high, colorscale };
}

// Properties of the colour bars that only plotly.js can change. Of a bar that this module can draw, the ticks are left
// out.
export function framesOfBars(figure) {
  const scaled = figure.data.filter(
    (trace) => (trace.type === "heatmap" && trace.showscale !== false) || trace.marker?.showscale,
  );
  return scaled.map((trace) => {
    const found = scaled.length === 1 && barOf(figure);
    if (!found || !ticks(found)) {
      const said =
        trace.type === "heatmap"
          ? [trace.zmin, trace.zmax, trace.zmid]
          : [trace.marker.cmin, trace.marker.cmax, trace.marker.cmid];
      return [said, trace.colorbar ?? trace.marker?.colorbar];
    }
    const { tickvals, ticktext, nticks, tickprefix, ...place } = found.bar;
    return place;
  });
}

function ticks({ bar, low, high }) {
  if (!["h", "v"].includes(bar.orientation) || bar.title?.text || bar.outlinewidth !== 0) return null;
  return ticksOf(bar, low, high, bar.nticks || USUAL);
}

// Everything that a bar shows, as a text for comparison.
export const saidBy = (found) => found && JSON.stringify([found.low, found.high, found.bar, found.colorscale]);

// Draw the colour bar at the position of plotly.js's.
export function drawBar(context, figure, graph, theme) {
  const found = barOf(figure);
  const strip = graph.querySelector(".colorbar .cbfill");
  if (!found || !strip) return;
  const scale = strip.getScreenCTM().a || 1;
  const box = graph.getBoundingClientRect();
  const at = strip.getBoundingClientRect();
  const [left, top, width, height] = [
    (at.left - box.left) / scale,
    (at.top - box.top) / scale,
    at.width / scale,
    at.height / scale,
  ];
  const upright = found.bar.orientation === "v";
  const shade = upright
    ? context.createLinearGradient(0, top + height, 0, top)
    : context.createLinearGradient(left, 0, left + width, 0);
  for (const [share, color] of found.colorscale || theme.colors.sequential)
    shade.addColorStop(Math.min(1, Math.max(0, share)), color);
  context.fillStyle = shade;
  context.fillRect(left, top, width, height);
  const size = found.bar.tickfont?.size || 12;
  const color = found.bar.tickfont?.color || theme.colors.muted;
  const foot = top + height + size * 1.2 + 0.5; // position of the ticks in plotly.js
  for (const { at: value, text } of ticks(found) || []) {
    const share = (value - found.low) / (found.high - found.low);
    const [x, y] = upright
      ? [left + width + size * 0.2, top + height * (1 - share) + size * 0.35]
      : [left + width * share, foot];
    write(context, text, x, y, { size, color, anchor: upright ? "start" : "middle", theme });
  }
}
