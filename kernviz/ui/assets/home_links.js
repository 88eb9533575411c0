// Links on the first page. A plain click opens a link within this session.
import { whenGone } from "./theme.js";

const told = new WeakMap();
const make = (tag, className, text) =>
  Object.assign(document.createElement(tag), { className, ...(text === undefined ? {} : { textContent: text }) });

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".kv-home-links");
  told.set(root, setTriggerValue);
  root.replaceChildren(
    ...data.ways.map(({ name, title, says, href }) => {
      const item = make("li", ""),
        link = Object.assign(make("a", ""), { href });
      link.dataset.name = name;
      link.append(make("b", "", title), make("span", "", says));
      item.append(link);
      return item;
    }),
  );
  root.onclick = (event) => {
    const link = event.target.closest("a");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    told.get(root)("open", link.dataset.name);
  };
  return whenGone(root, () => told.delete(root));
}
