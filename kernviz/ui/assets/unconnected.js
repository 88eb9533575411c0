// Shows a message if the page's websocket does not connect, since the page would stay blank. The HTML page loads this
// file itself (kernviz/ui/index.py), since everything else arrives over the websocket.
import { element } from "./elements.js";
import { inWords } from "./words.js";

const AFTER = 12000; // ms without a connection before the message
const LOOK = 500; // ms between two checks
const STYLE = `position: fixed; inset: 4rem 1rem auto; margin: auto; z-index: 1000; max-width: 36rem; padding: 0.8rem 1.2rem;
  border-radius: 0.5rem; font: 1rem/1.4 system-ui, sans-serif; color: light-dark(#1B1F24, #E8E6E1);
  background: light-dark(#FBFAF7, #14181D); border: 1px solid light-dark(#B9B5AA, #58616B);`;
const began = performance.now();
let shown = null;

const connected = () =>
  document.querySelector("[data-test-connection-state]")?.getAttribute("data-test-connection-state") === "CONNECTED";

function look() {
  if (connected()) {
    clearInterval(clock); // Streamlit reports a lost connection itself
    shown?.remove();
  } else if (!shown && performance.now() - began > AFTER && !document.querySelector("[role=dialog]")) {
    shown = element("div", { role: "status" });
    shown.style.cssText = STYLE;
    document.body.append(shown);
    shown.textContent = inWords(
      "This page has no connection to its server yet. If that stays so, something between the two lets no websocket through: whoever runs the server finds out more in docs/serving.md.",
    );
  }
}

const clock = setInterval(look, LOOK);
