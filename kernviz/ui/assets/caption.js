// Caption below a picture during a drag. It replaces the page's own caption (kernviz/ui/caption.py).
import { onCaption } from "./live.js";
import { mark } from "./mark.js";
import { whenGone } from "./theme.js";

const known = new WeakMap(); // element -> function that unregisters it

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".kv-caption");
  const show = (text) => {
    root.hidden = !text;
    mark(root, "live", Boolean(text), '[class*="st-key-kv-caption-"]');
    if (text) root.textContent = text;
  };
  show(""); // the page has updated its own caption
  known.get(root)?.();
  const forget = onCaption(data.key, show);
  known.set(root, forget);
  return whenGone(root, forget);
}
