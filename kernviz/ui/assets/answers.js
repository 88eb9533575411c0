// Inputs of a student's page, one for each kind of question. An input shows elements and returns the answer as text.
import { inPicture, inPlane, pictured } from "./answers_picture.js";
import { point } from "./answers_point.js";
import { sketch } from "./answers_sketch.js";
import { candidates } from "./candidates.js";
import { element } from "./elements.js";
import { read } from "./positions.js";
import { decimal, inWords, typeable } from "./words.js";

const SOON = 120; // ms a slider must rest before its picture is asked for

// The input for a question: {parts, buttons, ready(), text()}. The caller sets its property `changed`, a function that
// is called after each change of the answer. An input with `atOnce` has no button: it calls its property `sent`. `given`: the stored answer. `moved(text)`: asks the server for a new view.
export function pictureOf(question, given, moved) {
  return KINDS[question.kind](question, given, moved);
}

const choose = (question, given) => {
  const self = { buttons: [], ready: () => !!self.text(), text: () => list.querySelector(":checked")?.value ?? "" };
  const list = element("div", { role: "radiogroup", onchange: () => self.changed() });
  for (const [value, words] of question.options) {
    const radio = element("input", { type: "radio", name: "option", value, checked: value === given });
    list.append(element("label", { className: "option" }, [radio, element("span", { innerHTML: words })]));
  }
  self.parts = [...pictured(question), list];
  return self;
};

// Placing a candidate is the answer: it calls `sent`, which the caller sets, too.
const tree = (question, given) => {
  const box = element("div", { className: "kv-tree" });
  const drawn = candidates(box, () => {
    self.changed();
    self.sent();
  });
  const self = { buttons: [], atOnce: true, ready: () => !!drawn.value(), text: () => drawn.value() };
  self.parts = [...pictured(question), box];
  drawn.set({ ...question, given });
  return self;
};

const typed = (label, placeholder) => (question, given) => {
  const field = element("input", {
    type: "text",
    placeholder,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: false,
    value: given ?? "",
  });
  field.setAttribute("aria-label", label);
  const self = { buttons: [], ready: () => !!field.value.trim(), text: () => field.value.trim() };
  field.oninput = () => self.changed();
  self.parts = [...pictured(question), field];
  return self;
};

const move = (question, given, moved) => {
  const [box, numbers] = pictured(question);
  const values = Object.fromEntries(question.controls.map(({ name, value }) => [name, value]));
  for (const pair of (given ?? "").split("&")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at) in values) values[pair.slice(0, at)] = pair.slice(at + 1);
  }
  const text = () =>
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}`)
      .join("&");
  let timer,
    asks = 0,
    frame = question.view.picture?.frame;
  const look = async () => {
    const number = ++asks;
    try {
      const view = await moved(text());
      if (number !== asks) return;
      frame = view.picture?.frame;
      [box, numbers].forEach((old, i) => old.replaceChildren(...pictured({ view })[i].childNodes));
    } catch {
      // the picture stays; an invalid answer is reported when it is sent
    }
  };
  const set = (name, value) => {
    values[name] = value;
    clearTimeout(timer);
    timer = setTimeout(look, SOON);
  };
  const self = {
    buttons: [],
    ready: () => true,
    text,
    parts: [box, numbers, ...question.controls.map((declared) => control(declared, values[declared.name], set))],
  };
  const coordinates = question.controls.filter(({ axis }) => axis);
  if (coordinates.length) {
    box.classList.add("takes");
    box.onclick = (event) => {
      const picture = box.querySelector("svg");
      if (!picture || !frame) return;
      const at = inPlane(frame)(inPicture(picture, event));
      for (const { name, axis } of coordinates) {
        const said = String(Number(at[axis === "x" ? 0 : 1].toPrecision(3)));
        const field = self.parts.map((part) => part.querySelector(`input[name="${name}"]`)).find(Boolean);
        if (field) field.value = typeable(said);
        set(name, said);
      }
    };
  }
  if (given) look();
  return self;
};

function control({ name, label, low, high, log, whole, options, axis }, value, set) {
  const caption = element("label", { textContent: label });
  if (options.length) {
    const list = element(
      "select",
      { onchange: () => set(name, list.value) },
      options.map((word) =>
        element("option", {
          textContent: { true: inWords("yes"), false: inWords("no") }[word] ?? word,
          value: word,
          selected: word === value,
        }),
      ),
    );
    caption.append(list);
    return element("div", { className: "control" }, [caption]);
  }
  if (high - low > 1e5 || Number.isNaN(Number(value || "x"))) {
    const typed = (text) => (axis && Number.isFinite(read(text)) ? String(read(text)) : text.trim());
    const field = element("input", { type: "text", name, onchange: () => set(name, typed(field.value)) });
    field.value = axis ? typeable(value) : value;
    caption.append(field);
    return element("div", { className: "control" }, [caption]);
  }
  const [from, to] = log ? [Math.log10(low), Math.log10(high)] : [low, high];
  const step = whole ? 1 : log ? 0.05 : (to - from) / (to - from > 20 ? 400 : 200);
  const written = (text) => decimal(String(text).replace("-", "−"));
  const shown = element("output", { textContent: written(value) });
  const slider = element("input", { type: "range", min: from, max: to, step });
  slider.value = log ? Math.log10(Number(value)) : value;
  slider.setAttribute("aria-valuetext", written(value)); // otherwise a screen reader says the exponent of a log scale
  slider.oninput = () => {
    const number = Number(slider.value),
      said = String(Number((log ? 10 ** number : number).toPrecision(3)));
    shown.textContent = written(said);
    slider.setAttribute("aria-valuetext", written(said));
    set(name, said);
  };
  caption.append(shown, slider);
  return element("div", { className: "control" }, [caption]);
}

const KINDS = {
  choose,
  number: typed(inWords("Your number"), inWords("a number, a fraction or a power")),
  weights: typed(inWords("Your α"), inWords("a number for each point, with commas between")),
  write: typed(inWords("Your kernel"), inWords("kernels, numbers, + * ** and brackets")),
  move,
  point,
  draw: sketch,
  tree,
};
