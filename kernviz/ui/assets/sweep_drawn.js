// Data of a sweep's curve and map, for sweep_curve.js and sweep_map.js. This module uses no DOM.

// number: the swept number; text: the sweep as in the address; log: whether on a logarithmic scale.
export function curveOf(swept, { number, text, xs, log, readout, wide }) {
  const [low, high] = text.split(":").slice(1, 3).map(Number);
  const ends = Number.isFinite(low) && Number.isFinite(high) ? [low, high] : [xs[0], xs.at(-1)];
  const ys = swept.along(readout);
  return { xs, ys, log: log && ends[0] > 0, ends, x: number.symbol, y: readout, wide };
}

// rows, columns: the two numbers; link(set): address of the page with these parameters.
export function mapOf(swept, { rows, columns, readout, link }) {
  const { frames } = swept,
    values = swept.along(readout);
  const texts = ({ asks }) => [...new Set(frames.map(({ at }) => at[asks]))];
  const near = (number) => texts(number).findIndex((text) => Number(text) === Number(number.value));
  const cells = frames.map(({ at, set }, i) => ({ ...values[i], at, href: link(set) }));
  return {
    rows: { name: rows.symbol, texts: texts(rows) },
    columns: { name: columns.symbol, texts: texts(columns) },
    cells,
    here: [near(rows), near(columns)],
    what: readout,
  };
}

// Address of the page with the parameters `set`, without the sweep.
export function linked(set, { pathname, search }) {
  const query = new URLSearchParams(search);
  for (const name of ["sweep", "sweep2"]) query.delete(name);
  for (const [name, text] of Object.entries(set)) query.set(name, text);
  return `${pathname}?${query}`;
}
