// Small pictures of datasets; a press opens one. The Python side is kernviz/ui/data_shelf.py.
import { element, shape } from "./elements.js";

const SIDE = 100,
  EDGE = 8,
  SIZE = 8;
const MARKS = 3; // number of symbols: circle, square, diamond
const shelves = new WeakMap();

function picture(points) {
  const svg = shape("svg", {
    viewBox: `${-EDGE} ${-EDGE} ${SIDE + 2 * EDGE} ${SIDE + 2 * EDGE}`,
    "aria-hidden": "true",
  });
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, code] = points.slice(i, i + 3);
    const mark = code % MARKS;
    svg.append(
      mark === 0
        ? shape("circle", { cx: x, cy: y, r: SIZE / 2, class: "kv-class-0" })
        : shape("rect", {
            x: x - SIZE / 2,
            y: y - SIZE / 2,
            width: SIZE,
            height: SIZE,
            class: `kv-class-${mark}`,
            ...(mark > 1 ? { transform: `rotate(45 ${x} ${y})` } : {}),
          }),
    );
  }
  return svg;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".kv-shelf");
  shelves.set(root, setTriggerValue);
  root.setAttribute("aria-label", data.label);
  root.classList.toggle("kv-slim", data.slim);
  const said = data.sets.map(({ name }) => name).join();
  if (root.dataset.said !== said) {
    root.dataset.said = said;
    root.replaceChildren(
      ...data.sets.map(({ name, title, points }) => {
        const button = element("button", {
          type: "button",
          name,
          title,
          ariaLabel: title,
        });
        button.append(picture(points), element("span", { textContent: title }));
        button.onclick = () => shelves.get(root)("open", name);
        return button;
      }),
    );
  }
  for (const button of root.children) button.setAttribute("aria-pressed", String(button.name === data.now));
}
