// A table whose cells are links, with an optional search field. The search compares words as gallery.js does. The
// Python side is kernviz/ui/link_table.py.
import { element, shape } from "./elements.js";
import { folded } from "./gallery.js";
import { mathml } from "./mathml.js";
import { spread } from "./ranges.js";
import { clickedLink } from "./plain_click.js";
import { mounted } from "./theme.js";
import { inWords } from "./words.js";

// Curve of a function's values at equally spaced points, scaled to the cell, with the line of value 0.
function curve(values) {
  const low = Math.min(0, ...values),
    span = spread(low, Math.max(0, ...values));
  const up = (v) => 96 - (92 * (v - low)) / span;
  const d = "M" + values.map((v, i) => `${(100 * i) / (values.length - 1)} ${up(v).toFixed(1)}`).join("L");
  const svg = shape("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" });
  svg.append(shape("line", { x1: 0, x2: 100, y1: up(0), y2: up(0) }), shape("path", { d }));
  return svg;
}

class Table {
  data;
  said;
  search;

  constructor(root) {
    this.root = root;
    root.addEventListener("click", (event) => this.open(event));
    // the page's data may have changed since the table was made
    for (const way of ["pointerdown", "focusin"]) root.addEventListener(way, (event) => this.renew(event), true);
  }

  accept(data, send) {
    this.send = send;
    const said = JSON.stringify(data);
    if (said === this.said) return;
    [this.said, this.data] = [said, data];
    const names = data.head.map((textContent) => element("th", { textContent, scope: "col" }));
    this.rows = data.rows.map((cells, row) => {
      const line = element(
        "tr",
        {},
        cells.map((cell, column) => this.cell(cell, row, column)),
      );
      line.words = folded([line.textContent, ...cells.map(({ finds }) => finds ?? "")].join(" "));
      return line;
    });
    const table = element("table", {}, [
      ...(data.caption ? [element("caption", { textContent: data.caption })] : []),
      element("thead", {}, [element("tr", {}, names)]),
      element("tbody", {}, this.rows),
    ]);
    this.none = element("p", {
      className: "kv-none",
      role: "status",
      textContent: inWords("Nothing here has all of these words."),
      hidden: true,
    });
    this.root.replaceChildren(...(data.search ? [this.field()] : []), table, this.none);
    this.filter();
  }

  field() {
    const words = this.data.search;
    this.search ??= element("input", { type: "search", placeholder: words, ariaLabel: words, autocomplete: "off" });
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
    const cell = column ? element("td") : element("th", { scope: "row" });
    if (column && this.data.head[column]) cell.dataset.of = this.data.head[column];
    const inside = href ? element("a", { href: this.address(href) }) : cell;
    if (href) Object.assign(inside.dataset, { at: `${row},${column}`, to: href });
    if (values) inside.append(curve(values));
    if (formula) inside.append(mathml(formula));
    if (text) inside.append(text);
    if (inside !== cell) cell.append(inside);
    cell.classList.toggle("kv-linked", inside !== cell);
    return cell;
  }

  // Address of a link, in the page's language. If it does not set the data, the page's current data are added.
  address(href) {
    const [page, said] = href.split("?"),
      query = new URLSearchParams(said);
    const kept = ["lang", ...(query.has("data") ? [] : this.data.of_data)];
    for (const [name, value] of new URLSearchParams(location.search)) if (kept.includes(name)) query.set(name, value);
    return `${page}?${query}`;
  }

  renew({ target }) {
    const link = target.closest("a[data-to]");
    if (link) link.href = this.address(link.dataset.to);
  }

  open(event) {
    const link = clickedLink(event, "a[data-at]");
    if (!link) return;
    this.send("open", link.dataset.at.split(",").map(Number));
  }
}

export default mounted(".kv-link-table", Table);
