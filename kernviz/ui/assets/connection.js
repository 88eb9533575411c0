// Whether the page's websocket is open, according to Streamlit's outermost element. A page without this information
// counts as connected.
const NAME = "data-test-connection-state";
const sent = new Map(); // sender -> {answered, tell} of its newest message; a sender has an element `root`
const watch = new MutationObserver(look);
let lost = false; // whether there was a moment without a connection since the last look

const connected = () => (document.querySelector(`[${NAME}]`)?.getAttribute(NAME) ?? "CONNECTED") === "CONNECTED";

// A message sent without a connection is lost, also if the page has not noticed yet that its connection is dead. So at each
// new connection `tell` is called again unless the message was answered or its sender is no longer on the page.
export function untilAnswered(who, answered, tell) {
  for (const [other, { answered }] of sent) if (answered() || !other.root.isConnected) sent.delete(other);
  sent.set(who, { answered, tell });
  if (connected()) return;
  lost = true; // the watch may begin only now
  follow();
}

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
  const all = [...sent];
  sent.clear();
  for (const [who, { answered, tell }] of all) if (who.root.isConnected && !answered()) tell();
}
