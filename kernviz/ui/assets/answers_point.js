// Answer to a question for points: the student taps them in the picture. Where points are too close together for a
// finger, the first tap enlarges the picture.
import { onPicture, touched } from "./answers_picture.js";
import { element, shape } from "./elements.js";
import { enlarged, next } from "./finger.js";
import { decimal, inWords, listed } from "./words.js";

const FINGER = 24; // pixels: smallest distance at which a finger can choose between two points
const short = (value) => decimal(String(Number(value.toPrecision(3))).replace("-", "−"));

export const point = (question, given) => {
  const { box, numbers, over, touch, picture } = touched(question);
  const { width, height, frame } = picture;
  const chosen = new Set((given ?? "").split(",").map(Number).filter(Boolean));
  const spots = question.view.spots.map(([number, x, y]) => ({ number, x, y, at: onPicture(frame)([x, y]) }));
  let window_ = [0, 0, width, height],
    focused = spots[0]?.number;
  const scale = () => over.getBoundingClientRect().width / window_[2] || 1; // screen pixels per pixel of the picture

  const draw = () => {
    const pixel = 1 / scale();
    over.replaceChildren(
      ...spots.map(({ number, x, y, at: [cx, cy] }) => {
        const circle = shape("circle", {
          class: "spot",
          cx,
          cy,
          r: (FINGER / 2) * pixel,
          role: "checkbox",
          tabindex: number === focused ? 0 : -1,
          "data-number": number,
          "aria-checked": chosen.has(number),
          "aria-label": inWords("point {n} at {place}", { n: number, place: `(${listed([x, y].map(short))})` }),
        });
        circle.style.strokeWidth = String((chosen.has(number) ? 3.5 : 1) * pixel);
        return circle;
      }),
    );
  };
  const zoom = (to) => {
    window_ = to;
    for (const svg of box.querySelectorAll(":scope > svg")) svg.setAttribute("viewBox", to.join(" "));
    whole.hidden = to[2] === width;
    draw();
  };
  const toggle = (number) => {
    chosen.has(number) ? chosen.delete(number) : chosen.add(number);
    draw();
    self.changed();
  };
  const focus = (number) => {
    focused = number;
    draw();
    over.querySelector(`[data-number="${number}"]`)?.focus();
  };

  over.onclick = (event) => {
    const at = touch(event),
      away = (spot) => Math.hypot(spot.at[0] - at[0], spot.at[1] - at[1]);
    const near = [...spots].sort((a, b) => away(a) - away(b))[0];
    if (!near) return;
    const closer = enlarged(near.at, spots, [width, height], window_, FINGER / scale());
    if (closer) zoom(closer);
    else {
      focused = near.number;
      toggle(near.number);
    }
  };
  over.onkeydown = (event) => {
    const to = next(event.key, focused, spots);
    if (to === undefined && event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (to === undefined) toggle(focused);
    focus(to ?? focused);
  };
  const button = (textContent, onclick) =>
    element("button", { type: "button", className: "quiet", textContent, onclick });
  const whole = button(inWords("Whole picture"), () => zoom([0, 0, width, height]));
  whole.hidden = true;
  const self = {
    parts: [
      element("p", {
        className: "small",
        textContent: inWords(
          "Tap the points; tap again to take one back. Where points are close, the first tap enlarges them.",
        ),
      }),
      box,
      numbers,
    ],
    buttons: [button(inWords("Clear"), () => (chosen.clear(), draw(), self.changed())), whole],
    ready: () => chosen.size > 0,
    text: () => [...chosen].sort((a, b) => a - b).join(", "),
  };
  new ResizeObserver(draw).observe(over);
  draw();
  return self;
};
