// The curve k(x, ·) of a riddle, for an x that is dragged on the curve or with the slider below. The page contains all
// curves.
import { shape } from "./elements.js";
import { playButton } from "./rail_breath.js";
import { mounted } from "./theme.js";
import { decimal, inWords } from "./words.js";

const WIDE = 640,
  TALL = innerWidth <= 640 ? 300 : 440, // on a phone the buttons are above the drawing
  PAD = 26; // padding of the drawing in pixels

const text = (value) => decimal(String(Number(value.toPrecision(3)))).replace("-", "−");

class Section {
  constructor(root) {
    this.svg = root.querySelector("svg");
    this.slider = root.querySelector("input");
    this.said = root.querySelector(".kv-at");
    this.svg.setAttribute("viewBox", `0 0 ${WIDE} ${TALL}`);
    this.slider.oninput = () => this.move(Number(this.slider.value));
    root.querySelector(".kv-way").prepend(playButton(this.slider, "x"));
    const drag = (event) => {
      const { left, width } = this.svg.getBoundingClientRect();
      const share = (((event.clientX - left) / width) * WIDE - PAD) / (WIDE - 2 * PAD);
      this.move(Math.round(Math.min(1, Math.max(0, share)) * (this.data.side - 1)));
    };
    this.svg.onpointerdown = (event) => {
      this.svg.setPointerCapture(event.pointerId);
      drag(event);
    };
    this.svg.onpointermove = (event) => event.buttons && drag(event);
  }

  accept(data) {
    const anew = this.data?.about !== data.about;
    this.data = data;
    this.slider.min = "0";
    this.slider.max = String(data.side - 1);
    this.move(anew ? Math.round((data.side - 1) * 0.66) : this.place);
  }

  x(i) {
    return PAD + (i / (this.data.side - 1)) * (WIDE - 2 * PAD);
  }

  y(value) {
    const [low, high] = this.data.frame;
    return PAD + ((high - value) / (high - low)) * (TALL - 2 * PAD);
  }

  number(i) {
    return -this.data.reach + (2 * this.data.reach * i) / (this.data.side - 1);
  }

  move(place) {
    this.place = place;
    this.slider.value = String(place);
    const { side, values } = this.data,
      row = values.slice(place * side, (place + 1) * side);
    const inside = (value) => value !== null && Math.abs(this.y(value)) < 1e4;
    const path = row.map((v, i) =>
      inside(v) ? `${inside(row[i - 1] ?? null) ? "L" : "M"}${this.x(i)} ${this.y(v)}` : "",
    );
    const x = this.x(place),
      own = row[place],
      line = (x1, y1, x2, y2, name) => shape("line", { x1, y1, x2, y2, class: name });
    const parts = [
      line(PAD, this.y(0), WIDE - PAD, this.y(0), "kv-axis"),
      line(x, PAD, x, TALL - PAD, "kv-x"),
      shape("path", { d: path.join(""), class: "kv-curve" }),
    ];
    if (inside(own)) parts.push(shape("circle", { cx: x, cy: this.y(own), r: 6, class: "kv-here" }));
    for (const z of [-this.data.reach, 0, this.data.reach]) {
      const middle = this.x(((z / this.data.reach + 1) / 2) * (side - 1));
      parts.push(shape("text", { x: middle, y: TALL - 6, "text-anchor": "middle" }, text(z)));
    }
    this.svg.replaceChildren(...parts);
    const told = { x: text(this.number(place)), k: own === null ? "∞" : text(own) };
    this.said.textContent = inWords("x = {x}: k(x, x) = {k}", told);
    this.slider.setAttribute("aria-valuetext", this.said.textContent);
  }
}

export default mounted(".kv-section", Section);
