// Plays a sweep frame by frame at the chosen speed, until its end or until stopped.
import { calm } from "./motion.js";
import { inWords } from "./words.js";

const STILL = 1; // frames per second for visitors who prefer reduced motion

export class Player {
  playing = null; // Symbol that identifies the current run, or null

  // fold: {at, swept, root, play, speed, show(place)}
  constructor(fold) {
    this.fold = fold;
  }

  turn() {
    const { fold } = this;
    if (this.playing) return this.pause();
    if (fold.at >= fold.swept.frames.length - 1) fold.at = -1;
    this.say(true);
    const run = (this.playing = Symbol());
    let next = performance.now();
    const step = async (now) => {
      if (this.playing !== run || !fold.root.isConnected) return;
      if (now >= next) {
        if (fold.at + 1 >= fold.swept.frames.length && !fold.swept.working) return this.pause();
        next = Math.max(next + 1000 / (calm() ? STILL : Number(fold.speed.value)), now);
        try {
          if (fold.at + 1 < fold.swept.frames.length) await fold.show(fold.at + 1);
        } catch (error) {
          console.warn("kernviz:", error);
          return this.pause();
        }
      }
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  pause() {
    this.playing = null;
    this.say(false);
  }

  say(on) {
    const { play } = this.fold;
    [play.textContent, play.ariaPressed] = [on ? "⏸" : "▶", String(on)];
    play.ariaLabel = on ? inWords("Pause the sweep") : inWords("Play the sweep");
  }
}
