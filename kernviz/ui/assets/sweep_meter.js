// Meter of a power Q on a logarithmic scale: the range of |k| between two points as a bar, and ½^Q and 3^Q as marks.
import { element, set, shape } from "./elements.js";
import { decimal, inWords } from "./words.js";

const TALL = 64,
  EDGE = 52,
  RIGHT = 12,
  MIDDLE = 38;
const DIGITS = 15.95; // decimal digits of a float
const HIGHEST = 308;

const power = (value) => (value === null ? HIGHEST : value > 0 ? Math.log10(value) : -HIGHEST); // JSON has null for ∞
const written = (value) =>
  decimal(
    value === null
      ? "∞"
      : value >= 1e-3 && value < 1e4
        ? String(Number(value.toPrecision(3)))
        : value.toExponential(1).replace(/^-/, "−"),
  );

export class Meter {
  constructor() {
    this.svg = shape("svg", { role: "img" });
    this.said = element("p");
    this.root = element("div", { className: "kv-meter" }, [this.svg, this.said]);
  }

  // `all`: meters of all frames, for the scale; `now`: the meter shown, [[label, value], …].
  draw(all, now, wide) {
    this.svg.replaceChildren();
    this.root.hidden = !(now?.length && wide > 2 * EDGE);
    if (this.root.hidden) return;
    const powers = all.flat().map(([, value]) => power(value));
    const [low, high] = [Math.floor(Math.min(-1, ...powers)), Math.ceil(Math.max(1, ...powers))];
    const x = (value) => EDGE + ((power(value) - low) / (high - low)) * (wide - EDGE - RIGHT);
    set(this.svg, { viewBox: `0 0 ${wide} ${TALL}`, width: wide, height: TALL });
    const add = (...about) => this.svg.append(shape(...about));
    const every = Math.max(1, Math.ceil((high - low) / Math.max(2, Math.floor(wide / 90))));
    for (let n = Math.ceil(low / every) * every; n <= high; n += every) {
      add("line", { x1: x(10 ** n), x2: x(10 ** n), y1: MIDDLE - 8, y2: MIDDLE + 8, class: "kv-grid" });
      add("text", { x: x(10 ** n), y: TALL - 3, "text-anchor": "middle" }, n ? decimal(`1e${n}`) : "1");
    }
    const [small, least, largest, large] = now;
    add("rect", { x: x(least[1]), width: Math.max(2, x(largest[1]) - x(least[1])), y: MIDDLE - 6, height: 12, rx: 2 });
    [small, large].forEach(([label, value], row) => {
      add("line", { x1: x(value), x2: x(value), y1: MIDDLE - 11, y2: MIDDLE + 11, class: "kv-mark" });
      add(
        "text",
        {
          x: x(value),
          y: 10 + 14 * row,
          "text-anchor": x(value) > wide - 90 ? "end" : x(value) < 90 ? "start" : "middle",
          class: "kv-axis",
        },
        `${label} = ${written(value)}`,
      );
    });
    const span = power(largest[1]) - power(least[1]);
    const ends = { low: written(least[1]), high: written(largest[1]) };
    this.said.textContent =
      span > DIGITS
        ? inWords(
            "|k| between two points: from {low} to {high}. If the smallest value is added to the largest, it is lost, because a number here has 16 digits.",
            ends,
          )
        : inWords("|k| between two points: from {low} to {high}.", ends);
    this.svg.setAttribute(
      "aria-label",
      `${small[0]} = ${written(small[1])}, ${large[0]} = ${written(large[1])}. ${this.said.textContent}`,
    );
  }
}
