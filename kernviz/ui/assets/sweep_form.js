// The form of a sweep: number, from, to, count, and a second number for a map. Each number gives a text such as
// "gamma:0.01:100:60:log", as in the address.
import { element } from "./elements.js";
import { read } from "./positions.js";
import { inWords, typeable } from "./words.js";

const ON_A_MAP = 12; // default count of each number's values on a map
const PARTS = ["from", "to", "count"];
export const option = (value, text = value) => element("option", { value, textContent: text });

export class Form {
  numbers = []; // numbers that can be swept
  offered = "";

  constructor(submit) {
    this.field = {};
    const labelled = (name, label, control) =>
      element("label", { className: `kv-${name}` }, [label, (this.field[name] = control)]);
    const said = { from: inWords("from"), to: inWords("to"), count: inWords("how many") };
    const ends = (n) => [
      ...PARTS.map((part) =>
        labelled(part + n, said[part], element("input", { type: "text", inputMode: "text", autocomplete: "off" })),
      ),
      labelled(`log${n}`, inWords("log scale"), element("input", { type: "checkbox" })),
    ];
    this.second = element("div", { className: "kv-line" }, ends(2));
    this.root = element("form", { onsubmit: (event) => (event.preventDefault(), submit()) }, [
      element("div", { className: "kv-line" }, [labelled("name1", inWords("Sweep"), element("select")), ...ends(1)]),
      element("div", { className: "kv-line" }, [
        labelled("name2", inWords("and, for a map"), element("select")),
        this.second,
        element("button", { type: "submit", className: "kv-go", textContent: inWords("Compute") }),
      ]),
    ]);
    this.field.name1.onchange = () => this.fill(1);
    this.field.name2.onchange = () => this.fill(2);
  }

  get log() {
    return this.field.log1.checked;
  }

  number(name) {
    return this.numbers.find((number) => number.name === name);
  }

  // Update the list of numbers; the visitor's input stays.
  offer(numbers) {
    this.numbers = numbers;
    const said = JSON.stringify(numbers.map(({ name, label, tab }) => [name, label, tab]));
    if (said === this.offered) return;
    this.offered = said;
    const { name1, name2 } = this.field,
      before = [name1.value, name2.value];
    const options = () => numbers.map(({ name, label, tab }) => option(name, label + (tab ? ` · ${tab}` : "")));
    name1.replaceChildren(...options());
    name2.replaceChildren(option("", inWords("no other")), ...options());
    [name1, name2].forEach((select, i) => {
      const kept = [...select.options].some(({ value }) => value === before[i]);
      select.value = kept ? before[i] : i ? "" : numbers[0]?.name;
      if (!kept || !before[i]) this.fill(i + 1);
    });
  }

  // Fill in the defaults of from, to and count.
  fill(n) {
    const number = this.number(this.field[`name${n}`].value);
    this.second.hidden = !this.field.name2.value;
    if (number) {
      [this.field[`from${n}`].value, this.field[`to${n}`].value] = [number.low, number.high].map(typeable);
      this.field[`log${n}`].checked = number.log;
    }
    this.counts();
  }

  counts() {
    const map = Boolean(this.field.name2.value);
    for (const n of map ? [1, 2] : [1]) {
      const number = this.number(this.field[`name${n}`].value);
      if (number) this.field[`count${n}`].value = map ? Math.min(ON_A_MAP, number.count) : number.count;
    }
  }

  // Texts of the requested sweep; "" for no second number.
  get texts() {
    return [1, 2].map((n) => {
      const [name, ...rest] = ["name", ...PARTS].map((part) => this.field[part + n].value.trim());
      const log = this.field[`log${n}`].checked,
        scale = log === this.number(name)?.log ? [] : [log ? "log" : "even"];
      return name
        ? [name, ...rest.map((text) => (Number.isNaN(read(text)) ? text : String(read(text)))), ...scale].join(":")
        : "";
    });
  }

  // Show a sweep from the address in the form.
  write(texts) {
    const said = texts.map((text) => text.split(":"));
    said.forEach(([name], i) => {
      const select = this.field[`name${i + 1}`];
      if ([...select.options].some(({ value }) => value === name)) select.value = name;
    });
    [1, 2].forEach((n) => this.fill(n));
    said.forEach(([, ...rest], i) => {
      PARTS.forEach((part, n) => rest[n] && (this.field[part + (i + 1)].value = typeable(rest[n])));
      for (const word of rest.slice(3)) if (word !== "side") this.field[`log${i + 1}`].checked = word === "log";
    });
  }
}
