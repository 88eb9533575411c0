// The server has had too much to do for a while, or its answers are long on their way: a sentence says so, until it answers. A short
// while is borne in silence.
import { element } from "./elements.js";
import { inWords } from "./words.js";

const AFTER = 3000; // ms of refusals
let since = 0;
let shown = null;

export function refused() {
  since ||= performance.now();
  if (performance.now() - since < AFTER) return;
  say(inWords("Many are here at once: the picture follows as soon as the server has time. No value is lost."));
}

// A picture was asked for at that time and is not there.
export function waiting(asked) {
  if (performance.now() - asked < AFTER) return;
  say(inWords("The picture is behind: the connection is slow. No value is lost."));
}

function say(text) {
  if (shown) return;
  shown = element("div", { className: "kv-crowded", role: "status" });
  document.body.append(shown);
  shown.textContent = text; // written after it is there, so that it is read out
}

export function answered() {
  since = 0;
  shown?.remove();
  shown = null;
}
