// A number on the page: slider and text field in one component, for kernviz/ui/number.py. held_number.js has its state.
import { Breathing } from "./breathing.js";
import { HeldNumber } from "./held_number.js";
import { ExactField } from "./number_field.js";
import * as handles from "./number_handles.js";
import { pressed } from "./number_keys.js";
import { Press } from "./number_press.js";
import { shown } from "./positions.js";
import { mountedIn } from "./theme.js";
import { decimal, inWords } from "./words.js";

let made = 0;

class Control extends HeldNumber {
  about;
  problem;
  rail;
  thumb;
  exact;
  name;
  help;
  fill;

  constructor(parent) {
    const part = (name) => parent.querySelector(".kv-" + name);
    super(part("number"));
    for (const name of ["name", "help", "exact", "rail", "fill", "thumb", "about", "problem"]) this[name] = part(name);
    this.id = ++made;
    [this.about.id, this.problem.id] = [`kv-about-${made}`, `kv-problem-${made}`];
    this.breathing = new Breathing(this, part("breathe"), part("stopped"));
    this.press = new Press(this, this.rail, this.thumb);
    this.field = new ExactField(this, this.exact);
    this.listen();
    this.observer = new ResizeObserver(() => this.told && this.show());
    this.observer.observe(this.rail);
  }

  listen() {
    const { thumb, exact, name, help, about } = this;
    thumb.onkeydown = (event) => pressed(this, event, () => exact.focus());
    thumb.onkeyup = exact.onkeyup = (event) => this.held === event.key && this.release();
    thumb.onblur = () => this.held && !["pointer", "breath"].includes(this.held) && this.release();
    name.onclick = (event) => this.tap(event.timeStamp) && this.start();
    help.onclick = () => help.setAttribute("aria-expanded", String(!(about.hidden = !about.hidden)));
  }

  describe() {
    const { label, help } = this.told;
    this.name.textContent = this.name.title = label;
    this.thumb.setAttribute("aria-label", label);
    this.exact.setAttribute("aria-label", inWords("{label}, exact value", { label }));
    // a phone's keyboard for decimals lacks the minus sign
    this.exact.inputMode = this.told.least >= 0 && this.told.least !== null ? "decimal" : "text";
    Object.assign(this.help, { hidden: !help, title: (this.about.textContent = help ?? "") });
    this.help.setAttribute("aria-label", inWords("What is {label}?", { label }));
    this.thumb.setAttribute("aria-describedby", help ? this.about.id : "");
    this.breathing.describe(this.told);
    handles.enter(this);
  }

  complain(problem) {
    this.problem.textContent = problem || "";
    this.problem.hidden = !problem;
    this.exact.setAttribute("aria-invalid", String(Boolean(problem)));
    this.exact.setAttribute("aria-describedby", problem ? this.problem.id : "");
  }

  show() {
    const { scale, value, thumb, rail, fill, exact } = this,
      [low, high] = scale.ends;
    const { text } = this,
      middle = thumb.offsetWidth / 2;
    const x = (place) => middle + place * (rail.clientWidth - 2 * middle);
    const here = x(scale.at(value)),
      zero = !scale.log && !scale.stops && low < 0 && high > 0 ? x(scale.at(0)) : 0;
    thumb.style.transform = `translateX(${(here - middle).toFixed(2)}px)`;
    Object.assign(fill.style, { left: `${Math.min(zero, here)}px`, width: `${Math.abs(here - zero)}px` });
    this.sayIn(thumb);
    if (!this.typing && !this.field.focused) exact.value = this.said;
    exact.title = shown(value) === text ? "" : decimal(text);
    this.root.dataset.seq = String(this.seq); // number of the last message; tests wait for it
    handles.shown(this);
  }

  remove() {
    handles.leave(this);
    this.observer.disconnect();
    this.breathing.forget();
    super.remove();
  }
}

export default mountedIn(Control);
