// Whether the page's websocket is open, according to Streamlit's outermost element. A page without this information
// counts as connected.
const NAME = "data-test-connection-state";
const waiting = new Map(); // key -> function that sends a message once connected
const watch = new MutationObserver(look);

const connected = () => (document.querySelector(`[${NAME}]`)?.getAttribute(NAME) ?? "CONNECTED") === "CONNECTED";

// A message sent without a connection is lost. So `tell` is called again once there is a connection.
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
