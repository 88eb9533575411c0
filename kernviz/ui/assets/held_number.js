// A number of the page under a hand. While it is held it tells live.js every change; when let go it gives Python the value
// with a growing number, and takes a value from Python only when Python has seen the newest of its own.
// See kernviz/ui/number.py for the other half, positions.js for where it can stand.
import { untilAnswered } from "./connection.js";
import { Held } from "./held.js";
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
  accept(data, send) {
    const before = this.told;
    Object.assign(this, { told: data, send });
    if (!before || RULES.some((rule) => String(before[rule]) !== String(data[rule]))) {
      this.scale = new Scale(data);
      if (before) this.scale.grow(this.value);
    }
    this.describe();
    if (before && before.epoch !== data.epoch) {
      // The server was restarted, and has another session. The value on the screen counts.
      this.seq = Math.max(this.seq, data.seq);
      if (this.held) this.untold = true;
      else this.insist();
    } else if (!this.held) this.takeFromPython();
    this.show();
  }

  // Send Python once more what it does not know.
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

  // The picture of a value before the number has it (breathing.js).
  ahead(value, kept) {
    return live.ahead(this.told.live, written(this.own(value)), kept);
  }

  arrive(message) {
    return live.arrive(message);
  }

  // The displayed number is in a lecture's notation, c·value^p of kernviz's own; the address uses kernviz's own.
  own(value) {
    const [c, p] = this.told.how ?? [1, 1];
    return p < 0 ? c / value : value / c;
  }

  release() {
    this.letGo();
    if (this.told.live) live.release(this.told.live);
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
    clearTimeout(this.later);
    if (this.held && this.told.live) live.release(this.told.live);
  }
}
