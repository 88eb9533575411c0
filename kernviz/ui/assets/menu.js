// Navigation on a phone, in the bar at the top: previous page, list of all pages, next page. Wide screens have
// Streamlit's own menu.
import { element } from "./elements.js";
import { tongue } from "./language_menu.js";
import { isPlain } from "./plain_click.js";
import { inWords } from "./words.js";

let strip = null,
  list = null,
  told = "";

// pages: [[section, title, path]] in the menu's order.
export function menu(pages, language) {
  const here = pages.findIndex(([, , path]) => new URL(path, document.baseURI).pathname === location.pathname);
  const print = JSON.stringify([pages, here]);
  if (print === told) return;
  told = print;
  if (!strip) build();
  const [, title] = pages[here] ?? ["", inWords("Pages")];
  const open = element("button", {
    type: "button",
    className: "kv-here",
    textContent: title,
    onclick: () => show(list.hidden),
  });
  open.setAttribute("aria-expanded", "false");
  open.setAttribute("aria-controls", "kv-all-pages");
  strip.replaceChildren(
    beside(pages[here - 1], "‹", inWords("Page before")),
    open,
    beside(pages[here + 1], "›", inWords("Page after")),
    list,
  );
  list.replaceChildren();
  for (const [at, [section, name, path]] of pages.entries()) {
    if (section !== pages[at - 1]?.[0]) list.append(element("h2", { textContent: section }), element("ul"));
    const link = to(path, name);
    if (at === here) link.setAttribute("aria-current", "page");
    list.lastChild.append(element("li", {}, [link]));
  }
  list.append(tongue(language));
  show(false);
}

function build() {
  list = element("div", { id: "kv-all-pages", hidden: true });
  strip = element("nav", { className: "kv-pages" });
  strip.setAttribute("aria-label", inWords("Pages"));
  strip.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || list.hidden) return;
    show(false);
    strip.querySelector(".kv-here").focus();
  });
  document.addEventListener("pointerdown", (event) => list.hidden || strip.contains(event.target) || show(false), true);
  (document.querySelector(".kv-reach") ?? document.body).after(strip);
}

function show(open) {
  list.hidden = !open;
  strip.querySelector(".kv-here")?.setAttribute("aria-expanded", String(open));
}

function beside(page, sign, name) {
  if (!page) return element("span", { className: "kv-end" });
  const link = to(page[2], sign);
  link.setAttribute("aria-label", `${name}: ${page[1]}`);
  return link;
}

// A link to a page. It clicks Streamlit's own link, which changes the page within the session and keeps the data
// points. Without such a link the address is opened.
function to(path, text) {
  const link = element("a", { href: path, textContent: text });
  link.onclick = (event) => {
    if (!isPlain(event)) return;
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const links = document.querySelectorAll('[data-testid="stSidebarNavLink"]');
    const own = [...links].find((candidate) => new URL(candidate.href).pathname === link.pathname);
    if (!own) return;
    event.preventDefault();
    show(false);
    own.click();
  };
  return link;
}
