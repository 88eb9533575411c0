// Draws grid and tick labels of an axis whose range changes, in place of plotly.js.
import { room, ticksOf } from "./ticks.js";
import { write } from "./canvas_text.js";

const OURS = /^[xy]axis2?$/;
const idOf = (key) => key.replace("axis", ""); // "x2"

// Whether this module can draw the axis with another range.
function movable(key, axis, layout) {
  if (
    !OURS.test(key) ||
    !axis.range ||
    axis.side === "top" ||
    axis.side === "right" ||
    (axis.type && axis.type !== "linear") ||
    axis.ticks ||
    axis.scaleanchor ||
    axis.matches ||
    axis.overlaying
  )
    return false;
  const tied = Object.entries(layout).some(
    ([name, other]) => /^[xy]axis/.test(name) && [other.scaleanchor, other.matches].includes(idOf(key)),
  );
  const [low, high] = axis.range;
  return !tied && low < high && !axis.rangeslider && axis.visible !== false && !!ticksOf(axis, low, high, 6);
}

// Properties of an axis that only plotly.js can change.
export function frameOfAxis(key, axis, layout) {
  if (!movable(key, axis, layout)) return axis;
  const { range, tickvals, ticktext, ...kept } = axis;
  return kept;
}

// The axes with changed ranges: {xaxis: [low, high]}. Axes zoomed by the viewer keep their range.
export function moved(figure, rest, zoomed) {
  const found = {};
  for (const key of Object.keys(figure.layout).filter((name) => OURS.test(name))) {
    const [axis, before] = [figure.layout[key], rest?.layout[key]];
    if (!axis?.range || !before?.range || zoomed?.has(key) || !movable(key, axis, figure.layout)) continue;
    if (
      JSON.stringify([axis.range, axis.tickvals, axis.ticktext]) !==
      JSON.stringify([before.range, before.tickvals, before.ticktext])
    )
      found[key] = axis.range;
  }
  return found;
}

export function drawGrid(context, key, said, axes, graph, theme) {
  const id = idOf(key),
    letter = key[0];
  const [axis, across] = [axes.get(id), axes.get(said.anchor ?? (letter === "x" ? "y" : "x"))];
  if (!axis || !across) return;
  const ticks = ticksOf(said, axis.from, axis.to, room(axis.length, letter)) || [];
  const line = (value, color) => {
    const at = Math.ceil(axis.pixel(value) - 1);
    context.fillStyle = color;
    if (letter === "x") context.fillRect(at, across.offset, 1, across.length);
    else context.fillRect(across.offset, at, across.length, 1);
  };
  if (said.showgrid !== false)
    for (const { at } of ticks) if (at !== 0 || said.zeroline === false) line(at, said.gridcolor || theme.colors.grid);
  if (said.zeroline !== false && axis.from < 0 && axis.to > 0) line(0, said.zerolinecolor || theme.colors.line);
  if (said.showticklabels === false) return;
  const [size, color] = [said.tickfont?.size || 12, said.tickfont?.color || theme.colors.muted];
  const one = graph.querySelector(`.${id}tick text`);
  const [x, y] = [
    Number(one?.getAttribute("x") ?? across.offset - 1),
    Number(one?.getAttribute("y") ?? across.offset + across.length + size),
  ];
  for (const { at, text } of ticks) {
    const pixel = axis.pixel(at);
    if (letter === "x") write(context, text, pixel, y, { size, color, anchor: "middle", theme });
    else write(context, text, x, pixel + y, { size, color, anchor: "end", theme });
  }
}
