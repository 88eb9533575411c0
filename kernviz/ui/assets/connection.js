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
  watch.observe(document.documentElement, { subtree: true, attributes: true, attributeFilter: [NAME] });
}

function look() {
  if (!connected()) return;
  watch.disconnect();
  const all = [...waiting.values()];
  waiting.clear();
  for (const tell of all) tell();
}
