// A table whose cells are links, with an optional search field. The search compares words as gallery.js does. The
// Python side is kernviz/ui/link_table.py.
import { folded } from "./gallery.js";
import { mathml } from "./mathml.js";
import { spread } from "./ranges.js";
import { clickedLink } from "./plain_click.js";
import { whenGone } from "./theme.js";
import { inWords } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const tables = new WeakMap();

function make(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

// Curve of a function's values at equally spaced points, scaled to the cell, with the line of value 0.
function curve(values) {
  const svg = document.createElementNS(SVG, "svg"),
    low = Math.min(0, ...values),
    high = Math.max(0, ...values),
    span = spread(low, high);
  const up = (v) => 96 - (92 * (v - low)) / span;
  for (const [name, value] of Object.entries({
    viewBox: "0 0 100 100",
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  }))
    svg.setAttribute(name, value);
  const level = document.createElementNS(SVG, "line"),
    path = document.createElementNS(SVG, "path");
  for (const [name, value] of Object.entries({ x1: 0, x2: 100, y1: up(0), y2: up(0) }))
    level.setAttribute(name, String(value));
  path.setAttribute(
    "d",
    "M" + values.map((v, i) => `${(100 * i) / (values.length - 1)} ${up(v).toFixed(1)}`).join("L"),
  );
  svg.append(level, path);
  return svg;
}

class Table {
  data;
  said;
  search;

  constructor(root) {
    this.root = root;
    root.addEventListener("click", (event) => this.open(event));
  }

  accept(data, send) {
    this.send = send;
    const said = JSON.stringify(data);
    if (said === this.said) return;
    [this.said, this.data] = [said, data];
    const table = make("table"),
      head = make("tr"),
      body = make("tbody");
    if (data.caption) table.append(make("caption", data.caption));
    head.append(...data.head.map((text) => make("th", text, { scope: "col" })));
    table.append(make("thead"), body);
    table.tHead.append(head);
    this.rows = data.rows.map((cells, row) => {
      const line = make("tr");
      line.append(...cells.map((cell, column) => this.cell(cell, row, column)));
      line.words = folded([line.textContent, ...cells.map(({ finds }) => finds ?? "")].join(" "));
      return line;
    });
    body.append(...this.rows);
    this.none = make("p", inWords("Nothing here has all of these words."), { class: "kv-none", role: "status" });
    this.none.hidden = true;
    this.root.replaceChildren(...(data.search ? [this.field()] : []), table, this.none);
    this.filter();
  }

  field() {
    this.search ??= Object.assign(make("input", undefined, { "aria-label": this.data.search }), {
      type: "search",
      placeholder: this.data.search,
      autocomplete: "off",
    });
    this.search.oninput = () => this.filter();
    return this.search;
  }

  filter() {
    const words = folded(this.search?.value ?? "")
      .split(/\s+/)
      .filter(Boolean);
    for (const row of this.rows) row.hidden = !words.every((word) => row.words.includes(word));
    this.none.hidden = this.rows.some((row) => !row.hidden);
  }

  cell({ text, href, curve: values, formula }, row, column) {
    const cell = column
      ? make("td", undefined, this.data.head[column] ? { "data-of": this.data.head[column] } : {})
      : make("th", undefined, { scope: "row" });
    const inside = href ? make("a", undefined, { href: this.address(href), "data-at": `${row},${column}` }) : cell;
    if (values) inside.append(curve(values));
    if (formula) inside.append(mathml(formula));
    if (text) inside.append(text);
    if (inside !== cell) cell.append(inside);
    cell.classList.toggle("kv-linked", inside !== cell);
    return cell;
  }

  // Address of a link. If it does not set the data, the page's current data are added.
  address(href) {
    const [page, said] = href.split("?"),
      query = new URLSearchParams(said);
    if (!query.has("data"))
      for (const [name, value] of new URLSearchParams(location.search))
        if (this.data.of_data.includes(name)) query.set(name, value);
    return `${page}?${query}`;
  }

  open(event) {
    const link = clickedLink(event, "a[data-at]");
    if (!link) return;
    this.send("open", link.dataset.at.split(",").map(Number));
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".kv-link-table");
  let table = tables.get(root);
  if (!table) tables.set(root, (table = new Table(root)));
  if (data) table.accept(data, setTriggerValue);
  return whenGone(root, () => {});
}
