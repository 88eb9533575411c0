// A question of a story. The server judges the answer; the answer is stored in this browser only.
import { element } from "./elements.js";
import { inWords } from "./words.js";

const PATIENCE = 15000; // ms to wait for the verdict

export class Question {
  data;
  story;
  values;
  answered;
  passed = false;
  tries = 0;

  constructor(data, story, { values, answered }) {
    Object.assign(this, { data, story, values, answered });
    this.status = element("p", { className: "kv-verdict", role: "status", hidden: true });
    this.skip = element("button", {
      type: "button",
      className: "kv-skip",
      textContent: inWords("Read on without an answer"),
      onclick: () => this.pass("", false),
    });
    this.form = this.asking();
    const ask = element("p", { className: "kv-ask", innerHTML: data.html });
    ask.id = `kv-question-${data.number}`;
    this.root = element("section", { className: "kv-question" }, [ask, this.form, this.status, this.skip]);
    this.root.setAttribute("aria-labelledby", ask.id);
  }

  asking() {
    if (this.data.asks === "choose") {
      this.buttons = this.data.options.map(([value, html]) => {
        const button = element("button", { type: "button", innerHTML: html, value });
        button.onclick = () => this.judge(value, button);
        return button;
      });
      return element("div", { className: "kv-options" }, this.buttons);
    }
    const check = element("button", { type: "submit", textContent: inWords("Check") });
    const parts = [];
    if (this.data.asks === "number") {
      this.field = element("input", {
        type: "text",
        inputMode: "decimal",
        autocomplete: "off",
        placeholder: inWords("a number"),
      });
      this.field.setAttribute("aria-label", inWords("Your answer, a number"));
      parts.push(this.field);
    }
    return element(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          this.judge(this.field?.value ?? "", null);
        },
      },
      [...parts, check],
    );
  }

  async judge(text, button) {
    if (this.data.asks === "number" && !text.trim()) return this.field.focus();
    const query = new URLSearchParams(Object.entries(this.values()).map(([name, value]) => [name, String(value)]));
    query.set("question", this.data.number);
    query.set("answer", text);
    query.set("tries", String(this.tries));
    try {
      const said = await fetch(`${this.story.answers}?${query}`, { signal: AbortSignal.timeout(PATIENCE) });
      if (!said.ok) throw new Error(String(said.status));
      const { right, reason } = await said.json();
      this.mark(text, right, button);
      this.tell(right, reason);
      this.tries += 1;
      if (right) this.pass(text, true, reason);
    } catch (error) {
      console.warn("kernviz:", error);
      this.tell(null, inWords("That did not arrive: try again."));
    }
  }

  mark(text, right, button) {
    this.buttons?.forEach((button) => button.classList.remove("kv-right", "kv-wrong"));
    button?.classList.add(right ? "kv-right" : "kv-wrong");
  }

  tell(right, html) {
    const word = right === null ? "" : right ? inWords("Right") : inWords("Not so");
    this.status.hidden = false;
    this.status.className = `kv-verdict ${right === null ? "" : right ? "kv-right" : "kv-wrong"}`;
    this.status.innerHTML = html; // the server's own HTML, without text of others
    if (word) this.status.prepend(element("strong", { textContent: word + (html ? ": " : ".") }));
  }

  pass(text, right, reason = "") {
    this.passed = true;
    this.skip.hidden = true;
    this.root.classList.add("kv-passed");
    this.answered(text, right, reason);
  }

  // Show the answer stored in this browser.
  recall(kept) {
    if (!kept) return;
    const [text, right] = kept;
    this.passed = true;
    this.skip.hidden = true;
    this.root.classList.add("kv-passed");
    if (this.field) this.field.value = text;
    this.buttons?.find(({ value }) => value === text)?.classList.add(right ? "kv-right" : "kv-wrong");
    if (right) this.tell(true, "");
  }

  forget() {
    Object.assign(this, { passed: false, tries: 0 });
    this.status.hidden = true;
    this.skip.hidden = false;
    this.root.classList.remove("kv-passed");
    if (this.field) this.field.value = "";
    this.buttons?.forEach((button) => button.classList.remove("kv-right", "kv-wrong"));
  }
}
