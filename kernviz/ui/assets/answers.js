// How a student's page takes each kind of answer. Each has the elements it shows, and the answer as a text.
import { element, shape } from "./elements.js";
import { decimal, inWords } from "./words.js";

const MOST = 40; // corners of a sketch, as kernviz/courses/questions/draw.py has it
const SOON = 120; // ms a slider must rest before its picture is asked for

// Returns {parts, buttons, ready(), text()}; `changed` is called after each change of the answer.
export function pictureOf(sheet, given, moved) {
  return KINDS[sheet.kind](sheet, given, moved);
}

function pictured({ view }) {
  const box = element("div", { className: "picture" });
  if (view.picture) box.innerHTML = view.picture.svg;
  const numbers = element("dl");
  const count = ([label, value]) =>
    element("div", {}, [element("dt", { textContent: label }), element("dd", { textContent: value })]);
  numbers.replaceChildren(...view.readouts.map(count));
  return [box, numbers];
}

const choose = (sheet, given) => {
  const self = { buttons: [], ready: () => !!self.text(), text: () => list.querySelector(":checked")?.value ?? "" };
  const list = element("div", { role: "radiogroup", onchange: () => self.changed() });
  for (const [value, words] of sheet.options) {
    const radio = element("input", { type: "radio", name: "option", value, checked: value === given });
    list.append(element("label", { className: "option" }, [radio, element("span", { innerHTML: words })]));
  }
  self.parts = [...pictured(sheet), list];
  return self;
};

const typed = (label, placeholder) => (sheet, given) => {
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
  self.parts = [...pictured(sheet), field];
  return self;
};

const move = (sheet, given, moved) => {
  const [box, numbers] = pictured(sheet);
  const values = Object.fromEntries(sheet.controls.map(({ name, value }) => [name, value]));
  for (const each of (given ?? "").split("&")) {
    const at = each.indexOf("=");
    if (at > 0 && each.slice(0, at) in values) values[each.slice(0, at)] = each.slice(at + 1);
  }
  const text = () =>
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}`)
      .join("&");
  let timer,
    asks = 0;
  const look = async () => {
    const number = ++asks;
    try {
      const view = await moved(text());
      if (number === asks) [box, numbers].forEach((old, i) => old.replaceChildren(...pictured({ view })[i].childNodes));
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
    parts: [box, numbers, ...sheet.controls.map((each) => control(each, values[each.name], set))],
  };
  if (given) look();
  return self;
};

function control({ name, label, low, high, log, whole, options }, value, set) {
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
    const field = element("input", { type: "text", value, onchange: () => set(name, field.value.trim()) });
    caption.append(field);
    return element("div", { className: "control" }, [caption]);
  }
  const [from, to] = log ? [Math.log10(low), Math.log10(high)] : [low, high];
  const step = whole ? 1 : log ? 0.05 : (to - from) / (to - from > 20 ? 400 : 200);
  const written = (text) => decimal(String(text).replace("-", "−"));
  const shown = element("output", { textContent: written(value) });
  const slider = element("input", { type: "range", min: from, max: to, step });
  slider.value = log ? Math.log10(Number(value)) : value;
  slider.oninput = () => {
    const number = Number(slider.value),
      said = String(Number((log ? 10 ** number : number).toPrecision(3)));
    shown.textContent = written(said);
    set(name, said);
  };
  caption.append(shown, slider);
  return element("div", { className: "control" }, [caption]);
}

// A picture that is touched: an svg over it with the same coordinates, and where a touch is in the plane.
function touched(sheet) {
  const [box, numbers] = pictured(sheet);
  const { width, height, frame } = sheet.view.picture ?? { width: 1, height: 1, frame: null };
  const over = shape("svg", { class: "over", viewBox: `0 0 ${width} ${height}` });
  box.classList.add("takes");
  box.append(over);
  const pixel = ([x, y]) => [
    frame.left + ((x - frame.x[0]) / (frame.x[1] - frame.x[0])) * frame.width,
    frame.top + ((y - frame.y[0]) / (frame.y[1] - frame.y[0])) * frame.height,
  ];
  const touch = (event) => {
    const { left, top, width: wide } = over.getBoundingClientRect(),
      scale = width / wide;
    return [(event.clientX - left) * scale, (event.clientY - top) * scale];
  };
  const plane = ([u, v]) => [
    frame.x[0] + ((u - frame.left) / frame.width) * (frame.x[1] - frame.x[0]),
    frame.y[0] + ((v - frame.top) / frame.height) * (frame.y[1] - frame.y[0]),
  ];
  return { box, numbers, over, pixel, touch, plane };
}

const point = (sheet, given) => {
  const { box, numbers, over, pixel, touch } = touched(sheet);
  const chosen = new Set((given ?? "").split(",").map(Number).filter(Boolean));
  const spots = sheet.view.spots.map(([number, x, y]) => [number, ...pixel([x, y])]);
  const draw = () =>
    over.replaceChildren(
      ...spots.filter(([n]) => chosen.has(n)).map(([, cx, cy]) => shape("circle", { cx, cy, r: 10 })),
    );
  const self = {
    parts: [
      element("p", { className: "small", textContent: inWords("Tap the points; tap again to take one back.") }),
      box,
      numbers,
    ],
    ready: () => chosen.size > 0,
    text: () => [...chosen].sort((a, b) => a - b).join(", "),
  };
  over.onclick = (event) => {
    const [u, v] = touch(event);
    const near = spots.map(([n, x, y]) => [Math.hypot(x - u, y - v), n]).sort((a, b) => a[0] - b[0])[0];
    if (!near) return;
    chosen.has(near[1]) ? chosen.delete(near[1]) : chosen.add(near[1]);
    draw();
    self.changed();
  };
  const clear = element("button", {
    type: "button",
    className: "quiet",
    textContent: inWords("Clear"),
    onclick: () => (chosen.clear(), draw(), self.changed()),
  });
  self.buttons = [clear];
  draw();
  return self;
};

const sketch = (sheet, given) => {
  const { box, numbers, over, pixel, touch, plane } = touched(sheet);
  let corners = (given ?? "")
    .split(";")
    .map((pair) => pair.trim().split(/\s+/).map(Number))
    .filter((p) => p.length === 2 && p.every(Number.isFinite))
    .map(pixel);
  const draw = () => over.replaceChildren(shape("polyline", { points: corners.map((p) => p.join(",")).join(" ") }));
  const self = {
    parts: [
      element("p", {
        className: "small",
        textContent: inWords("Draw your line with a finger; end where you began for a ring."),
      }),
      box,
      numbers,
    ],
    ready: () => thinned(corners).length > 1,
    text: () =>
      thinned(corners)
        .map(plane)
        .map(([x, y]) => `${x.toPrecision(4)} ${y.toPrecision(4)}`)
        .join("; "),
  };
  let drawing = false;
  over.onpointerdown = (event) => {
    drawing = true;
    over.setPointerCapture(event.pointerId);
    corners = [touch(event)];
    draw();
  };
  over.onpointermove = (event) => {
    if (!drawing) return;
    const next = touch(event),
      last = corners[corners.length - 1];
    if (Math.hypot(next[0] - last[0], next[1] - last[1]) < 3) return;
    corners.push(next);
    draw();
  };
  over.onpointerup = over.onpointercancel = () => {
    drawing = false;
    self.changed();
  };
  self.buttons = [
    element("button", {
      type: "button",
      className: "quiet",
      textContent: inWords("Clear"),
      onclick: () => ((corners = []), draw(), self.changed()),
    }),
  ];
  draw();
  return self;
};

// At most MOST corners of a line, evenly along it.
function thinned(corners) {
  if (corners.length <= MOST) return corners;
  return Array.from({ length: MOST }, (_, i) => corners[Math.round((i * (corners.length - 1)) / (MOST - 1))]);
}

const KINDS = {
  choose,
  number: typed(inWords("Your number"), inWords("a number, a fraction or a power")),
  weights: typed(inWords("Your α"), inWords("a number for each point, with commas between")),
  write: typed(inWords("Your kernel"), inWords("kernels, numbers, + * ** and brackets")),
  move,
  point,
  draw: sketch,
};
