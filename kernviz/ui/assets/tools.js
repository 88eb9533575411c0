// The tools above a picture, and a line that says what a click does. All pictures share the current tool.
import { element, shape } from "./elements.js";
import { mark } from "./mark.js";
import { erase, newClass, paint } from "./own_points.js";
import { ERASE, LASSO, PROBE, tool } from "./tool.js";
import { classWord, inWords } from "./words.js";

const ICONS = {
  // strokes of icons in a square of side 16
  probe: "M8 2L14 8L8 14L2 8Z",
  erase: "M6 13L2.5 9.5L9 3L13.5 7.5L8 13ZM5.5 6.5L10 11M8 13H14",
  more: "M8 3V13M3 8H13",
  lasso: "M4 11C-1 7 4 2 9 3C15 4 15 10 9 10.5C6 10.7 4.5 9.5 5.5 8.5C6.5 7.7 8 9 6.5 11C5.5 12.3 4 13 3 14",
  undo: "M6 3L2.5 6.5L6 10M3 6.5H10C15 6.5 15 13 10 13H7",
  redo: "M10 3L13.5 6.5L10 10M13 6.5H6C1 6.5 1 13 6 13H9",
  clear: "M3.5 3.5L12.5 12.5M12.5 3.5L3.5 12.5",
  snap: "M5.5 2V14M10.5 2V14M2 5.5H14M2 10.5H14",
};
const SPOKEN = 4000; // ms a message is shown before the hint returns
const GLYPHS = ["●", "■", "◆", "▲", "✚", "▼", "✖", "★", "⬢", "⬟"];
const COARSE = matchMedia("(pointer: coarse)");

export class Tools {
  root;
  hands;

  constructor(root, hands) {
    [this.root, this.hands] = [root, hands];
    this.bar = root.querySelector(".kv-bar");
    this.said = root.querySelector(".kv-said");
    this.mine = root.querySelector(".kv-mine");
  }

  // Update the tools: one brush for each class of the data. A tool without use is left out.
  show() {
    const { hands } = this,
      { told, points, places } = hands,
      some = Boolean(told && (points || places.length));
    this.root.hidden = !some;
    mark(this.root, "tools", some && Boolean(points));
    if (!some) return;
    if (!points) tool.now = PROBE;
    else if (tool.now === PROBE && !places.length) tool.now = 0;
    else if (tool.now >= Math.max(1, points.codes ? points.names.length : 1)) tool.now = 0;
    this.root.classList.toggle("kv-alone", !points);
    const wanted = points ? this.wanted() : [];
    const print = JSON.stringify(wanted.map(({ does, ...rest }) => rest));
    if (print !== this.print) this.make(wanted, print);
    hands.root.classList.toggle("kv-erasing", tool.now === ERASE);
    const own = told.own ?? "";
    this.mine.hidden = !told.mine;
    if (this.own !== own) {
      // left out beside the way back if the line has no room for both
      const words = element("span", { textContent: inWords("The points are your own now.") });
      this.mine.replaceChildren(words, " ", ...(own ? [this.back(own)] : []));
    }
    this.own = own;
    if (!this.spoken) this.say();
  }

  wanted() {
    const { told, points, places, chosen } = this.hands,
      { codes, names } = points,
      { colors } = this.hands.theme;
    const brush = (k) => ({
      text: GLYPHS[k % GLYPHS.length],
      color: colors.classes[k % colors.classes.length],
      word: codes ? classWord(names[k]) : "",
      title: codes ? inWords("Brush: {name} ({key})", { name: classWord(names[k]), key: k + 1 }) : inWords("Brush (1)"),
      picked: tool.now === k,
      id: k,
    });
    const own = codes ? names.map((_, k) => brush(k)) : [brush(0)];
    const free = codes && names.length < 8 ? freeName(names) : null;
    return [
      ...(places.length
        ? [
            {
              icon: "probe",
              title: inWords("Move {label} (0)", { label: places[0].called }),
              picked: tool.now === PROBE,
              id: PROBE,
            },
          ]
        : []),
      ...own,
      ...(free ? [{ icon: "more", title: inWords("One more class"), id: "more", free }] : []),
      { icon: "erase", title: inWords("Eraser (E)"), picked: tool.now === ERASE, id: ERASE },
      { icon: "lasso", title: inWords("Lasso: choose many (L)"), picked: tool.now === LASSO, id: LASSO, gap: true },
      { icon: "undo", title: inWords("Undo (Z)"), id: "undo", off: !told.past && !this.hands.acts.length, gap: true },
      { icon: "redo", title: inWords("Redo (Y)"), id: "redo", off: !told.future },
      {
        icon: "clear",
        title:
          chosen.size > 1
            ? inWords("Erase the {size} chosen points", { size: chosen.size })
            : inWords("Clear: erase all points"),
        id: "clear",
        off: !points.length,
      },
      { icon: "snap", title: inWords("Snap to a grid (G)"), id: "snap", pressed: tool.snap, gap: true },
    ];
  }

  make(wanted, print) {
    this.print = print;
    const focused = [...this.bar.children].indexOf(document.activeElement);
    this.bar.replaceChildren(...wanted.map((item) => this.button(item)));
    if (focused >= 0) this.bar.children[Math.min(focused, wanted.length - 1)].focus();
  }

  button({ text, icon, word, color, title, picked, pressed, off, gap, id, free }) {
    const made = element("button", { type: "button", title, disabled: Boolean(off) });
    const glyph = icon ? drawn(ICONS[icon]) : element("span", { textContent: text });
    glyph.setAttribute("aria-hidden", "true");
    if (color) glyph.style.color = color;
    made.append(glyph, ...(word ? [element("span", { textContent: word, className: "kv-word" })] : []));
    made.setAttribute("aria-label", title);
    made.dataset.tool = String(id);
    if (picked !== undefined || pressed !== undefined)
      made.setAttribute("aria-pressed", String(Boolean(picked ?? pressed)));
    if (gap) made.classList.add("kv-gap");
    made.onclick = () =>
      id === "more" ? newClass(this.hands, free) : typeof id === "number" ? this.pick(id) : this.does(id);
    return made;
  }

  back(own) {
    const made = element("button", {
      type: "button",
      textContent: inWords("Back to {own}", { own }),
    });
    made.onclick = () => this.does("back");
    return made;
  }

  // Select a tool; with points selected, a brush or the eraser acts on them at once.
  pick(id) {
    const { hands } = this,
      { chosen } = hands;
    if (chosen.size && id >= 0 && hands.points.codes) paint(hands, [...chosen], id);
    else if (chosen.size && id === ERASE) erase(hands, [...chosen]);
    else tool.now = id;
    this.spoken = false;
    this.show();
  }

  does(id) {
    const { hands } = this;
    if (id === "snap") {
      tool.snap = !tool.snap;
      return this.show();
    }
    if (id === "clear")
      return erase(hands, hands.chosen.size > 1 ? [...hands.chosen] : hands.points.at.map((_, i) => i));
    hands.act({ do: id });
  }

  // Message that says what can be done with the selected points: with a mouse also by keys, else by the tools only.
  ofChosen() {
    const { chosen, points } = this.hands,
      { size } = chosen;
    if (!size) return inWords("No point is inside: draw around some.");
    if (!points.codes && size === 1)
      return COARSE.matches
        ? inWords("One point chosen: drag it, or tap the cross to erase it.")
        : inWords("One point chosen: drag it, or press Delete.");
    if (!points.codes)
      return COARSE.matches
        ? inWords("{size} points chosen: drag one of them, or tap the cross to erase them.", { size })
        : inWords("{size} points chosen: drag one of them, or press Delete.", { size });
    if (size === 1)
      return COARSE.matches
        ? inWords("One point chosen: drag it, tap a class, or tap the cross to erase it.")
        : inWords("One point chosen: drag it, click a class, or press Delete.");
    return COARSE.matches
      ? inWords("{size} points chosen: drag one of them, tap a class, or tap the cross to erase them.", { size })
      : inWords("{size} points chosen: drag one of them, click a class, or press Delete.", { size });
  }

  key(event) {
    const { points, places } = this.hands,
      { key } = event;
    if (!points) return false;
    const plain = !event.ctrlKey && !event.metaKey,
      letter = key.toLowerCase();
    if (letter === "z" && event.shiftKey) this.does("redo");
    else if (letter === "z") this.does("undo");
    else if (letter === "y") this.does("redo");
    else if (!plain) return false;
    else if (/^[1-9]$/.test(key) && Number(key) <= (points.codes ? points.names.length : 1)) this.pick(Number(key) - 1);
    else if (key === "0" && places.length) this.pick(PROBE);
    else if (letter === "e") this.pick(ERASE);
    else if (letter === "l") this.pick(LASSO);
    else if (letter === "g") this.does("snap");
    else return false;
    return true;
  }

  // Show a message for SPOKEN ms, or the hint that says what a click does with the current tool.
  say(text) {
    clearTimeout(this.later);
    this.spoken = Boolean(text);
    if (text) this.later = setTimeout(() => this.hands.on && this.say(), SPOKEN);
    const { points, places } = this.hands,
      touch = COARSE.matches,
      click = touch ? inWords("tap") : inWords("click"),
      place = places[0]?.called;
    const hint = {
      [PROBE]: points
        ? inWords("Drag any point or {place}. A {click} moves {place}.", { click, place })
        : hintOfPlaces(places, click, touch),
      [ERASE]: inWords("A {click} on a point erases it.", { click }),
      [LASSO]: points?.codes
        ? inWords("Draw around points: then drag, repaint or erase all of them.")
        : inWords("Draw around points: then drag or erase all of them."),
    }[tool.now];
    this.said.textContent = text ?? hint ?? this.hintOfBrush(place, click, touch);
  }

  // The hint of a brush, which adds a point of its class.
  hintOfBrush(place, click, touch) {
    const { points } = this.hands;
    return [
      place ? inWords("Drag any point or {place}.", { place }) : inWords("Drag any point."),
      points?.codes
        ? inWords("A {click} adds a point of class {name}.", { click, name: classWord(points.names[tool.now]) })
        : inWords("A {click} adds a point.", { click }),
      ...(touch ? [] : [inWords("A right-click erases a point.")]),
    ].join(" ");
  }
}

// Name of an additional class. Classes are sorted by name. The new name is the last, so that no class changes its
// colour.
function freeName(names) {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
    words = names.filter((name) => !Number.isFinite(Number(name)));
  const last =
    words
      .map((name) => name.toLowerCase())
      .sort()
      .at(-1) ?? "";
  return (
    [...letters, ...letters.map((letter) => "Z" + letter)].find((name) => name.toLowerCase() > last) ??
    letters.find((letter) => !names.includes(letter))
  );
}

function drawn(path) {
  const svg = shape("svg", { viewBox: "0 0 16 16" });
  svg.append(shape("path", { d: path }));
  return svg;
}

// What a drag and a click do in a picture of places without points.
function hintOfPlaces(places, click, touch) {
  const place = places[0]?.called;
  if (places[0]?.cells.length)
    return touch
      ? inWords("Tap a cell, then drag it up or down.")
      : inWords("Drag a cell up or down: its number changes.");
  const last = places.at(-1)?.called;
  const all =
    places.length > 2
      ? `${place} … ${last}`
      : places.length > 1
        ? inWords("{first} or {second}", { first: place, second: last })
        : place;
  if (places.length && places.every((handle) => handle.upright)) return inWords("Drag {all} up or down.", { all });
  if (places.length > 1) return inWords("Drag {all}. A {click} moves {place}.", { all, click, place });
  return touch
    ? inWords("Drag {place}, or tap where it should be.", { place })
    : inWords("Drag {place}, or click where it should be.", { place });
}
