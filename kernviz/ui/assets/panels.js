// Panels: small pictures of one figure, side by side, in the number of columns that makes them largest.
import { numbers } from "./binary_message.js";

const HEAD = 22; // height in pixels of a panel's title
const ROOM = 26; // height in pixels of the legend above all panels
const UNDER = 0.02; // share of a row's height that stays free below a panel

// {columns, side}: the number of columns with which `count` panels are widest, and this width. `shape`: width / height.
export function columnsOf(count, width, height, head, gap, shape = 1) {
  let best = { columns: 1, side: -1 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns),
      side = Math.min((width * (1 - gap * (columns - 1))) / columns, ((height / rows) * (1 - UNDER) - head) * shape);
    if (side > best.side + 0.5) best = { columns, side };
  }
  return best;
}

// Arrange the panels of the figure, in place. `layout.meta.panels.gap`: space between two columns, as a share of the
// width. Annotation i is the title of panel i.
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

// Height of panels in the columns of the figure, if each row is as high as its panels and titles need. Panels of free
// shape, and figures without panels, have none: Infinity.
export function panelsHeight({ layout }, width, scale) {
  const { xaxis, yaxis, meta, margin } = layout ?? {},
    { l = 6, r = 6, t = ROOM, b = 6 } = margin ?? {};
  if (!meta?.panels || !yaxis?.scaleanchor || !width) return Infinity;
  const axes = Object.keys(layout).filter((name) => /^xaxis\d*$/.test(name)),
    columns = new Set(axes.map((name) => numbers(layout[name].domain)[0])).size,
    side = ((width - l - r) * (1 - meta.panels.gap * (columns - 1))) / columns;
  const row = ((side * spanOf(yaxis)) / spanOf(xaxis) + HEAD * scale) / (1 - UNDER);
  return Math.ceil(Math.ceil(axes.length / columns) * row + t + b);
}

const spanOf = ({ range }) => Math.abs(numbers(range)[1] - numbers(range)[0]) || 1;
