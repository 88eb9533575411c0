// Answer to a question for a line: drawn over the picture with a finger, or corner by corner with keys. A press on the
// line takes hold of it, and it bends.
import { inPlane, onPicture, touched } from "./answers_picture.js";
import { element, shape } from "./elements.js";
import { WAYS } from "./finger.js";
import { bent, forward, nearest, smoothed, thinned } from "./held_line.js";
import { inWords } from "./words.js";

const MOST = 40; // largest number of corners of a sketch, as in kernviz/courses/questions/draw.py
const FINGER = 22; // pixels of the screen around the line within which a press takes hold of it
const STEP = 10; // pixels of the picture that an arrow key moves the cross; with Shift a fifth

export const sketch = (question, given) => {
  const { box, numbers, over, touch, picture } = touched(question);
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
    ready: () => corners.length > 1,
    text: () =>
      corners
        .map(plane)
        .map((/** @type {number[]} */ [x, y]) => `${x.toPrecision(4)} ${y.toPrecision(4)}`)
        .join("; "),
  };
  let stroke = null, // positions of the pointer since it is down
    pointer = null, // its id
    hold = null; // the line before it was held, and the held place
  const corner = [frame.left, frame.top],
    size = [frame.width, frame.height];
  const shifted = (line, sign) => line.map((at) => at.map((value, i) => value + sign * corner[i]));
  over.onpointerdown = (event) => {
    if (event.button || !event.isPrimary) return;
    keyed = false;
    pointer = event.pointerId;
    over.setPointerCapture(event.pointerId);
    stroke = [within(touch(event))];
    const reach = (FINGER * picture.width) / (over.getBoundingClientRect().width || 1),
      { far, along } = nearest(corners, stroke[0]);
    hold = corners.length > 1 && far <= reach ? { line: shifted(corners, -1), along } : null;
    if (!hold) corners = [...stroke];
    draw();
  };
  over.onpointermove = (event) => {
    if (!stroke || event.pointerId !== pointer) return;
    const to = within(touch(event)),
      last = stroke[stroke.length - 1];
    if (Math.hypot(to[0] - last[0], to[1] - last[1]) < 3) return;
    stroke.push(to);
    const by = [0, 1].map((i) => to[i] - stroke[0][i]);
    corners = hold ? shifted(bent(hold.line, hold.along, by, question.holds, size), 1) : [...stroke];
    draw();
  };
  over.onpointerup = over.onpointercancel = (event) => {
    if (!stroke || event.pointerId !== pointer) return;
    if (stroke.length > 1) {
      const line = hold ? corners : smoothed(stroke);
      corners = thinned(question.holds === "up" ? forward(line) : line, MOST);
    }
    stroke = null;
    draw();
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
    else change(event.key === "Backspace" ? corners.slice(0, -1) : [...corners, cursor].slice(0, MOST));
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
