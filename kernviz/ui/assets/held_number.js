// A number of the page, linked to Python (kernviz/ui/number.py). While the number is held, live.js gets every change.
// On release Python gets the value with a growing message number `seq`. A value from Python counts only if Python has
// seen the newest message. positions.js has the values that the slider can take.
import { untilAnswered } from "./connection.js";
import { Held } from "./draggable_number.js";
import * as live from "./live.js";
import { Scale, written } from "./positions.js";

const RULES = ["low", "high", "log", "whole", "step", "least", "most", "infinite", "stops"];
export const number = (text) => (text === "inf" ? Infinity : Number(text));

export class HeldNumber extends Held {
  send;
  untold = false;
  typing = false;
  seq = 0;

  describe() {}

  // ---- messages from Python ----
  accept(data, _, send) {
    const before = this.told;
    Object.assign(this, { told: data, send });
    if (!before || RULES.some((rule) => String(before[rule]) !== String(data[rule]))) {
      this.scale = new Scale(data);
      if (before) this.scale.grow(this.value);
    }
    this.describe();
    if (before && before.epoch !== data.epoch) {
      // The server was restarted, and has a new session. The value on the screen is kept.
      this.seq = Math.max(this.seq, data.seq);
      if (this.held) this.untold = true;
      else this.insist();
    } else if (!this.held) this.takeFromPython();
    this.show();
  }

  // Send Python the value again if Python has another one.
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

  // ---- moving ----
  get first() {
    return number(this.told.default);
  }

  move(value) {
    if (value === this.value) return;
    this.value = value;
    this.scale.grow(value);
    this.show();
    if (this.told.live) live.move(this.told.live, written(this.own(value)));
  }

  // The picture for the next value of a number that plays (breathing.js).
  ahead(value, kept) {
    return live.ahead(this.told.live, written(this.own(value)), kept);
  }

  arrive(message) {
    return live.arrive(message);
  }

  // Convert a displayed number to kernviz's own parametrization, which the address uses. The displayed number is in a
  // lecture's notation: c·v^p for kernviz's value v.
  own(value) {
    const [c, p] = this.told.how ?? [1, 1];
    return p < 0 ? c / value : value / c;
  }

  release() {
    this.letGo();
    if (this.told.live) live.release();
    if (this.value !== this.before) this.commit();
    else if (this.untold) this.insist();
    else this.takeFromPython();
    this.show();
  }

  // Set a typed value.
  set(value) {
    this.scale.grow(value);
    if (value !== this.value) {
      this.value = value;
      this.commit();
    }
    this.show();
  }

  commit(more = {}) {
    this.seq += 1;
    this.untold = false;
    untilAnswered(
      this,
      () => this.told.seq >= this.seq,
      () => this.commit(),
    );
    const { value, seq } = this;
    this.send("value", { value: Number.isFinite(value) ? value : null, text: written(value), seq, ...more });
  }

  remove() {
    const held = this.held;
    this.letGo();
    if (held && this.told.live) live.release();
  }
}
