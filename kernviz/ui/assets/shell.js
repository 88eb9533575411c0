import { invite } from "./breathing.js";
import { follow } from "./connection.js";
import { embedded } from "./embed.js";
import { settle } from "./live.js";
import { menu } from "./menu.js";
import { reach } from "./reach.js";
import { said, wear } from "./size.js";

// Runs at the end of every run of the script, on every page.
export default function ({ data }) {
  if (!window.__kernvizShell) prepare(data.plotly, data.language);
  // a document that is told its language computes the style of all it holds again, also if it is the same
  if (document.documentElement.lang !== data.language.now) document.documentElement.lang = data.language.now;
  menu(data.pages, data.language);
  arrive();
  queueMicrotask(() => (settle(data.live), void invite(data.live?.route))); // once the address says what the page shows
  const wanted = new URLSearchParams(window.location.search);
  for (const [name, text] of Object.entries({
    ...data.state,
    size: said(),
    embed: embedded(),
    lang: data.language.said,
  }))
    text === null ? wanted.delete(name) : wanted.set(name, text);
  const query = wanted.toString();
  const address = window.location.pathname + (query && "?" + query) + window.location.hash;
  shown.set(window.location.pathname, address);
  if (query === new URLSearchParams(window.location.search).toString()) return;
  window.history.replaceState(window.history.state, "", address);
}

// Another page: the keyboard goes on at what it shows, not at the menu that led here.
let last = window.location.pathname;
function arrive() {
  if (last === window.location.pathname) return;
  last = window.location.pathname;
  const focused = document.activeElement,
    main = /** @type {HTMLElement | null} */ (document.querySelector('[data-testid="stMain"]'));
  if (!main || main.contains(focused) || focused.closest('[data-testid="stSidebar"]')) return;
  main.focus({ preventScroll: true, focusVisible: false });
}

const shown = (window.__kernvizShown ??= new Map()); // path -> the address of what that page last showed

function prepare(plotly, language) {
  window.__kernvizShell = true;
  wear();
  reach(language);
  follow();
  // A value that Python sets arrives as a new address of the same page. Streamlit makes a history entry of each, and Back would
  // then undo a slider step by step. Back should leave the page: so such an address replaces the one before it.
  const push = window.history.pushState.bind(window.history);
  window.history.pushState = (state, title, url) => {
    const here = window.location.pathname;
    if (new URL(url ?? "", window.location.href).pathname === here)
      return window.history.replaceState(state, title, url);
    // On leaving a page Streamlit first takes the page's own values out of its address. Back should find them there again.
    if (shown.has(here)) window.history.replaceState(window.history.state, "", shown.get(here));
    document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0); // another page begins at its top
    return push(state, title, url);
  };
  // The drawing library, fetched while the visitor reads: the first picture then appears at once.
  document.head.appendChild(
    Object.assign(document.createElement("link"), { rel: "prefetch", as: "script", href: plotly }),
  );
}
