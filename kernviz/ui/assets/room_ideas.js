// Wrong ideas of the class over all questions of the room, as a table for the lecturer. They are asked for when the
// lecturer unfolds them, since a class may be able to read the screen. The server's side is kernviz/ui/rooms/lecturer.py.
import { element } from "./elements.js";
import { saved } from "./saved.js";
import { inWords } from "./words.js";

export class Ideas {
  body;
  code;
  open = false;

  // `request` asks the server for a route of the room.
  constructor(request) {
    this.request = request;
  }

  // The folded table, made anew for each drawing of the panel.
  draw(code) {
    if (this.code !== code) [this.code, this.open] = [code, false];
    this.body = element("div", { className: "kv-ideas" });
    this.body.setAttribute("aria-live", "polite");
    const summary = element("summary", { textContent: inWords("Wrong ideas of the class") });
    summary.dataset.key = "ideas";
    if (this.open) this.look();
    return element(
      "details",
      { className: "kv-aside", open: this.open, ontoggle: (event) => this.fold(event.target) },
      [summary, this.body],
    );
  }

  fold({ open }) {
    if (open && !this.open) this.look();
    this.open = open;
  }

  async look() {
    const { body, code } = this;
    try {
      const answer = await this.request("ideas");
      if (!answer.ok) return;
      const { columns, csv } = await answer.json();
      body.replaceChildren(...this.parts(columns, csv, code));
    } catch {
      // the server is restarting: fold and unfold again
    }
  }

  parts(columns, csv, code) {
    const names = Object.keys(columns);
    const told = element("p", {
      className: "kv-told",
      textContent: inWords(
        "“Missed at first” means: in the first round the student's answer was wrong at one or more of these steps. “Missed at last” means the same for the last round. A question counts as soon as its answer is shown or another question is asked.",
      ),
    });
    if (!columns[names[0]].length)
      return [element("p", { textContent: inWords("No wrong idea is counted so far.") }), told];
    const head = element(
      "tr",
      {},
      names.map((name) => element("th", { scope: "col", textContent: name })),
    );
    const rows = columns[names[0]].map((_, i) =>
      element(
        "tr",
        {},
        names.map((name) => {
          const cell = element("td", { textContent: String(columns[name][i]) });
          cell.dataset.name = name; // shown beside the value where the table is too wide for a row of names
          return cell;
        }),
      ),
    );
    const save = element("button", {
      type: "button",
      textContent: inWords("Ideas as CSV"),
      onclick: () => saved(new Blob(["\ufeff", csv], { type: "text/csv" }), `kernviz-${code}-ideas.csv`),
    });
    save.dataset.key = "ideas as CSV";
    return [element("table", {}, [element("thead", {}, [head]), element("tbody", {}, rows)]), save, told];
  }
}
