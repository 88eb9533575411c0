// A number in a sentence that is dragged: to the right it grows. Keys as of any slider; two taps bring it back.
import { Scale, shown } from "./positions.js";
import { decimal, inWords, plain } from "./words.js";

const RUN = 280; // pixels from one end of the range to the other
const STILL = 3; // pixels within which a press that moved is none
const KEYS = {
  ArrowRight: [1],
  ArrowUp: [1],
  ArrowLeft: [-1],
  ArrowDown: [-1],
  PageUp: [1, "page"],
  PageDown: [-1, "page"],
};

export class Hand {
  press = null;
  span;
  knob;
  picture;
  value;

  constructor(span, knob, picture) {
    Object.assign(this, { span, knob, picture, value: knob.value });
    const { low, high, log, whole } = knob;
    this.scale = new Scale({
      low,
      high,
      log,
      whole,
      least: low,
      most: high,
      step: undefined,
      infinite: false,
      stops: undefined,
    });
    for (const [name, said] of Object.entries({
      role: "slider",
      tabindex: "0",
      "aria-label": knob.label,
      "aria-valuemin": plain(low),
      "aria-valuemax": plain(high),
      title: inWords("Drag to the left or right, or press ← and →. Press twice: as at first."),
    }))
      span.setAttribute(name, said);
    span.addEventListener("pointerdown", (event) => this.down(event));
    span.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"]) span.addEventListener(name, () => this.up());
    span.addEventListener("keydown", (event) => this.key(event));
    span.addEventListener("dblclick", () => this.set(knob.value));
    this.show(knob.value);
  }

  show(value) {
    this.value = value;
    const said = decimal(shown(value)).replace("-", "−");
    this.span.textContent = said;
    this.span.setAttribute("aria-valuenow", plain(value));
    this.span.setAttribute("aria-valuetext", said);
    const { low, high } = this.knob;
    this.span.classList.toggle("kv-lowest", value <= low);
    this.span.classList.toggle("kv-highest", value >= high);
  }

  set(value) {
    if (value === this.value) return;
    document.querySelector(".kv-story")?.classList.add("kv-touched"); // nobody needs to be shown again that it can be dragged
    this.picture.begin();
    this.picture.move(this.knob.name, value);
  }

  down(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    this.press = { x: event.clientX, place: this.scale.at(this.value), begun: false };
    this.span.setPointerCapture(event.pointerId);
    this.span.focus({ preventScroll: true });
    if (event.pointerType === "mouse") event.preventDefault();
  }

  drag(event) {
    const { press } = this;
    if (!press) return;
    const { clientX: x, shiftKey } = event;
    if (!press.begun && Math.abs(x - press.x) < STILL) return;
    if (!press.begun) [press.begun, press.x] = [true, x];
    press.place = Math.min(1, Math.max(0, press.place + ((x - press.x) / RUN) * (shiftKey ? 0.1 : 1)));
    press.x = x;
    this.span.classList.add("kv-held");
    this.set(this.scale.value(press.place, shiftKey));
  }

  up() {
    this.press = null;
    this.span.classList.remove("kv-held");
  }

  key(event) {
    const { key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (key in KEYS) {
      const [sign, size] = KEYS[key];
      this.set(this.scale.next(this.value, sign, size ?? (event.shiftKey ? "tenth" : "step")));
    } else if (key === "Home" || key === "End") this.set(this.scale.ends[Number(key === "End")]);
    else if (key === "Escape") this.set(this.knob.value);
    else return;
    event.preventDefault();
  }
}
