// The picture of a student's page, and an svg layer over it in the same coordinates.
import { element, shape } from "./elements.js";

export function pictured({ view }) {
  const box = element("div", { className: "picture" });
  if (view.picture) box.innerHTML = view.picture.svg;
  const numbers = element("dl");
  const count = ([label, value]) =>
    element("div", {}, [element("dt", { textContent: label }), element("dd", { textContent: value })]);
  numbers.replaceChildren(...view.readouts.map(count));
  return [box, numbers];
}

// Conversions between coordinates of the plane and pixels of the picture.
export const onPicture =
  (frame) =>
  (/** @type {number[]} */ [x, y]) => [
    frame.left + ((x - frame.x[0]) / (frame.x[1] - frame.x[0])) * frame.width,
    frame.top + ((y - frame.y[0]) / (frame.y[1] - frame.y[0])) * frame.height,
  ];

export const inPlane =
  (frame) =>
  (/** @type {number[]} */ [u, v]) => [
    frame.x[0] + ((u - frame.left) / frame.width) * (frame.x[1] - frame.x[0]),
    frame.y[0] + ((v - frame.top) / frame.height) * (frame.y[1] - frame.y[0]),
  ];

// An svg over the picture with the same coordinates.
export function covered(box, { width, height }) {
  const over = shape("svg", { class: "over", viewBox: `0 0 ${width} ${height}` });
  box.append(over);
  return over;
}

// A picture that can be touched. `touch(event)` returns the position of a touch in the picture's coordinates.
export function touched(question) {
  const [box, numbers] = pictured(question);
  const picture = question.view.picture ?? { width: 1, height: 1, frame: null };
  const over = covered(box, picture);
  box.classList.add("takes");
  return { box, numbers, over, touch: (event) => inPicture(over, event), picture };
}

// Position of a touch in the coordinates of an svg.
export function inPicture(svg, event) {
  const { left, top, width } = svg.getBoundingClientRect(),
    [x, y, wide] = svg.getAttribute("viewBox").split(" ").map(Number),
    scale = wide / width;
  return [x + (event.clientX - left) * scale, y + (event.clientY - top) * scale];
}
