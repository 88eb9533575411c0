// The finding across the top of the page, while it follows a hand: over the page's own text, which is of the last rest.
import { element } from "./elements.js";
import { onBand } from "./live.js";
import { whenGone } from "./theme.js";

const known = new WeakMap(); // element -> what forgets it

export default function ({ parentElement }) {
  const root = parentElement.querySelector(".kv-band-live");
  const show = (texts) => {
    root.hidden = !texts.length;
    root.replaceChildren(...texts.map((text, i) => element(i ? "span" : "strong", { textContent: text })));
  };
  show([]); // the page has said its own
  known.get(root)?.();
  const forget = onBand(show);
  known.set(root, forget);
  return whenGone(root, forget);
}
