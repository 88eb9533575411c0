// Progress of a sweep: number of pictures, bytes stored, a button to stop, and the error message.
import { element } from "./elements.js";
import { inBytes, inWords } from "./words.js";

export class Work {
  constructor(cancelled) {
    this.problem = element("p", { className: "kv-problem", role: "status", hidden: true });
    this.progress = element("progress", { ariaLabel: inWords("pictures computed") });
    this.amount = element("span", { role: "status" });
    this.cancel = element("button", { type: "button", textContent: inWords("Cancel"), onclick: cancelled });
    this.root = element("div", { className: "kv-line kv-work", hidden: true }, [
      this.progress,
      this.amount,
      this.cancel,
    ]);
  }

  // map: whether the frames are cells of a map
  show(swept, map) {
    const { frames, count, working } = swept;
    this.cancel.hidden = this.progress.hidden = !working;
    this.root.classList.toggle("kv-working", Boolean(working));
    if (count) [this.progress.max, this.progress.value] = [count, frames.length];
    else this.progress.removeAttribute("value");
    this.amount.textContent = amount(swept, map);
    this.root.hidden = !frames.length && !working;
    if (swept.problem) this.say(swept.problem);
  }

  say(sentence) {
    [this.problem.textContent, this.problem.hidden] = [sentence, !sentence];
  }
}

export function amount({ frames, count, bytes, working }, map) {
  const said = { n: frames.length, all: count ?? "…", size: inBytes(bytes) },
    one = said.n === 1;
  if (working && map) return inWords("{n} of {all} cells, {size}", said);
  if (working) return inWords("{n} of {all} pictures, {size}", said);
  if (map && one) return inWords("{n} cell, {size} kept in this browser", said);
  if (map) return inWords("{n} cells, {size} kept in this browser", said);
  if (one) return inWords("{n} picture, {size} kept in this browser", said);
  return inWords("{n} pictures, {size} kept in this browser", said);
}
