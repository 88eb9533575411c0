// Answer to a question for a line: drawn over the picture with a finger, or corner by corner with keys.
import { inPlane, onPicture, touched } from "./answers_picture.js";
import { element, shape } from "./elements.js";
import { inWords } from "./words.js";

const MOST = 40; // largest number of corners of a sketch, as in kernviz/courses/questions/draw.py
const STEP = 10; // pixels of the picture that an arrow key moves the cross; with Shift a fifth
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export const sketch = (sheet, given) => {
  const { box, numbers, over, touch, picture } = touched(sheet);
  const { frame } = picture,
    pixel = onPicture(frame),
    plane = inPlane(frame);
  let corners = (given ?? "")
    .split(";")
    .map((pair) => pair.trim().split(/\s+/).map(Number))
    .filter((p) => p.length === 2 && p.every(Number.isFinite))
    .map(pixel);
  let cursor = [frame.left + frame.width / 2, frame.top + frame.height / 2],
    keyed = false;
  const within = (/** @type {number[]} */ [u, v]) => [
    Math.min(frame.left + frame.width, Math.max(frame.left, u)),
    Math.min(frame.top + frame.height, Math.max(frame.top, v)),
  ];
  const draw = () => {
    const cross = shape("path", { d: `M${cursor[0] - 9} ${cursor[1]}h18M${cursor[0]} ${cursor[1] - 9}v18` });
    over.replaceChildren(
      shape("polyline", { points: corners.map((p) => p.join(",")).join(" ") }),
      ...(keyed ? [cross, ...corners.map(([cx, cy]) => shape("circle", { cx, cy, r: 3 }))] : []),
    );
  };
  const change = (to) => {
    corners = to;
    draw();
    self.changed();
  };
  const self = {
    parts: [
      element("p", {
        className: "small",
        textContent: inWords("Draw your line with a finger; end where you began for a ring."),
      }),
      box,
      numbers,
    ],
    ready: () => thinned(corners).length > 1,
    text: () =>
      thinned(corners)
        .map(plane)
        .map((/** @type {number[]} */ [x, y]) => `${x.toPrecision(4)} ${y.toPrecision(4)}`)
        .join("; "),
  };
  let drawing = false;
  over.onpointerdown = (event) => {
    [drawing, keyed] = [true, false];
    over.setPointerCapture(event.pointerId);
    corners = [touch(event)];
    draw();
  };
  over.onpointermove = (event) => {
    if (!drawing) return;
    const to = touch(event),
      last = corners[corners.length - 1];
    if (Math.hypot(to[0] - last[0], to[1] - last[1]) < 3) return;
    corners.push(to);
    draw();
  };
  over.onpointerup = over.onpointercancel = () => {
    drawing = false;
    self.changed();
  };
  over.setAttribute("tabindex", "0");
  over.setAttribute("role", "application");
  over.setAttribute(
    "aria-label",
    inWords("Your line: arrow keys move the cross, Enter sets a corner, Backspace takes one back"),
  );
  over.onkeydown = (event) => {
    const way = WAYS[event.key];
    if (way) cursor = within(cursor.map((value, i) => value + way[i] * (event.shiftKey ? STEP / 5 : STEP)));
    else if (!["Enter", " ", "Backspace"].includes(event.key)) return;
    event.preventDefault();
    keyed = true;
    if (way) draw();
    else change(event.key === "Backspace" ? corners.slice(0, -1) : [...corners, cursor]);
  };
  self.buttons = [
    element("button", {
      type: "button",
      className: "quiet",
      textContent: inWords("Clear"),
      onclick: () => change([]),
    }),
  ];
  draw();
  return self;
};

// At most MOST corners of a line, evenly along it.
function thinned(corners) {
  if (corners.length <= MOST) return corners;
  return Array.from({ length: MOST }, (_, i) => corners[Math.round((i * (corners.length - 1)) / (MOST - 1))]);
}
