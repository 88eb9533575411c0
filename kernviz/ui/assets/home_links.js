// Links on the first page. A plain click opens a link within this session.
import { element } from "./elements.js";
import { clickedLink } from "./plain_click.js";
import { whenGone } from "./theme.js";

const told = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".kv-home-links");
  told.set(root, setTriggerValue);
  root.replaceChildren(
    ...data.ways.map(({ name, title, says, href }) => {
      const words = [element("b", { textContent: title }), element("span", { textContent: says })];
      const link = element("a", { href }, words);
      link.dataset.name = name;
      return element("li", {}, [link]);
    }),
  );
  root.onclick = (event) => {
    const link = clickedLink(event);
    if (!link) return;
    told.get(root)("open", link.dataset.name);
  };
  return whenGone(root, () => told.delete(root));
}
