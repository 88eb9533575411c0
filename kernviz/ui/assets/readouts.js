// Read-outs: numbers side by side, each with name, value, and an explanation on hovering, and a note under them.
// They follow a drag.
import { element } from "./elements.js";
import { onReadouts } from "./live.js";
import { whenGone } from "./theme.js";

const known = new WeakMap(), // element -> function that unregisters it
  rest = new WeakMap();

function show(root, items, note = "") {
  const under = root.nextElementSibling;
  if (under.textContent !== note) under.textContent = note;
  under.hidden = !note;
  while (root.children.length > items.length) root.lastChild.remove();
  items.forEach(([label, value, meaning], i) => {
    const item = root.children[i] ?? root.appendChild(element("div", {}, [element("dt"), element("dd")]));
    const [term, number] = item.children;
    if (term.textContent !== label) term.textContent = label;
    if (number.textContent !== value) number.textContent = value;
    if (!meaning) {
      delete item.dataset.meaning;
      item.ariaDescription = null;
      item.removeAttribute("tabindex");
    } else if (item.dataset.meaning !== meaning)
      [item.dataset.meaning, item.ariaDescription, item.tabIndex] = [meaning, meaning, 0];
  });
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".kv-readouts");
  show(root, data.items, data.note);
  rest.set(root, [data.items, data.note]);
  known.get(root)?.();
  if (data.place === null) return undefined;
  // without items the page is at rest: show the read-outs of its last run
  const forget = onReadouts(data.place, (items, note) => show(root, ...(items ? [items, note] : rest.get(root))));
  known.set(root, forget);
  return whenGone(root, forget);
}
