// Band across the top of the page with the result during a drag. The band covers the result of the last run.
import { element } from "./elements.js";
import { onBand } from "./live.js";
import { mark } from "./mark.js";
import { whenGone } from "./theme.js";

const known = new WeakMap(); // element -> function that unregisters it

export default function ({ parentElement }) {
  const root = parentElement.querySelector(".kv-band-live");
  const show = (texts) => {
    root.hidden = !texts.length;
    mark(root, "live", texts.length > 0, ".st-key-kv-band");
    root.replaceChildren(...texts.map((text, i) => element(i ? "span" : "strong", { textContent: text })));
  };
  show([]); // a run has updated the page's own result
  known.get(root)?.();
  const forget = onBand(show);
  known.set(root, forget);
  return whenGone(root, forget);
}
