// The kernel's formula. Each of its numbers can be changed like its slider: by dragging, by keys and by touch. The
// control of the number chosen last is shown below the formula. The Python side is kernviz/ui/formula.py.
import { element } from "./elements.js";
import { mark } from "./mark.js";
import { make, mathml } from "./mathml.js";
import { controlOf, onShown } from "./number_handles.js";
import { pressed } from "./number_keys.js";
import { Press } from "./number_press.js";
import { mounted } from "./theme.js";

const LENGTH = 260; // pixels of dragging for a whole slider
const LEAST = 0.8; // smallest factor of a formula's font size; a formula that is still too wide can be scrolled
const HANDLED = '[class*="st-key-kv-handled"]'; // the container of the controls below the formula

class Handle {
  constructor(name, label) {
    this.name = name;
    this.element = make("mn");
    for (const [key, value] of Object.entries({ class: "kv-slot", role: "slider", tabindex: "0", "aria-label": label }))
      this.element.setAttribute(key, value);
    this.element.dataset.number = name;
    this.press = new Press(null, this.element, this.element, () => LENGTH);
    const on = (kind, does, capture = false) =>
      this.element.addEventListener(kind, (event) => this.control && does(event, this.control), capture);
    // in the capture phase: the press needs its control first
    on("pointerdown", (_, control) => ((this.press.control = control), choose(control)), true);
    on("focus", (_, control) => choose(control));
    on("keydown", (event, control) => pressed(control, event, () => control.exact.focus()));
    on("keyup", (event, control) => control.held === event.key && control.release());
    on("blur", (_, control) => control.held && !["pointer", "breath"].includes(control.held) && control.release());
    this.forget = onShown(name, (control) => this.show(control));
  }

  get control() {
    return controlOf(this.name);
  }

  show(control) {
    if (!control.held && this.press.now?.begun) this.press.now = null; // a key has cancelled the drag
    const { said, value } = control;
    this.element.textContent = value < 0 ? `(−${said.replace(/^[-−]/, "")})` : said;
    this.element.classList.toggle("kv-held", Boolean(control.held));
    control.sayIn(this.element);
  }
}

// Show this control below the formula.
function choose(control) {
  for (const other of document.querySelectorAll("[data-kv-in-hand]")) other.removeAttribute("data-kv-in-hand");
  mark(control.root, "in-hand");
  mark(control.root, "chosen", true, HANDLED);
}

// A control may have left the page. The first handle's control is shown again if no chosen one is left.
function recall() {
  for (const formula of document.querySelectorAll(`${HANDLED}[data-kv-chosen]`))
    formula.toggleAttribute("data-kv-chosen", formula.querySelector("[data-kv-in-hand]") !== null);
}

// Split a formula into parts between which a line may be broken: each summand after the first, with its sign.
function inLines(math) {
  const row = math.children.length === 1 && math.firstElementChild.localName === "mrow" ? math.firstElementChild : math;
  const pieces = [[]];
  let depth = 0; // depth of brackets
  for (const part of [...row.children]) {
    const [before, text] = [pieces.at(-1).at(-1), part.localName === "mo" ? part.textContent : ""];
    if (!depth && "+−-".includes(text || " ") && before && before.textContent !== "=") pieces.push([]);
    depth += "([{".includes(text || " ") ? 1 : /^[)\]}]/.test(part.textContent) ? -1 : 0;
    pieces.at(-1).push(part);
  }
  return pieces.flatMap((parts, i) => (i ? [" ", make("math", ...parts)] : [make("math", ...parts)]));
}

class FormulaWithHandles {
  said = "";
  handles = [];

  constructor(root) {
    this.root = root;
  }

  accept({ latex, text, slots }) {
    setTimeout(recall);
    const said = JSON.stringify([latex, text, slots]);
    if (said === this.said) return;
    this.said = said;
    const at = this.handles.findIndex(({ element }) => element === document.activeElement);
    this.remove();
    const slot = (index) => {
      const handle = new Handle(slots[index].name, slots[index].label);
      this.handles.push(handle);
      return handle.element;
    };
    this.root.replaceChildren(...(latex ? inLines(mathml(latex, slot)) : [element("code", { textContent: text })]));
    this.root.style.removeProperty("--kv-share");
    const share = this.root.clientWidth / this.root.scrollWidth; // a summand wider than its space is written smaller
    if (share < 1) this.root.style.setProperty("--kv-share", String(Math.max(LEAST, share)));
    if (at >= 0) this.handles[Math.min(at, this.handles.length - 1)]?.element.focus({ preventScroll: true });
  }

  remove() {
    for (const { forget } of this.handles) forget();
    this.handles = [];
  }
}

export default mounted(".kv-formula", FormulaWithHandles);
