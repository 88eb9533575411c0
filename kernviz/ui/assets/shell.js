// Component without content on every page: it sets up the page once, and runs after every run of the script.
import { element } from "./elements.js";
import { invite } from "./breathing.js";
import { follow } from "./connection.js";
import { embedded } from "./embed.js";
import { settle } from "./live.js";
import { menu } from "./menu.js";
import { reach } from "./keyboard_access.js";
import { said, wear } from "./size.js";

export default function ({ data, setTriggerValue }) {
  if (!window.__kernvizShell) prepare(data.plotly, data.language);
  // setting the language, even to the same value, makes the browser recompute all styles
  if (document.documentElement.lang !== data.language.now) document.documentElement.lang = data.language.now;
  menu(data.pages, data.language);
  arrive();
  // runs after this function, when the address describes what the page shows
  queueMicrotask(() => {
    settle(data.live, () => setTriggerValue("finer", true));
    void invite(data.live?.route);
  });
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

// After a page change the keyboard focus goes to its content, not to the menu link.
let last = window.location.pathname;
function arrive() {
  if (last === window.location.pathname) return;
  last = window.location.pathname;
  const focused = document.activeElement,
    main = /** @type {HTMLElement | null} */ (document.querySelector('[data-testid="stMain"]'));
  if (!main || main.contains(focused) || focused.closest('[data-testid="stSidebar"]')) return;
  main.focus({ preventScroll: true, focusVisible: false });
}

const shown = (window.__kernvizShown ??= new Map()); // path -> last address of that page

function prepare(plotly, language) {
  window.__kernvizShell = true;
  wear();
  reach(language);
  follow();
  // A value set by Python arrives as a new address of the same page. Streamlit adds each to the history, so that Back
  // would undo a slider step by step. Such an address replaces the previous one, so that Back leaves the page.
  const push = window.history.pushState.bind(window.history);
  window.history.pushState = (state, title, url) => {
    const here = window.location.pathname;
    if (new URL(url ?? "", window.location.href).pathname === here)
      return window.history.replaceState(state, title, url);
    // On leaving a page Streamlit first removes the page's parameters from its address. They are restored for Back.
    if (shown.has(here)) window.history.replaceState(window.history.state, "", shown.get(here));
    document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0); // another page starts at its top
    return push(state, title, url);
  };
  // plotly.js is loaded while the visitor reads, so that the first picture appears at once.
  document.head.appendChild(element("link", { rel: "prefetch", as: "script", href: plotly }));
}
