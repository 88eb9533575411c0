// The server has had too much to do for a while: a sentence says so, until it answers again. A short while is borne in silence.
import { element } from "./elements.js";
import { inWords } from "./words.js";

const AFTER = 3000; // ms of refusals
let since = 0;
let shown = null;

export function refused() {
  since ||= performance.now();
  if (shown || performance.now() - since < AFTER) return;
  const text = inWords("Many are here at once: the picture follows as soon as the server has time. No value is lost.");
  shown = element("div", { className: "kv-crowded", role: "status" });
  document.body.append(shown);
  shown.textContent = text; // written after it is there, so that it is read out
}

export function answered() {
  since = 0;
  shown?.remove();
  shown = null;
}
