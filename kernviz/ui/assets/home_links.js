// Links on the first page. A plain click opens a link within this session.
import { element } from "./elements.js";
import { clickedLink } from "./plain_click.js";

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".kv-home-links");
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
    if (link) setTriggerValue("open", link.dataset.name);
  };
}
