// ▶ beside a plain slider, whose picture needs no server: the value oscillates around the present one until anything
// on the page is touched.
import { Breath, PERIOD } from "./breath.js";
import { element } from "./elements.js";
import { onTouch } from "./touched.js";
import { inWords } from "./words.js";
import { calm } from "./motion.js";

const STEPS = 12; // steps of a period for visitors who prefer reduced motion

// The scale of an <input type="range">, as breath.js reads it.
export function scaleOf({ min, max, step }) {
  const [low, high, unit] = [min, max, step].map(Number);
  return {
    low,
    high,
    whole: unit === 1,
    at: (value) => (value - low) / (high - low),
    value: (share) => low + unit * Math.round((share * (high - low)) / unit),
  };
}

// Return the button of a slider. The slider's own `input` event draws each value.
export function playButton(rail, symbol) {
  let stopListening = () => {},
    turns = 0,
    playing = 0; // number of the turn that plays, or 0
  const button = element("button", {
    type: "button",
    className: "kv-breathe",
    ariaLabel: inWords("Play {symbol}", { symbol }),
    title: inWords("Play {symbol}", { symbol }),
    ariaPressed: "false",
    onclick: () => (playing ? stop() : start()),
  });
  function start() {
    const breath = new Breath(scaleOf(rail), Number(rail.value));
    const slow = calm(),
      turn = (playing = ++turns),
      began = performance.now();
    button.ariaPressed = "true";
    stopListening = onTouch(({ target }) => button.contains(target) || stop());
    const step = (now) => {
      if (playing !== turn) return;
      if (!rail.isConnected) return stop();
      const part = PERIOD / STEPS,
        time = Math.max(0, now - began);
      const value = String(breath.at(slow ? part * Math.floor(time / part) : time));
      if (value !== rail.value) {
        rail.value = value;
        rail.dispatchEvent(new Event("input"));
      }
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }
  function stop() {
    playing = 0;
    stopListening();
    button.ariaPressed = "false";
  }
  return button;
}
