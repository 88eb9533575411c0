// Positions of a number's slider: possible values, steps, parsing and formatting. This module uses no DOM.
import { round125 } from "./round125.js";
import { readNumber } from "./typed_number.js";
import { decimal, sign } from "./words.js";

const INFINITE = /^\s*[=≈]?\s*\+?(∞|inf|infinity)\s*$/i;
const DRAGGED = 100; // smallest number of positions on the track when dragging
const MOST_DRAGGED = 300;
const FINITE = 0.94; // share of the track for finite values, if its right end is ∞

const tidy = (value, digits) => Number(value.toPrecision(digits)) + 0; // + 0 turns −0 into 0
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

// A round number without the rounding error of round125's product.
const round = (value, up) => tidy(round125(value, up), 6);

export function written(value) {
  if (value === Infinity) return "inf";
  return String(value).replace(/e([+-])(\d)$/, "e$10$2"); // exponent with two digits, as in Python: 1e-07
}

// The value for display, with six digits. The text field has all digits while it is edited.
export const shown = (value) => (value === Infinity ? "∞" : written(tidy(value, 6)));

// The number a text means, NaN if none: the result of readNumber, or ∞. `fits` decides between two readings.
export function read(text, fits) {
  if (INFINITE.test(text)) return Infinity;
  return readNumber(text, sign, fits).value ?? NaN;
}

// Both readings of an ambiguous text, as texts to type; an empty list if the text is not ambiguous.
export const readings = (text, fits) =>
  (readNumber(text, sign, fits).readings ?? []).map((value) => decimal(written(value)));

export class Scale {
  log;
  stops;
  given;
  whole;
  least;
  most;
  infinite;

  constructor({ low, high, log, whole, step, least, most, infinite, stops }) {
    Object.assign(this, {
      low,
      high,
      log,
      whole,
      infinite,
      stops: stops?.length ? stops.map((s) => (s === "inf" ? Infinity : s)) : null,
    });
    Object.assign(this, { least: least ?? -Infinity, most: most ?? Infinity, given: step });
    this.count();
  }

  // Set the distances of positions, which depend on the declared range only: all visitors have the same positions.
  count() {
    if (this.log) {
      const decades = Math.log10(this.high / this.low);
      this.perDecade = [10, 20, 30, 50].find((n) => n * decades >= DRAGGED) ?? 100;
      return;
    }
    const span = this.high - this.low;
    this.step = this.given ?? (this.whole ? 1 : round(span / 200));
    const steps = span / this.step;
    if (steps > MOST_DRAGGED) this.dragged = Math.max(round(span / 200), this.whole ? 1 : 0);
    else this.dragged = this.whole ? this.step : this.step / ([1, 2, 5].find((k) => k * steps >= DRAGGED * 0.8) ?? 10);
  }

  // If the value is outside the range, extend the range to a round number.
  grow(value) {
    if (!Number.isFinite(value) || (value >= this.low && value <= this.high)) return;
    if (this.log && value <= 0) {
      // for a number of the other sign the range includes both signs
      const reach = Math.max(10, value ? round(-value) : 0);
      Object.assign(this, { log: false, low: Math.max(this.least, -reach), high: Math.min(this.most, reach) });
      this.count();
    } else if (value > this.high) this.high = value > 0 ? Math.min(this.most, round(value)) : value;
    else if (value < this.low) {
      const low = value < 0 ? -round(-value) : value > 0 ? round(value, false) : 0;
      this.low = Math.max(this.least, low);
    }
  }

  get ends() {
    return this.stops ? [this.stops[0], this.stops.at(-1)] : [this.low, this.infinite ? Infinity : this.high];
  }

  // Position of a value, from 0 to 1.
  at(value) {
    if (this.stops) {
      const { stops } = this,
        after = stops.findIndex((stop) => stop >= value);
      if (after <= 0) return after < 0 ? 1 : 0;
      const [a, b] = [stops[after - 1], stops[after]];
      return (after - 1 + (b === Infinity ? (value === b ? 1 : 0.5) : (value - a) / (b - a))) / (stops.length - 1);
    }
    if (value === Infinity) return 1;
    const { low, high } = this;
    const part = this.log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
    return clamp(part, 0, 1) * (this.infinite ? FINITE : 1);
  }

  // The value of the position nearest to `place` (0 to 1). With `fine` there are ten times as many positions.
  value(place, fine = false) {
    const { low, high, stops } = this;
    if (stops) return stops[Math.round(clamp(place, 0, 1) * (stops.length - 1))];
    if (this.infinite && place > (1 + FINITE) / 2) return Infinity;
    const part = this.infinite ? place / FINITE : place;
    if (part <= 0) return low;
    if (part >= 1) return high;
    if (this.log) {
      const n = this.perDecade,
        exponent = Math.log10(low) + part * Math.log10(high / low);
      const i = Math.round(exponent * n * (fine ? 10 : 1));
      const digits = fine ? (n > 30 ? 4 : 3) : n <= 30 || (n === 50 && i % 5 === 0) ? 2 : 3;
      return this.fit(tidy(10 ** (i / (n * (fine ? 10 : 1))), digits));
    }
    const step = fine && !this.whole ? this.dragged / 10 : fine ? this.step : this.dragged;
    return this.fit(tidy(Math.round((low + part * (high - low)) / step) * step, 12));
  }

  fit(value) {
    return clamp(this.whole ? Math.round(value) : value, this.low, this.high);
  }

  // The value after one step of a key, up (1) or down (−1). `size`: "step" to the next round number, "tenth" of a step,
  // or "page", a large step.
  next(value, sign, size = "step") {
    const [first, last] = this.ends;
    if (this.stops) {
      const beyond = sign > 0 ? this.stops.find((stop) => stop > value) : this.stops.findLast((stop) => stop < value);
      return size === "page" ? (sign > 0 ? last : first) : (beyond ?? value);
    }
    if (value === Infinity) return sign > 0 ? value : this.high;
    if (this.infinite && sign > 0 && value >= this.high) return Infinity;
    const stepped = this.log ? this.stepOfLog(value, sign, size) : this.stepOfLine(value, sign, size);
    return this.fit(this.whole && stepped !== value && Math.round(stepped) === value ? value + sign : stepped);
  }

  stepOfLog(value, sign, size) {
    if (size === "page") return tidy(value * 10 ** sign, 15);
    const n = size === "tenth" ? 100 : 10,
      digits = size === "tenth" ? 3 : 2;
    for (let i = Math.round(Math.log10(value) * n) - 2 * sign; ; i += sign) {
      const there = tidy(10 ** (i / n), digits);
      if ((there - value) * sign > value * 1e-9) return there;
    }
  }

  stepOfLine(value, sign, size) {
    if (size === "page") return tidy(value + 10 * this.step * sign, 12);
    const step = size === "tenth" && !this.whole ? this.step / 10 : this.step;
    const there = sign > 0 ? Math.floor(value / step + 1e-6) + 1 : Math.ceil(value / step - 1e-6) - 1;
    return tidy(there * step, 12);
  }
}
