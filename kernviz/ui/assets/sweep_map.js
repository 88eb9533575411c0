// Map of a sweep: a table of a read-out over two numbers. Each cell links to the page with its two values.
import { element } from "./elements.js";
import { isPlain } from "./plain_click.js";
import { spread } from "./ranges.js";
import { inkOn, rgba } from "./scale.js";
import { themeOf } from "./theme.js";
import { decimal, inWords } from "./words.js";

export class Grid {
  constructor(open) {
    this.root = element("div", { className: "kv-map" });
    this.open = open;
  }

  // rows, columns: {name, texts}; cells: [{text, value, at, href}] row by row, undefined if not computed yet; here: row
  // and column of the page's own values.
  draw({ rows, columns, cells, here, what }) {
    const known = cells.map((cell) => cell?.value).filter((v) => v !== null && v !== undefined);
    const [low, high] = [Math.min(...known), Math.max(...known)];
    const { colors } = themeOf(this.root),
      scale = colors.sequential;
    const tone = (value) => {
      // two thirds of the colour scale, so that the text stays legible
      const step = Math.round(((value - low) / spread(low, high)) * 8);
      return scale[Math.min(step, scale.length - 1)][1];
    };
    const head = element("tr", {}, [
      element("td", { textContent: `${rows.name} ↓ ${columns.name} →` }),
      ...columns.texts.map((text) => element("th", { textContent: decimal(text), scope: "col" })),
    ]);
    const body = rows.texts.map((row, r) => {
      const line = element("tr", {}, [element("th", { textContent: decimal(row), scope: "row" })]);
      columns.texts.forEach((column, c) => {
        const cell = cells[r * columns.texts.length + c];
        const box = element("td");
        if (cell) {
          const said = `${rows.name} = ${decimal(row)}, ${columns.name} = ${decimal(column)}: ${what} ${cell.text}`;
          const link = element("a", {
            href: cell.href,
            textContent: cell.text.split(" / ")[0],
            title: said,
            ariaLabel: said,
          });
          link.onclick = (event) => {
            // the browser opens the link, for instance in a new tab
            if (!isPlain(event)) return;
            event.preventDefault();
            this.open(cell);
          };
          if (cell.value !== null) {
            box.style.background = tone(cell.value);
            box.style.color = inkOn(rgba(tone(cell.value)));
          }
          if (here && r === here[0] && c === here[1]) link.setAttribute("aria-current", "true");
          box.append(link);
        }
        line.append(box);
      });
      return line;
    });
    const table = element("table", {}, [
      element("caption", {
        textContent: inWords("{what}, {down} down, {across} across", { what, down: rows.name, across: columns.name }),
      }),
      element("thead", {}, [head]),
      element("tbody", {}, body),
    ]);
    table.onkeydown = (event) => this.key(event);
    const at = this.root.contains(document.activeElement)
      ? [...this.root.querySelectorAll("a")].indexOf(document.activeElement)
      : -1;
    this.root.replaceChildren(table);
    this.root.querySelectorAll("a")[at]?.focus();
  }

  // Arrow keys go from cell to cell.
  key(event) {
    const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
    const cell = event.target.closest("td"),
      row = cell?.parentNode;
    if (!step || !cell) return;
    const next =
      row.parentNode.rows[row.sectionRowIndex + step[0]]?.cells[cell.cellIndex + step[1]]?.querySelector("a");
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
}
