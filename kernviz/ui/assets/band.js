// The result across the top of the page during a drag. It covers the page's own text, which belongs to the last run.
import { element } from "./elements.js";
import { onBand } from "./live.js";
import { whenGone } from "./theme.js";

const known = new WeakMap(); // element -> function that unregisters it

export default function ({ parentElement }) {
  const root = parentElement.querySelector(".kv-band-live");
  const show = (texts) => {
    root.hidden = !texts.length;
    root.replaceChildren(...texts.map((text, i) => element(i ? "span" : "strong", { textContent: text })));
  };
  show([]); // the page has updated its own text
  known.get(root)?.();
  const forget = onBand(show);
  known.set(root, forget);
  return whenGone(root, forget);
}
