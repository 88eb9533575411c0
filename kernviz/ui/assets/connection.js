// Whether the page's websocket is open, as Streamlit shows it on its outermost element. A page that does not show it is taken for
// connected.
const NAME = "data-test-connection-state";
const waiting = new Map(); // who -> what it tells the server once there is one
const watch = new MutationObserver(look);

const connected = () => (document.querySelector(`[${NAME}]`)?.getAttribute(NAME) ?? "CONNECTED") === "CONNECTED";

// What has just been told the server has not arrived if there is none: `tell` is called when there is one again.
export function untilConnected(who, tell) {
  if (connected()) return;
  waiting.set(who, tell);
  follow();
}

let lost = false;

// Watch the connection: each new one hears the page's address first.
export function follow() {
  watch.observe(document.documentElement, { subtree: true, attributes: true, attributeFilter: [NAME] });
}

function look() {
  if (!connected()) return void (lost = true);
  if (!lost) return;
  lost = false;
  // The address is written by this page (shell.js), and Streamlit keeps an older one for its messages. A restarted server knows
  // nothing but what these say. At this event Streamlit takes up the address of the window and asks for a run with it.
  window.dispatchEvent(new PopStateEvent("popstate", { state: window.history.state }));
  const all = [...waiting.values()];
  waiting.clear();
  for (const tell of all) tell();
}
