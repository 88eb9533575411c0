// State of the page's websocket, as Streamlit's outermost element has it. A page without this information
// counts as connected.
const NAME = "data-test-connection-state";
const sent = new Map(); // sender -> {answered, tell} of its newest message; a sender has an element `root`
const watch = new MutationObserver(look);
let lost = false; // whether there was a moment without a connection since the last look

const connected = () => (document.querySelector(`[${NAME}]`)?.getAttribute(NAME) ?? "CONNECTED") === "CONNECTED";

// Make sure that a message of the sender `who` arrives. A message sent without a connection is lost, even if the page
// has not noticed yet that its connection is dead. Therefore `tell` is called again after each new connection, unless
// the message was answered or its sender is no longer on the page.
export function untilAnswered(who, answered, tell) {
  for (const [other, { answered }] of sent) if (answered() || !other.root.isConnected) sent.delete(other);
  sent.set(who, { answered, tell });
  if (connected()) return;
  lost = true; // the observer may not have seen the loss
  follow();
}

// Watch the connection. After each new connection, the server first gets the page's address.
export function follow() {
  watch.observe(document.documentElement, { subtree: true, attributes: true, attributeFilter: [NAME] });
}

function look() {
  if (!connected()) return void (lost = true);
  if (!lost) return;
  lost = false;
  // This page changes its address itself (shell.js), and Streamlit's messages still contain an older address. A
  // restarted server knows nothing but these messages. At a popstate event Streamlit reads the window's address and
  // asks for a run.
  window.dispatchEvent(new PopStateEvent("popstate", { state: window.history.state }));
  const all = [...sent];
  sent.clear();
  for (const [who, { answered, tell }] of all) if (who.root.isConnected && !answered()) tell();
}
