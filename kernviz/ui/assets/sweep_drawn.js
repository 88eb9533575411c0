// The frames of a sweep as curve and as map: what sweep_curve.js and sweep_map.js are given to draw. No page here.

// number: the one that is swept; text: the sweep as the address holds it; log: whether on a log scale.
export function curveOf(swept, { number, text, xs, log, readout, wide }) {
  const [low, high] = text.split(":").slice(1, 3).map(Number);
  const ends = Number.isFinite(low) && Number.isFinite(high) ? [low, high] : [xs[0], xs.at(-1)];
  const ys = swept.along(readout);
  return { xs, ys, log: log && ends[0] > 0, ends, x: number.symbol, y: readout, wide };
}

// rows, columns: the two numbers; link(set): the address of the page at that state.
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

// The page at that state.
export function linked(set, { pathname, search }) {
  const query = new URLSearchParams(search);
  for (const name of ["sweep", "sweep2"]) query.delete(name);
  for (const [name, text] of Object.entries(set)) query.set(name, text);
  return `${pathname}?${query}`;
}
