// Gives a formula that is wider than its column a smaller font, so that it can be read without scrolling sideways.
import { size } from "./size.js";

const SMALLEST = { hall: 0.5, page: 0.75 }; // smallest factors of a formula's font size; a smaller one would not be read
const FITS = 0.97; // factor for rounding of widths
const PADS = 8; // pixels of the formula's padding on both sides (app.css)
const sized = new WeakSet(); // formulas whose column's width is watched
let due = 0;
const columns = new ResizeObserver(() => (due ||= requestAnimationFrame(() => ((due = 0), narrow()))));
const known = new WeakMap(); // formula -> its text, column's width and size of the page when it was fitted

export function narrow() {
  const least = size() > 1 ? SMALLEST.hall : SMALLEST.page;
  /** @type {NodeListOf<HTMLElement>} */
  const all = document.querySelectorAll('[data-testid="stColumn"] .katex-display');
  for (const formula of all)
    if (!sized.has(formula)) {
      sized.add(formula);
      columns.observe(formula);
    }
  const stateOf = (formula) => `${formula.clientWidth} ${size()} ${formula.textContent}`;
  const wide = (formula) => formula.scrollWidth > formula.clientWidth && formula.style.fontSize !== `${FITS * least}em`;
  const changed = [...all].filter((formula) => known.get(formula) !== stateOf(formula) || wide(formula));
  for (const formula of changed) formula.style.fontSize = "";
  const shares = changed.map((formula) => (formula.clientWidth - PADS) / (formula.scrollWidth - PADS));
  changed.forEach((formula, i) => {
    if (shares[i] < 1) formula.style.fontSize = `${FITS * Math.max(shares[i], least)}em`;
    known.set(formula, stateOf(formula));
  });
}

// A formula's width depends on its font, which arrives with the first formula.
export function anew() {
  for (const formula of document.querySelectorAll(".katex-display")) known.delete(formula);
  narrow();
}
