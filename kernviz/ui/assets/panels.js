// Small pictures side by side: as many in a row as leave each the largest, in a box of any shape.
import { numbers } from "./binary_message.js";

const HEAD = 22; // pixels of a title over each
const ROOM = 26; // of a legend over all
const UNDER = 0.02; // of a row, free under each

// {columns, side}: the columns with which `count` panels are largest. `shape`: their width by their height.
export function columnsOf(count, width, height, head, gap, shape = 1) {
  let best = { columns: 1, side: -1 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns),
      side = Math.min((width * (1 - gap * (columns - 1))) / columns, ((height / rows) * (1 - UNDER) - head) * shape);
    if (side > best.side + 0.5) best = { columns, side };
  }
  return best;
}

// The figure, in place. `meta.panels` says the gap between two as a share of the width; title i is annotation i.
export function panelled(figure, { clientWidth, clientHeight }, scale) {
  const { layout } = figure,
    { l = 6, r = 6, t = ROOM, b = 6 } = layout.margin ?? {},
    [width, height] = [clientWidth - l - r, clientHeight - t - b],
    axes = Object.keys(layout).filter((name) => /^xaxis\d*$/.test(name)),
    { gap } = layout.meta.panels,
    count = axes.length,
    head = HEAD * scale;
  if (width <= 0 || height <= 0 || !count) return figure;
  const { xaxis, yaxis } = layout,
    shape = yaxis?.scaleanchor ? spanOf(xaxis) / spanOf(yaxis) : width / height;
  const { columns } = columnsOf(count, width, height, head, gap, shape);
  const rows = Math.ceil(count / columns),
    wide = (1 - gap * (columns - 1)) / columns;
  axes.forEach((name, i) => {
    const left = (i % columns) * (wide + gap),
      top = 1 - Math.floor(i / columns) / rows,
      under = top - (1 - UNDER) / rows,
      over = Math.max(under, top - head / height);
    layout[name].domain = [left, left + wide];
    layout["y" + name.slice(1)].domain = [under, over];
    const title = layout.annotations?.[i];
    if (title) Object.assign(title, { x: left + wide / 2, y: over });
  });
  return figure;
}

const spanOf = ({ range }) => Math.abs(numbers(range)[1] - numbers(range)[0]) || 1;
