// The data points as a table for typing and pasting. After a change the whole table is sent to Python, once every row
// that was started is complete. The Python side is kernviz/ui/points_table.py.
import { element } from "./elements.js";
import { parted, reads } from "./cells.js";
import { mounted } from "./theme.js";
import { inWords } from "./words.js";

const HINT = inWords("Paste rows of a spreadsheet into a cell; an emptied row is deleted.");
const SPOKEN = 6000; // ms a message is shown before the hint returns

class Table {
  body;
  data;
  head;
  send;

  constructor(root) {
    this.root = root;
    [this.head, this.body] = [root.querySelector("thead"), root.querySelector("tbody")];
    this.said = root.querySelector(".kv-table-said");
    this.body.addEventListener("change", (event) => this.changed(event.target.closest("tr")));
    this.body.addEventListener("input", (event) => this.begun(event.target));
    this.body.addEventListener("keydown", (event) => this.key(event));
    this.body.addEventListener("paste", (event) => this.paste(event));
    this.body.addEventListener(
      "click",
      (event) => event.target.matches("button") && this.remove(event.target.closest("tr")),
    );
    root.querySelector(".kv-table-tools button").onclick = () => this.copy();
  }

  accept(data, send) {
    Object.assign(this, { data, send });
    this.root.classList.toggle("kv-labelled", data.labelled);
    const print = JSON.stringify(data.columns);
    if (print !== this.print) {
      this.print = print;
      const names = ["#", ...data.columns].map((name) => element("th", { textContent: name, scope: "col" }));
      this.head.replaceChildren(element("tr", {}, [...names, element("td")]));
      this.body.replaceChildren();
    }
    if (JSON.stringify(data.rows) !== this.sent || data.problem) this.draw(data.rows);
    this.sent = JSON.stringify(data.rows);
    if (data.problem || this.problem || !this.said.textContent) this.say(data.problem && "✗ " + data.problem);
    this.problem = data.problem;
  }

  // Show rows in the table. A cell that is being edited keeps its text.
  draw(rows) {
    const { body } = this,
      typing = document.activeElement,
      width = this.data.columns.length;
    while (body.rows.length > rows.length + 1) body.lastChild.remove();
    while (body.rows.length < rows.length + 1) body.append(this.row(body.rows.length));
    [...body.rows].forEach((row, i) => {
      const cells = this.inputs(row);
      if (!rows[i] && cells.includes(typing)) return; // a new row that is being typed
      for (let j = 0; j < width; j++) {
        const text = rows[i]?.[j] ?? "";
        if (cells[j].value !== text && !(cells[j] === typing && cells[j].dataset.typing)) cells[j].value = text;
        cells[j].title = text; // tooltip with all digits, for narrow columns
        cells[j].removeAttribute("aria-invalid");
      }
    });
  }

  row(i) {
    const number = element("th", { textContent: String(i + 1), scope: "row" });
    const inputs = this.data.columns.map((name) =>
      element("input", {
        autocomplete: "off",
        spellcheck: false,
        enterKeyHint: "next",
        ariaLabel: inWords("{name}, row {i}", { name, i: i + 1 }),
      }),
    );
    const drop = element("button", {
      type: "button",
      textContent: "×",
      tabIndex: -1,
      title: inWords("Delete this row"),
      ariaLabel: inWords("Delete row {i}", { i: i + 1 }),
    });
    return element("tr", {}, [number, ...[...inputs, drop].map((control) => element("td", {}, [control]))]);
  }

  inputs(row) {
    return [...row.querySelectorAll("input")];
  }

  values() {
    return [...this.body.rows].map((row) => this.inputs(row).map((cell) => cell.value));
  }

  // When the last row is started, the row gets the class of the row above, and an empty row is added.
  begun(input) {
    input.dataset.typing = "1";
    const row = input.closest("tr"),
      cells = this.inputs(row),
      above = row.previousSibling;
    if (row.nextSibling) return;
    if (this.data.labelled && above && !cells.at(-1).value && input !== cells.at(-1))
      cells.at(-1).value = this.inputs(above).at(-1).value;
    if (this.body.rows.length < this.data.most) this.body.append(this.row(this.body.rows.length));
  }

  changed(row) {
    for (const cell of this.inputs(row)) delete cell.dataset.typing;
    setTimeout(() => this.commit(row)); // after the focus has moved
  }

  commit(row = null) {
    const numbers = this.data.columns.length - (this.data.labelled ? 1 : 0),
      rows = [];
    for (const other of this.body.rows) {
      const cells = this.inputs(other),
        blank = cells.slice(0, numbers).every((cell) => !cell.value.trim());
      for (const cell of cells) cell.removeAttribute("aria-invalid");
      if (blank) continue;
      const wrong = cells.slice(0, numbers).find((cell) => !reads(cell.value));
      if (!wrong) {
        rows.push(cells.map((cell) => cell.value));
        continue;
      }
      // the row is still being edited
      if (other === row && other.contains(document.activeElement) && !wrong.value.trim()) return;
      wrong.setAttribute("aria-invalid", "true");
      return this.say(
        `✗ ${wrong.getAttribute("aria-label")}: ${wrong.value.trim() ? inWords("“{value}” is no number", { value: wrong.value }) : inWords("there is no number yet")}.`,
      );
    }
    if (JSON.stringify(rows) === this.sent) return this.say();
    this.sent = JSON.stringify(rows);
    this.send("rows", { said: `${Date.now()}-${Math.random()}`, rows });
    this.say();
  }

  remove(row) {
    this.draw(this.values().filter((cells, i) => this.body.rows[i] !== row && cells.some((cell) => cell.trim())));
    this.commit();
  }

  key(event) {
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const row = event.target.closest("tr"),
      next = step > 0 ? row.nextSibling : row.previousSibling;
    const j = this.inputs(row).indexOf(event.target);
    event.preventDefault();
    if (j < 0 || !next) return event.target.blur();
    this.inputs(next)[j].focus();
    this.inputs(next)[j].select();
  }

  // Paste rows of a spreadsheet, from the cell to the right and down.
  paste(event) {
    const { columns, labelled, most } = this.data,
      numbers = columns.length - (labelled ? 1 : 0);
    const block = parted(event.clipboardData?.getData("text") ?? "", numbers);
    if (!block) return; // a single cell is pasted by the browser
    event.preventDefault();
    const row = event.target.closest("tr"),
      values = this.values();
    const from = [...this.body.rows].indexOf(row),
      width = Math.max(...block.map((cells) => cells.length));
    const at = width >= numbers ? 0 : this.inputs(row).indexOf(event.target);
    const room = block.slice(0, most - from);
    room.forEach((cells, i) => {
      const above = values[from + i - 1],
        target = (values[from + i] ??= columns.map(() => ""));
      cells.slice(0, columns.length - at).forEach((cell, j) => (target[at + j] = cell));
      if (labelled && !target[numbers]) target[numbers] = above?.[numbers] ?? "";
    });
    delete event.target.dataset.typing;
    this.draw(values.filter((cells) => cells.some((cell, j) => j < numbers && cell.trim())).slice(0, most));
    this.commit();
    const left = block.length - room.length,
      wide = width > columns.length - at;
    if (!this.said.textContent.startsWith("✗"))
      this.say(
        (room.length === 1 ? inWords("{n} row pasted.", { n: 1 }) : inWords("{n} rows pasted.", { n: room.length })) +
          (left ? " " + inWords("Left out: {left}, because at most {most} points are allowed.", { left, most }) : "") +
          (wide ? " " + inWords("Columns that find no place are left out.") : ""),
      );
  }

  async copy() {
    const rows = [this.data.columns, ...this.data.rows].map((cells) => cells.join("\t")).join("\n");
    try {
      await navigator.clipboard.writeText(rows);
      this.say(inWords("Copied: paste it into a spreadsheet."));
    } catch {
      this.say(inWords("✗ This browser does not let a page copy."));
    }
  }

  say(text) {
    clearTimeout(this.later);
    this.said.textContent = text || HINT;
    if (text && !text.startsWith("✗")) this.later = setTimeout(() => this.say(), SPOKEN);
  }
}

export default mounted(".kv-table", Table);
