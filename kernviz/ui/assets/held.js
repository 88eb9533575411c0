// A number under a hand, whatever moves with it: taken hold of, carried, given up, brought back. A press (number_press.js), a key
// (number_keys.js) and ▶ (breathing.js) all speak to it so.
import { shown, written } from "./positions.js";
import { decimal, plain } from "./words.js";

const TWICE = 400; // ms between two taps that belong together

export class Held {
  told; // label, and live: the name of what follows it, none if nothing can
  scale;
  value;
  before;
  later;
  press = null; // a Press, where it is dragged
  held = null; // by what: "pointer", "tap", "breath" or the name of a key
  tapped = -Infinity;
  wide = 1; // how far it plays, in usual widths

  // root: the element that says it is held
  constructor(root) {
    this.root = root;
  }

  // ---- what shows it ----
  show() {}
  complain(_problem) {}

  get text() {
    return this.value === Infinity ? "∞" : written(this.value);
  }

  // For reading.
  get said() {
    return decimal(shown(this.value));
  }

  // What a slider says of its number to those who hear it.
  sayIn(slider) {
    const { scale, value } = this,
      [low, high] = scale.ends;
    const top = high === Infinity ? (scale.stops ? scale.stops.at(-2) : scale.high) : high;
    for (const [name, now] of [
      ["min", low],
      ["max", top],
      ["now", Math.min(top, Math.max(low, value))],
    ])
      slider.setAttribute(`aria-value${name}`, plain(now));
    slider.setAttribute("aria-valuetext", this.text);
  }

  // ---- moving ----
  // The value it begins with.
  get first() {
    return this.before;
  }

  move(value) {
    this.carry(value);
  }

  hold(by) {
    if (!this.held) this.before = this.value;
    this.held = by;
    this.root.classList.add("kv-held");
    this.complain("");
  }

  // A value whose picture is there already.
  carry(value) {
    this.value = value;
    this.show();
  }

  release() {
    this.letGo();
    this.show();
  }

  // A press ends, too.
  letGo() {
    if (this.press) this.press.now = null;
    clearTimeout(this.later);
    this.held = null;
    this.root.classList.remove("kv-held");
  }

  // As if it had not been touched.
  giveUp() {
    if (this.press) this.press.now = null;
    if (!this.held) return;
    this.move(this.before);
    this.release();
  }

  // Back to the value it begins with.
  start() {
    this.hold("tap");
    this.move(this.first);
    this.release();
  }

  // Whether this tap is the second of two. now: when it was made, in ms, however late a busy page hears of it
  tap(now) {
    const second = now - this.tapped < TWICE;
    this.tapped = second ? -Infinity : now;
    return second;
  }
}
