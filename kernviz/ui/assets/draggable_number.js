// Base class of a number that can be changed by dragging (number_press.js), by keys (number_keys.js) and by ▶
// (breathing.js). From hold() to release() the number is held; giveUp() restores the value it had before. Subclasses
// update what depends on the number.
import { mark } from "./mark.js";
import { shown, written } from "./positions.js";
import { decimal, plain } from "./words.js";

const TWICE = 400; // ms between two taps that belong together
const DRAWER = '[data-testid="stSidebar"]';

export class Held {
  told; // {label, live}; live: parameter name in requests for live pictures, empty if no picture can follow
  scale;
  value;
  before;
  later;
  press = null; // the Press that handles dragging
  held = null; // what holds the number: "pointer", "tap", "breath" (▶) or the name of a key; null: nothing
  tapped = -Infinity;
  wide = 1; // factor of the range in which ▶ moves the number

  /** @type {Element | null} the phone's drawer in which the number is held */
  drawer = null;

  // root: the element that has the class kv-held while the number is held
  constructor(root) {
    this.root = root;
  }

  // ---- display ----
  show() {}
  complain(_problem) {}

  get text() {
    return this.value === Infinity ? "∞" : written(this.value);
  }

  // The value for display, with the decimal sign of the language.
  get said() {
    return decimal(shown(this.value));
  }

  // Set the ARIA values of a slider, for screen readers.
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
    slider.setAttribute("aria-valuetext", decimal(this.text));
  }

  // ---- moving ----
  // The value that start() restores.
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
    this.drawer = this.root.closest(DRAWER);
    if (this.drawer) mark(this.drawer, "held", true, DRAWER);
    this.complain("");
  }

  // Set a value whose picture is already shown.
  carry(value) {
    this.value = value;
    this.show();
  }

  release() {
    this.letGo();
    this.show();
  }

  // End of holding, for release() of subclasses; the current press ends, too.
  letGo() {
    if (this.press) this.press.now = null;
    clearTimeout(this.later);
    this.held = null;
    this.root.classList.remove("kv-held");
    // the drawer found in hold(): the number itself may have left the page
    if (this.drawer) mark(this.drawer, "held", false, DRAWER);
    this.drawer = null;
  }

  // Cancel: restore the value before hold().
  giveUp() {
    if (this.press) this.press.now = null;
    if (!this.held) return;
    this.move(this.before);
    this.release();
  }

  // Set the number to its first value.
  start() {
    this.hold("tap");
    this.move(this.first);
    this.release();
  }

  // Whether this tap is the second of a double tap. now: the event's own time stamp, which no busy page delays
  tap(now) {
    const second = now - this.tapped < TWICE;
    this.tapped = second ? -Infinity : now;
    return second;
  }
}
