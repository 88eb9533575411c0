// Runs at the end of every run of the script, on every page.
export default function ({ data }) {
  if (!window.__kernvizShell) prepare(data.plotly);
  const wanted = new URLSearchParams(window.location.search);
  for (const [name, text] of Object.entries(data.state)) text === null ? wanted.delete(name) : wanted.set(name, text);
  const query = wanted.toString();
  if (query === new URLSearchParams(window.location.search).toString()) return;
  window.history.replaceState(window.history.state, "", window.location.pathname + (query && "?" + query) + window.location.hash);
}

function prepare(plotly) {
  window.__kernvizShell = true;
  // A value that Python sets arrives as a new address of the same page. Streamlit makes a history entry of each, and Back would
  // then undo a slider step by step. Back should leave the page: so such an address replaces the one before it.
  const push = window.history.pushState.bind(window.history);
  window.history.pushState = (state, title, url) => {
    const samePage = new URL(url ?? "", window.location.href).pathname === window.location.pathname;
    return samePage ? window.history.replaceState(state, title, url) : push(state, title, url);
  };
  // The drawing library, fetched while the visitor reads: the first picture then appears at once.
  document.head.appendChild(Object.assign(document.createElement("link"), { rel: "prefetch", as: "script", href: plotly }));
}
