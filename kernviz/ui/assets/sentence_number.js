// A number in a sentence. It is dragged to the left and right, has the keys of a slider, and is played by ▶. A double
// tap restores its first value. Subclasses update what depends on the number: story_number.js in the app, site.js on
// the static site.
import { Breathing } from "./breathing.js";
import { element } from "./elements.js";
import { Held } from "./draggable_number.js";
import { pressed } from "./number_keys.js";
import { Press } from "./number_press.js";
import { Scale } from "./positions.js";
import { inWords } from "./words.js";

const RUN = 280; // pixels of dragging from one end of the range to the other

export class SentenceNumber extends Held {
  // low, high, log, whole: the range; name: the parameter that the number sets
  constructor(span, { label, name, low, high, log = false, whole = false }, value) {
    super(span);
    this.told = { label, live: name };
    this.value = value;
    this.scale = new Scale({
      low,
      high,
      log,
      whole,
      least: low,
      most: high,
      step: undefined,
      infinite: false,
      stops: undefined,
    });
    for (const [key, said] of Object.entries({
      role: "slider",
      tabindex: "0",
      "aria-label": label,
      title: inWords("Drag to the left or right, or press ← and →. Press twice to go back to the first value."),
    }))
      span.setAttribute(key, said);
    this.thumb = span;
    this.press = new Press(this, span, span, () => RUN);
    span.onkeydown = (event) => this.key(event);
    span.onkeyup = (event) => this.held === event.key && this.release();
    span.onblur = () => this.held && !["pointer", "breath"].includes(this.held) && this.release();
    const button = element("button", { type: "button", className: "kv-breathe", ariaPressed: "false" });
    const status = element("span", { className: "kv-stopped", role: "status" });
    const both = element("span", { className: "kv-with-play" });
    span.replaceWith(both);
    both.append(span, button, status);
    this.breathing = new Breathing(this, button, status);
    this.breathing.describe(this.told);
  }

  key(event) {
    if (event.key !== "Escape" || this.held) return pressed(this, event);
    this.start();
    event.preventDefault();
  }

  show() {
    const { root } = this;
    root.textContent = this.said;
    this.sayIn(root);
    root.setAttribute("aria-valuetext", this.said);
  }

  remove() {
    this.breathing.forget();
  }
}
