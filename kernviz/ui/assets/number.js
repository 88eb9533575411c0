// A number: slider and field in one. While it is held, by pointer or key, it tells live.js every change; when let go it gives
// Python the value with a growing number, and takes a value from Python only when Python has seen the newest of its own.
// See kernviz/ui/number.py for the other half, positions.js for where it can stand.
import { Breathing } from "./breathing.js";
import { untilConnected } from "./connection.js";
import * as live from "./live.js";
import { Scale, read, readings, shown, written } from "./positions.js";
import { whenGone } from "./theme.js";
import { decimal, inWords, plain } from "./words.js";

const GRAB = { mouse: 12, touch: 22 }; // pixels around the thumb's middle that are the thumb
const STILL = 3; // pixels within which a press that moved is none
const AWAY = 60; // pixels above or below the track from which on a drag is fine
const TWICE = 400; // ms between two taps that belong together
const QUIET = { first: 700, repeated: 250 }; // ms after which a key counts as released, should its end never be told
const KEYS = {
  ArrowRight: [1],
  ArrowUp: [1],
  ArrowLeft: [-1],
  ArrowDown: [-1],
  PageUp: [1, "page"],
  PageDown: [-1, "page"],
};
const RULES = ["low", "high", "log", "whole", "step", "least", "most", "infinite", "stops"];
const controls = new WeakMap();
const number = (text) => (text === "inf" ? Infinity : Number(text));
let made = 0;

class Control {
  about;
  problem;
  told;
  rail;
  thumb;
  exact;
  name;
  help;
  send;
  fill;

  constructor(parent) {
    const part = (name) => parent.querySelector(".kv-" + name);
    this.root = part("number");
    for (const name of ["name", "help", "exact", "rail", "fill", "thumb", "about", "problem"]) this[name] = part(name);
    Object.assign(this, { seq: 0, held: null, press: null, typing: false, tapped: -Infinity, id: ++made });
    [this.about.id, this.problem.id] = [`kv-about-${made}`, `kv-problem-${made}`];
    this.breathing = new Breathing(this, part("breathe"), part("stopped"));
    this.listen();
    this.observer = new ResizeObserver(() => this.told && this.show());
    this.observer.observe(this.rail);
  }

  listen() {
    const { rail, thumb, exact, name, help, about } = this;
    rail.onmousedown = (event) => event.preventDefault(); // the thumb has the focus
    rail.onpointerdown = (event) => this.down(event);
    rail.onpointermove = (event) => this.drag(event);
    rail.addEventListener("pointerrawupdate", (event) => this.drag(event)); // at once; the other one waits for the next frame
    rail.onpointerup = (event) => this.up(event);
    rail.onpointercancel = () => this.giveUp();
    thumb.onkeydown = (event) => this.key(event);
    thumb.onkeyup = exact.onkeyup = (event) => this.held === event.key && this.release();
    thumb.onblur = () => this.held && this.held !== "pointer" && this.release();
    exact.onkeydown = (event) => this.fieldKey(event);
    exact.oninput = () => ((this.typing = true), this.complain(""));
    exact.onfocus = () => ((exact.value = this.text), exact.select());
    exact.onblur = () => this.left();
    name.onclick = () => this.tap() && this.start();
    help.onclick = () => help.setAttribute("aria-expanded", String(!(about.hidden = !about.hidden)));
  }

  // ---- what Python says ----
  accept(data, send) {
    const before = this.told;
    Object.assign(this, { told: data, send });
    if (!before || RULES.some((rule) => String(before[rule]) !== String(data[rule]))) {
      this.scale = new Scale(data);
      if (before) this.scale.grow(this.value);
    }
    this.describe();
    if (before && before.epoch !== data.epoch) {
      // Another session than the one that was moved here: a server that has been restarted. What is on the screen counts.
      this.seq = Math.max(this.seq, data.seq);
      if (this.held) this.untold = true;
      else this.insist();
    } else if (!this.held) this.takeFromPython();
    this.show();
  }

  // Python is told once more what it does not know.
  insist() {
    this.untold = false;
    if (written(this.value) !== this.told.value) this.commit({ again: true });
  }

  takeFromPython() {
    const { told } = this;
    if (told.seq < this.seq) return;
    this.seq = told.seq;
    this.value = number(told.value);
    this.scale.grow(this.value);
    if (told.problem || !this.typing) this.complain(told.problem);
  }

  describe() {
    const { label, help } = this.told;
    this.name.textContent = this.name.title = label;
    this.thumb.setAttribute("aria-label", label);
    this.exact.setAttribute("aria-label", inWords("{label}, exact value", { label }));
    this.exact.inputMode = this.told.least >= 0 && this.told.least !== null ? "decimal" : "text"; // a phone's decimals lack the minus
    Object.assign(this.help, { hidden: !help, title: (this.about.textContent = help ?? "") });
    this.help.setAttribute("aria-label", inWords("What is {label}?", { label }));
    this.thumb.setAttribute("aria-describedby", help ? this.about.id : "");
    this.breathing.describe(this.told);
  }

  // ---- moving ----
  hold(by) {
    if (!this.held) this.before = this.value;
    this.held = by;
    this.root.classList.add("kv-held");
    this.complain("");
  }

  move(value) {
    if (value === this.value) return;
    this.value = value;
    this.scale.grow(value);
    this.show();
    if (this.told.live) live.move(this.told.live, written(this.own(value)));
  }

  // A value whose picture is there already (breathing.js); live.js knows of it.
  carry(value) {
    this.value = value;
    this.show();
  }

  // What is shown is a lecture's number, c·value^p of kernviz's own; the address speaks kernviz's.
  own(value) {
    const [c, p] = this.told.how ?? [1, 1];
    return p < 0 ? c / value : value / c;
  }

  release() {
    clearTimeout(this.later);
    Object.assign(this, { held: null, press: null });
    this.root.classList.remove("kv-held");
    if (this.told.live) live.release(this.told.live);
    if (this.value !== this.before) this.commit();
    else if (this.untold) this.insist();
    else this.takeFromPython();
    this.show();
  }

  // As if it had not been touched.
  giveUp() {
    if (this.held) {
      this.move(this.before);
      this.release();
    }
    this.press = null;
  }

  start() {
    this.hold("tap");
    this.move(number(this.told.default));
    this.release();
  }

  commit(more = {}) {
    this.seq += 1;
    this.untold = false;
    untilConnected(this, () => this.root.isConnected && this.commit());
    const { value, seq } = this;
    this.send("value", { value: Number.isFinite(value) ? value : null, text: written(value), seq, ...more });
  }

  // Whether this tap is the second of two.
  tap() {
    const now = performance.now(),
      second = now - this.tapped < TWICE;
    this.tapped = second ? -Infinity : now;
    return second;
  }

  // ---- pointer ----
  place(x) {
    const box = this.rail.getBoundingClientRect(),
      thumb = this.thumb.offsetWidth;
    return (x - box.left - thumb / 2) / (box.width - thumb);
  }

  down(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    if (this.held) this.release(); // by a press whose end was never told
    const touch = event.pointerType === "touch",
      { clientX: x, clientY: y, pointerId: id } = event;
    const box = this.thumb.getBoundingClientRect();
    const onThumb = Math.abs(x - box.left - box.width / 2) <= GRAB[touch ? "touch" : "mouse"];
    this.press = { id, x, y, onThumb, place: onThumb ? this.scale.at(this.value) : this.place(x), begun: false };
    if (touch) return; // it may yet become a scroll: the browser then cancels the press
    this.rail.setPointerCapture(id);
    this.grab();
    if (!onThumb) this.move(this.scale.value(this.press.place));
  }

  grab() {
    this.thumb.focus({ preventScroll: true, focusVisible: false }); // first, for a field that is left says what it holds
    this.hold("pointer");
  }

  drag(event) {
    const { press } = this,
      { clientX: x, clientY: y } = event;
    if (!press || event.pointerId !== press.id) return;
    if (!press.begun) {
      if (Math.abs(x - press.x) < STILL) return;
      press.begun = true;
      if (!this.held) this.grab();
    } else if (x === press.x) return;
    const box = this.rail.getBoundingClientRect();
    const fine = event.shiftKey || Math.abs(y - box.top - box.height / 2) > AWAY;
    press.place += ((x - press.x) / (box.width - this.thumb.offsetWidth)) * (fine ? 0.1 : 1);
    press.x = x;
    this.move(this.scale.value(press.place, fine));
  }

  up(event) {
    const { press } = this;
    if (!press || event.pointerId !== press.id) return;
    if (!this.held) this.grab(); // a finger's tap
    if (!press.begun && !press.onThumb) this.move(this.scale.value(press.place));
    this.release();
    if (press.begun || !press.onThumb) this.tapped = -Infinity;
    else if (this.tap()) this.start();
  }

  // ---- keys ----
  key(event) {
    const { key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (key === "Escape" && this.held) this.giveUp();
    else if (key in KEYS) {
      const [sign, size] = KEYS[key];
      this.step(event, this.scale.next(this.value, sign, size ?? (event.shiftKey ? "tenth" : "step")));
    } else if (key === "Home" || key === "End") this.step(event, this.scale.ends[Number(key === "End")]);
    else if (/^[\d.,-]$/.test(key) && !this.held)
      return this.exact.focus(); // the key then writes there
    else return;
    event.preventDefault();
  }

  step(event, value) {
    if (this.held === "pointer") return;
    this.hold(event.key);
    this.move(value);
    clearTimeout(this.later);
    this.later = setTimeout(
      () => this.held === event.key && this.release(),
      event.repeat ? QUIET.repeated : QUIET.first,
    );
  }

  // ---- typing ----
  fieldKey(event) {
    const { key } = event;
    if (key === "ArrowUp" || key === "ArrowDown") {
      if (this.typing && !this.take()) return;
      this.key(event);
      this.exact.value = this.text;
    } else if (key === "Enter") {
      if (this.take()) this.exact.onfocus();
    } else if (key === "Escape") {
      this.typing = false;
      this.complain("");
      this.giveUp();
      this.exact.blur();
    }
  }

  left() {
    if (this.held) this.release();
    if (this.typing) this.take();
    this.typing = false;
    this.show();
  }

  // What the field says becomes the value, or a sentence.
  take() {
    const text = this.exact.value,
      value = read(text, this.fits),
      problem = this.refusal(text, value);
    this.complain(problem);
    if (problem) return false;
    this.typing = false;
    this.scale.grow(value);
    if (value !== this.value) {
      this.value = value;
      this.commit();
    }
    this.show();
    return true;
  }

  // Whether the number could have that value.
  fits = (value) => {
    const { whole, least, most } = this.told;
    return value >= (least ?? -Infinity) && value <= (most ?? Infinity) && (!whole || Number.isInteger(value));
  };

  refusal(text, value) {
    const { label, whole, infinite, least, most, refusal } = this.told,
      [symbol] = label.split(",");
    if (!text.trim()) return inWords("{symbol} needs a number.", { symbol });
    if (Number.isNaN(value)) {
      const slice = text.trim().slice(0, 40),
        [one, other] = readings(text, this.fits);
      if (other)
        return inWords("“{slice}” can mean {one} or {other}: type the one that is meant.", { slice, one, other });
      return inWords("“{slice}” is not a number.", { slice });
    }
    if (value === Infinity) return infinite ? "" : refusal || inWords("{symbol} must be finite.", { symbol });
    if (whole && !Number.isInteger(value)) return inWords("{symbol} must be a whole number.", { symbol });
    return value < (least ?? -Infinity) || value > (most ?? Infinity) ? refusal : "";
  }

  complain(problem) {
    this.problem.textContent = problem || "";
    this.problem.hidden = !problem;
    this.exact.setAttribute("aria-invalid", String(Boolean(problem)));
    this.exact.setAttribute("aria-describedby", problem ? this.problem.id : "");
  }

  // ---- showing ----
  get text() {
    return this.value === Infinity ? "∞" : written(this.value);
  }

  // For reading.
  get said() {
    return decimal(shown(this.value));
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
    const top = high === Infinity ? (scale.stops ? scale.stops.at(-2) : scale.high) : high;
    for (const [name, now] of [
      ["min", low],
      ["max", top],
      ["now", Math.min(top, Math.max(low, value))],
      ["text", text],
    ])
      thumb.setAttribute(`aria-value${name}`, name === "text" ? now : plain(now));
    if (!this.typing && exact.getRootNode().activeElement !== exact) exact.value = this.said;
    exact.title = shown(value) === text ? "" : decimal(text);
    this.root.dataset.seq = this.seq; // what is shown: tests and the curious can wait for it
  }

  remove() {
    clearTimeout(this.later);
    this.observer.disconnect();
    this.breathing.forget();
    if (this.held && this.told.live) live.release(this.told.live);
  }
}

export default function ({ data, parentElement, setStateValue }) {
  let control = controls.get(parentElement);
  if (!control || !parentElement.contains(control.root)) {
    control?.remove();
    controls.set(parentElement, (control = new Control(parentElement)));
  }
  if (data) control.accept(data, setStateValue);
  return whenGone(control.root, () => control.remove());
}
