// The lecturer's timer of a room. The students' phones show it, and answers close at its end.
import { Clock } from "./clock.js";
import { element } from "./elements.js";
import { inWords } from "./words.js";

const CHOICES = [30, 60, 90]; // seconds
const OFTEN = 250; // ms between two updates

export class Timer {
  clock = new Clock();

  // `start(seconds)` is called with 0 to remove the timer.
  constructor(start) {
    this.left = element("span", { className: "kv-time", role: "timer" });
    this.buttons = CHOICES.map((seconds) => this.button(inWords("{n} s", { n: seconds }), seconds, start));
    this.stop = this.button(inWords("No timer"), 0, start);
    const group = element("span", { className: "kv-timer", role: "group" }, [...this.buttons, this.stop]);
    group.setAttribute("aria-label", inWords("Timer"));
    this.parts = [this.left, group];
    this.going = setInterval(() => this.tick(), OFTEN);
  }

  button(textContent, seconds, start) {
    const made = element("button", { type: "button", textContent, onclick: () => start(seconds) });
    made.dataset.key = `timer ${seconds}`;
    if (seconds) made.title = inWords("Close the answers in {n} seconds", { n: seconds });
    return made;
  }

  // Set the time left, in seconds, as the server reports it; null: no timer.
  set(seconds, revealed) {
    this.clock.set(revealed ? null : seconds);
    for (const button of this.buttons) button.hidden = revealed;
    this.stop.hidden = revealed || seconds === null;
    this.tick();
  }

  tick() {
    const said = this.clock.over ? inWords("time is over") : this.clock.text;
    if (this.left.textContent !== said) this.left.textContent = said;
  }

  end() {
    clearInterval(this.going);
  }
}
