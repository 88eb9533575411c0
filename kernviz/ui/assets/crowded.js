// Message that the server is overloaded or the connection is slow, shown until the next answer. Short delays are not
// reported.
import { element } from "./elements.js";
import { inWords } from "./words.js";

const AFTER = 3000; // ms of rejected requests before the message
let since = 0;
let shown = null;

export function refused() {
  since ||= performance.now();
  if (performance.now() - since < AFTER) return;
  say(inWords("Many are here at once: the picture follows as soon as the server has time. No value is lost."));
}

// A picture requested at the time `asked` has not arrived.
export function waiting(asked) {
  if (performance.now() - asked < AFTER) return;
  say(inWords("The picture is late: the server or the connection is slow. No value is lost."));
}

function say(text) {
  if (shown) return;
  shown = element("div", { className: "kv-crowded", role: "status" });
  document.body.append(shown);
  shown.textContent = text; // set after insertion, so that screen readers announce it
}

export function answered() {
  since = 0;
  shown?.remove();
  shown = null;
}
