// The sentence under a picture, while it follows a hand: it then stands in the place of the page's own (ui/caption.py).
import { onCaption } from "./live.js";
import { whenGone } from "./theme.js";

const known = new WeakMap(); // element -> what forgets it

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".kv-caption");
  const show = (text) => {
    root.hidden = !text;
    if (text) root.textContent = text;
  };
  show(""); // the page has said its own
  known.get(root)?.();
  const forget = onCaption(data.key, show);
  known.set(root, forget);
  return whenGone(root, forget);
}
