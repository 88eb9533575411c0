// The gallery of examples: links with a small picture each, filtered by lecture, idea and search text. The filter is
// part of the address, so that Back and a link restore it. The Python side is kernviz/ui/gallery.py.
import { element } from "./elements.js";
import { clickedLink } from "./plain_click.js";
import { mounted } from "./theme.js";
import { paint, thumbnail } from "./thumbnails.js";
import { inWords } from "./words.js";

const PAUSE = 500; // ms without a key press after which the address is updated
const ALL = "all";
const catalogues = new Map(); // address -> promise of the list of examples
let left = null; // scroll position when an example was opened, to be restored on return
let back = false;
// connection.js dispatches this event, too, but untrusted
window.addEventListener("popstate", (event) => (back ||= event.isTrusted));

function fetched(url) {
  if (!catalogues.has(url)) {
    const coming = fetch(url).then((answer) =>
      answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status))),
    );
    catalogues.set(
      url,
      coming.catch((error) => (catalogues.delete(url), Promise.reject(error))),
    );
  }
  return catalogues.get(url);
}

// Lower case, with ², é or ½ replaced by plain characters, as people type them.
export const folded = (text) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("⁄", "/").replaceAll("−", "-").toLowerCase();

export function found(cards, { lecture, idea, find }, { lectures, ideas }) {
  const words = folded(find).split(/\s+/).filter(Boolean);
  return cards.filter((card) => {
    if (lecture && lecture !== ALL && card.lecture !== lecture) return false;
    if (idea && !card.ideas.includes(idea)) return false;
    card.words ??= folded(
      [
        card.title,
        card.english,
        card.page,
        card.lecture,
        lectures[card.lecture],
        ...card.ideas.map((idea) => ideas[idea]),
      ].join(" "),
    );
    if (!words.every((word) => card.words.includes(word))) return false;
    return lecture || idea || words.length ? true : card.first;
  });
}

class Gallery {
  data;
  send;
  tell;

  constructor(root) {
    this.root = root;
    this.cards = element("ul", { className: "kv-cards" });
    this.said = element("p", { className: "kv-count", role: "status" });
    this.search = element("input", {
      className: "kv-find",
      type: "search",
      placeholder: inWords("Search the examples"),
      ariaLabel: inWords("Search the examples"),
      maxLength: 80,
      autocomplete: "off",
    });
    this.search.addEventListener("input", () => this.choose({ find: this.search.value }, PAUSE));
    this.lectures = this.group(inWords("Examples by lecture"));
    this.ideas = this.group(inWords("Examples by idea"));
    root.replaceChildren(this.search, this.lectures, this.ideas, this.said, this.cards);
    this.cards.addEventListener("click", (event) => this.open(event));
    this.observer = new MutationObserver(() => this.paint());
    this.observer.observe(document.documentElement, { attributes: true, subtree: false });
  }

  group(label) {
    return element("div", { className: "kv-chips", role: "group", ariaLabel: label });
  }

  async accept(data, send, tell) {
    [this.data, this.send, this.tell] = [data, send, tell];
    if (!this.timer) this.filter = { ...data.filter };
    try {
      this.known = await fetched(data.catalogue);
    } catch {
      this.said.textContent = inWords("The examples did not arrive: reload the page.");
      return;
    }
    this.draw();
  }

  // Change the filter. The cards follow at once, the address after a pause.
  choose(change, pause = 0) {
    this.filter = { ...this.filter, ...change };
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => ((this.timer = 0), this.tell("filter", this.filter)), pause);
  }

  draw() {
    if (!this.known) return;
    const { cards, lectures, ideas } = this.known,
      { lecture, idea, find } = this.filter;
    if (this.search !== document.activeElement && this.search.value !== find) this.search.value = find;
    const chips = (name, items) => items.map(([value, text]) => this.chip(name, value, text));
    const wide = { ...this.filter, lecture: lecture || ALL };
    const some = (name) => found(cards, { ...wide, [name]: name === "lecture" ? ALL : "" }, this.known);
    const there = {
      lecture: new Set(some("lecture").map((card) => card.lecture)),
      idea: new Set(some("idea").flatMap((card) => card.ideas)),
    };
    this.set(
      this.lectures,
      [
        ...chips(
          "lecture",
          Object.entries(lectures).map(([name, title]) => [name, `${name} · ${title}`]),
        ),
        this.chip("lecture", ALL, inWords("All {n}", { n: cards.length })),
      ],
      there.lecture,
    );
    this.set(this.ideas, chips("idea", Object.entries(ideas)), there.idea);
    const shown = found(cards, this.filter, this.known);
    const filtered = lecture || idea || find.trim();
    this.said.textContent = !filtered
      ? inWords("{shown} of {cards} examples to begin with: one of each idea", {
          shown: shown.length,
          cards: cards.length,
        })
      : shown.length
        ? inWords("{shown} of {cards} examples", { shown: shown.length, cards: cards.length })
        : inWords("No example has all of these words: leave one out, or add another lecture.");
    const key = JSON.stringify(shown.map((card) => card.href));
    if (key === this.key) return;
    this.key = key;
    this.cards.replaceChildren(...shown.map((card) => this.card(card)));
    this.paint();
    if (back && left !== null) {
      document.querySelector('[data-testid="stMain"]')?.scrollTo(0, left);
      left = null;
    }
    back = false;
  }

  // Chips are reused, so that the focused chip keeps the focus.
  set(group, chips, there) {
    if (group.children.length !== chips.length) group.replaceChildren(...chips);
    [...group.children].forEach((chip) => {
      const on = this.filter[chip.name] === chip.value;
      chip.setAttribute("aria-pressed", String(on));
      chip.classList.toggle("kv-none", !on && chip.value !== ALL && !there.has(chip.value));
    });
  }

  chip(name, value, text) {
    const chip = element("button", { className: "kv-chip", textContent: text, type: "button", name, value });
    chip.onclick = () => this.choose({ [name]: this.filter[name] === value ? "" : value });
    return chip;
  }

  card(card) {
    const link = element("a", { className: "kv-card", href: card.href, ariaLabel: card.title }, [
      thumbnail(card.picture, { loading: "lazy" }),
      element("span", { className: "kv-title", textContent: card.title }),
      element("span", { className: "kv-where", textContent: `${card.page} · ${card.lecture}` }),
    ]);
    link.dataset.at = String(this.known.cards.indexOf(card));
    return element("li", {}, [link]);
  }

  paint() {
    paint(this.cards, this.data.pictures);
  }

  // A plain click opens the example in this session. First the filter is written into the address, so that Back
  // restores it.
  open(event) {
    const link = clickedLink(event);
    if (!link) return;
    clearTimeout(this.timer);
    this.timer = 0;
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(this.filter)) value ? query.set(name, value) : query.delete(name);
    const said = query.toString(),
      address = location.pathname + (said && "?" + said);
    history.replaceState(history.state, "", address);
    window.__kernvizShown?.set(location.pathname, address);
    left = document.querySelector('[data-testid="stMain"]')?.scrollTop ?? null;
    this.send("open", Number(link.dataset.at));
  }

  remove() {
    clearTimeout(this.timer);
    this.observer.disconnect();
  }
}

export default mounted(".kv-gallery", Gallery);
