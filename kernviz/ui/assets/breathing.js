// ▶ beside a number plays the number: its value oscillates around the present one until anything on the page is
// touched. A value and its picture appear together. Pictures are stored, so each is requested once, in the first
// period. Only one number plays at a time.
import { Breath, PERIOD } from "./breath.js";
import { calm } from "./motion.js";
import { onTouch, touched } from "./touched.js";
import { inWords } from "./words.js";

// ms between two pictures: as long as the last request took, within these limits
const APART = { least: 40, most: 400 };
const STEP = 1000; // ms between two pictures for visitors who prefer reduced motion
const STEPS = 12; // number of steps in a period for those visitors
const AGAIN = 50; // least ms before the next attempt while another request is pending
const HOME = "/home"; // page whose number plays without a click, until anything is touched
const NARROW = 0.7; // factor of the range on that page
const CHECK_EVERY = 100, // ms between two checks whether the page's picture is ready
  MOST_CHECKS = 300; // largest number of checks
const all = new Set();
let playing = null,
  route = "", // route of the page on the screen
  invited = false;
let stopListening = () => {}; // stops listening for touches

// On the first page the kernel's first number plays without a click, until the first touch.
export async function invite(to) {
  route = to ?? "";
  if (invited || !route.endsWith(HOME) || calm()) return;
  invited = true;
  for (let i = 0; i < MOST_CHECKS && !touched && !playing; i++) {
    await later(CHECK_EVERY);
    if (!route.endsWith(HOME)) return;
    const first = [...all].find(
      ({ button }) => button.closest("[class*='st-key-kv-numbers-']") && !button.hidden && button.checkVisibility(),
    );
    if (first && document.querySelector(".kv-plot[data-revision]") && !touched)
      return first.start({ byItself: true, narrow: NARROW });
  }
}

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const frame = () => new Promise(requestAnimationFrame); // no frames while the page is in the background

function stopped(event) {
  const { button, control } = playing;
  const toggles = event.type === "pointerdown" || event.key === " " || event.key === "Enter";
  if (toggles && button.contains(event.target)) return; // the click event of the button follows
  const own = event.target === control.thumb || event.target.dataset?.number === control.told.live;
  if (event.key === " " && own) return; // the slider handles this key itself
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

  // Update the button: it is hidden if no picture can follow the number (`live` is empty).
  describe({ label, live: name }) {
    const [symbol] = label.split(",");
    this.button.hidden = !name;
    if (this.symbol === symbol) return;
    this.symbol = symbol;
    this.button.ariaLabel = this.button.title = inWords("Play {symbol}", { symbol });
  }

  // byItself: started without a click, so nothing is set when it stops
  start({ byItself = false, narrow = 1 } = {}) {
    const { control } = this;
    playing?.stop();
    playing = this;
    this.byItself = byItself;
    this.status.textContent = "";
    stopListening = onTouch(stopped);
    control.hold("breath");
    this.show();
    this.breath = new Breath(control.scale, control.value, narrow * control.wide);
    this.play(this.breath, new Map());
  }

  // Move the number until it is stopped. A stopped loop may still wait for a picture when the next one begins.
  async play(breath, kept) {
    const { control } = this,
      slow = calm(),
      current = () => this.on && this.breath === breath;
    let time = 0,
      began = performance.now();
    for (; current(); await frame()) {
      const before = performance.now();
      // the limit prevents jumps of the value after a slow frame
      time = slow ? time + PERIOD / STEPS : time + Math.min(before - began, PERIOD / STEPS);
      began = before;
      const value = breath.at(time);
      if (value === control.value) continue;
      const message = await control.ahead(value, kept);
      if (!current()) return;
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
    stopListening();
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

  // The control was removed from the page. If its number played without a click, the control that replaces it goes on.
  forget() {
    all.delete(this);
    if (!this.on) return;
    this.stop();
    if (!this.byItself || touched) return;
    invited = false;
    invite(route);
  }
}
