// Language menu, with each language by its own name. A choice sets `lang` in the address, which keeps the page's state.
import { element } from "./elements.js";
import { inWords } from "./words.js";

export function tongue({ now, all }) {
  const menu = element("select", { className: "kv-tongue", title: inWords("Language") });
  menu.setAttribute("aria-label", inWords("Language"));
  for (const [name, called] of all)
    menu.append(
      element("option", {
        value: name,
        textContent: called,
        lang: name,
        selected: name === now,
      }),
    );
  menu.onchange = () => {
    const address = new URL(location.href);
    address.searchParams.set("lang", menu.value);
    location.assign(address);
  };
  return menu;
}

// Add the language to a link within the app before it is followed, also in a new tab.
function carry(event) {
  const link = event.target.closest?.("a[href]"),
    lang = new URLSearchParams(location.search).get("lang");
  if (!lang || !link || link.origin !== location.origin || link.hash) return;
  const address = new URL(link.href);
  if (address.searchParams.has("lang")) return;
  address.searchParams.set("lang", lang);
  link.href = address;
}

for (const way of ["pointerdown", "focusin"]) document.addEventListener(way, carry, true);
