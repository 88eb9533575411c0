// Links as cards: title, sentence, and a small picture or a note where there is one. A plain click opens a link within
// this session. The Python side is kernviz/ui/link_cards.py.
import { element } from "./elements.js";
import { clickedLink } from "./plain_click.js";
import { mounted } from "./theme.js";
import { paint, thumbnail } from "./thumbnails.js";

class LinkCards {
  data;
  send;

  constructor(root) {
    this.root = root;
    root.addEventListener("click", (event) => {
      const link = clickedLink(event);
      if (!link) return;
      // Within a page an address replaces the one before it (shell.js). Back shall lead to the list of these cards.
      if (new URL(link.href).pathname === location.pathname)
        History.prototype.pushState.call(history, history.state, "", location.href);
      this.send("open", link.dataset.name);
    });
    this.observer = new MutationObserver(() => this.paint());
    this.observer.observe(document.documentElement, { attributes: true, subtree: false });
  }

  accept(data, send) {
    Object.assign(this, { data, send });
    this.root.classList.toggle(
      "kv-pictured",
      data.cards.some((card) => card.picture),
    );
    this.root.replaceChildren(...data.cards.map((card) => element("li", {}, [this.link(card)])));
    this.paint();
  }

  link({ name, title, says, note, href, picture }) {
    const words = [element("b", { textContent: title }), element("span", { textContent: says })];
    if (note) words.push(element("small", { textContent: note }));
    const link = element("a", { href }, [element("div", {}, words)]);
    link.dataset.name = name;
    if (!picture) return link;
    link.prepend(thumbnail(picture));
    return link;
  }

  paint() {
    paint(this.root, this.data.pictures);
  }

  remove() {
    this.observer.disconnect();
  }
}

export default mounted(".kv-link-cards", LinkCards);
