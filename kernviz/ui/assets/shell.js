// Once a tab. A value that Python sets arrives as a new address of the same page; Streamlit makes a history entry of each, and
// Back would then undo a slider step by step. Back should leave the page: so such an address replaces the one before it.
export default function ({ data }) {
  if (window.__kernvizShell) return;
  window.__kernvizShell = true;
  const push = window.history.pushState.bind(window.history);
  window.history.pushState = (state, title, url) => {
    const samePage = new URL(url ?? "", window.location.href).pathname === window.location.pathname;
    return samePage ? window.history.replaceState(state, title, url) : push(state, title, url);
  };
  // The drawing library, fetched while the visitor reads: the first picture then appears at once.
  const link = Object.assign(document.createElement("link"), { rel: "prefetch", as: "script", href: data.plotly });
  document.head.appendChild(link);
}
