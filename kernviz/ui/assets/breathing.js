// ▶ beside a number: it breathes between two values around the present one until anything on the page is touched. A value is
// shown together with its picture, and asked for once: the second breath plays what was kept. One number at a time.
import { Breath, PERIOD } from "./breath.js";
import { onTouch, touched } from "./touched.js";
import { inWords } from "./words.js";

const APART = { least: 40, most: 400 }; // ms between two pictures: as long as the last one took
const STEP = 1000; // ms between two pictures for those who ask for less motion
const STEPS = 12; // of a breath, for them
const AGAIN = 50; // ms after which a hand's last request is looked for again
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const HOME = "/home"; // the page that moves by itself until it is touched
const NARROW = 0.7; // and how far
const WAIT = 100, // ms between two looks for its picture,
  LOOKS = 300; // so many of them
const all = new Set();
let playing = null,
  route = "", // of the page on the screen
  invited = false;
let deaf = () => {}; // stops listening for a touch

// The page a visitor begins with moves by itself: its kernel's first number, until the first touch.
export async function invite(to) {
  route = to ?? "";
  if (invited || !route.endsWith(HOME) || calm()) return;
  invited = true;
  for (let i = 0; i < LOOKS && !touched && !playing; i++) {
    await later(WAIT);
    if (!route.endsWith(HOME)) return;
    const first = [...all].find(({ button }) => button.closest("[class*='st-key-kv-numbers-']") && !button.hidden);
    if (first && document.querySelector(".kv-plot[data-revision]") && !touched)
      return first.start({ byItself: true, narrow: NARROW });
  }
}

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const frame = () => new Promise(requestAnimationFrame); // none while the page is in the background

function stopped(event) {
  const { button, control } = playing;
  const toggles = event.type === "pointerdown" || event.key === " " || event.key === "Enter";
  if (toggles && button.contains(event.target)) return; // its click is coming
  const own = event.target === control.thumb || event.target.dataset?.number === control.told.live;
  if (event.key === " " && own) return; // and so is what its slider makes of it
  playing.stop();
}

export class Breathing {
  control;
  button;
  status;

  constructor(control, button, status) {
    Object.assign(this, { control, button, status });
    all.add(this);
    button.onclick = () => this.toggle();
  }

  get on() {
    return playing === this;
  }

  toggle() {
    if (this.on) this.stop();
    else if (!this.button.hidden) this.start();
  }

  // What the control says: its name, and whether its picture can follow at all.
  describe({ label, live: name }) {
    const [symbol] = label.split(",");
    this.button.hidden = !name;
    if (this.symbol === symbol) return;
    this.symbol = symbol;
    this.button.ariaLabel = this.button.title = inWords("Play {symbol}", { symbol });
  }

  // byItself: nobody has asked for it, so that nothing is set when it ends
  start({ byItself = false, narrow = 1 } = {}) {
    const { control } = this;
    playing?.stop();
    playing = this;
    this.byItself = byItself;
    this.status.textContent = "";
    deaf = onTouch(stopped);
    control.hold("breath");
    this.show();
    this.play(new Breath(control.scale, control.value, narrow * control.wide), new Map());
  }

  async play(breath, kept) {
    const { control } = this,
      slow = calm();
    let time = 0,
      began = performance.now();
    for (; this.on; await frame()) {
      const before = performance.now();
      time = slow ? time + PERIOD / STEPS : time + Math.min(before - began, PERIOD / STEPS); // it never leaps
      began = before;
      const value = breath.at(time);
      if (value === control.value) continue;
      const message = await control.ahead(value, kept);
      if (!this.on) return;
      if (message === null)
        return this.stop(inWords("The picture cannot follow {symbol} here.", { symbol: this.symbol }));
      if (typeof message === "number") {
        await later(Math.max(AGAIN, message));
        continue;
      }
      control.carry(value);
      await control.arrive(message);
      const took = performance.now() - before;
      await later(slow ? STEP : Math.min(APART.most, Math.max(APART.least, took)));
    }
  }

  stop(problem = "") {
    if (!this.on) return;
    playing = null;
    deaf();
    const { control, symbol } = this;
    this.show();
    if (this.byItself) control.giveUp();
    else {
      this.status.textContent = inWords("{symbol} stopped at {value}.", { symbol, value: control.said });
      control.release();
    }
    if (problem) control.complain(problem);
  }

  show() {
    this.button.ariaPressed = String(this.on);
    this.control.root.classList.toggle("kv-breathing", this.on);
    document.documentElement.classList.toggle("kv-by-itself", this.on && this.byItself);
  }

  // Its control is gone. What moved by itself goes on with the control that takes its place.
  forget() {
    all.delete(this);
    if (!this.on) return;
    this.stop();
    if (!this.byItself || touched) return;
    invited = false;
    invite(route);
  }
}
