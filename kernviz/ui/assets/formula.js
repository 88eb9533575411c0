// The kernel's formula, its numbers handles: dragged, stepped by keys, moved by a finger, as the sliders of the same numbers are.
// The control of the number moved last stands under the formula. See kernviz/ui/formula.py for the other half.
import { make, mathml } from "./mathml.js";
import { controlOf, onShown } from "./number_handles.js";
import { pressed } from "./number_keys.js";
import { Press } from "./number_press.js";
import { whenGone } from "./theme.js";

const LENGTH = 260; // pixels of a drag over a whole slider
const formulas = new WeakMap();

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
    on("pointerdown", (_, control) => ((this.press.control = control), choose(control)), true); // before the press begins
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
    if (!control.held && this.press.now?.begun) this.press.now = null; // given up by a key
    const { said, value } = control;
    this.element.textContent = value < 0 ? `(−${said.replace(/^[-−]/, "")})` : said;
    this.element.classList.toggle("kv-held", Boolean(control.held));
    control.sayIn(this.element);
  }
}

// From now on this is the control under the formula.
function choose(control) {
  for (const other of document.querySelectorAll(".kv-number.kv-in-hand"))
    other.classList.toggle("kv-in-hand", other === control.root);
  control.root.classList.add("kv-in-hand");
}

class FormulaWithHandles {
  said = "";
  handles = [];

  constructor(root) {
    this.root = root;
  }

  accept({ latex, text, slots }) {
    const said = JSON.stringify([latex, text, slots]);
    if (said === this.said) return;
    this.said = said;
    const at = this.handles.findIndex(({ element }) => element === document.activeElement);
    this.forget();
    const slot = (index) => {
      const handle = new Handle(...slots[index]);
      this.handles.push(handle);
      return handle.element;
    };
    this.root.replaceChildren(
      latex ? mathml(latex, slot) : Object.assign(document.createElement("code"), { textContent: text }),
    );
    if (at >= 0) this.handles[Math.min(at, this.handles.length - 1)]?.element.focus({ preventScroll: true });
  }

  forget() {
    for (const { forget } of this.handles) forget();
    this.handles = [];
  }
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".kv-formula");
  let formula = formulas.get(root);
  if (!formula) formulas.set(root, (formula = new FormulaWithHandles(root)));
  if (data) formula.accept(data);
  return whenGone(root, () => formula.forget());
}
