// The bar of a sweep below a picture: play button, slider, value, and a button that unfolds the options. Its elements
// become properties of the Fold (sweep.js).
import { mark } from "./mark.js";
import { element } from "./elements.js";
import { Curve } from "./sweep_curve.js";
import { size } from "./size.js";
import { option } from "./sweep_form.js";
import { Grid } from "./sweep_map.js";
import { Meter } from "./sweep_meter.js";
import { Beside } from "./sweep_beside.js";
import { inWords } from "./words.js";

const SPEEDS = [3, 10, 20, 30]; // frames per second

export function makeBar(fold) {
  fold.play = element("button", {
    type: "button",
    className: "kv-play",
    ariaLabel: inWords("Play the sweep"),
    textContent: "▶",
    onclick: () => fold.player.turn(),
  });
  fold.rail = element("input", {
    type: "range",
    min: 0,
    step: 1,
    oninput: () => fold.go(Number(fold.rail.value)),
  });
  fold.rail.onkeydown = (event) => fold.key(event);
  fold.said = element("output", {});
  fold.speed = element(
    "select",
    { ariaLabel: inWords("pictures a second") },
    SPEEDS.map((n) => option(String(n), inWords("{n} a second", { n }))),
  );
  fold.speed.value = "10";
  const stay = element("button", { type: "button", textContent: inWords("Stay here"), onclick: () => fold.commit() });
  const back = element("button", {
    type: "button",
    textContent: inWords("Back"),
    title: inWords("What the page itself shows"),
    onclick: () => fold.leave(),
  });
  fold.readout = element("select", {
    className: "kv-telling",
    ariaLabel: inWords("read-out of the curve"),
    onchange: () => ((fold.picked = true), fold.draw(), fold.side.draw()),
  });
  fold.beside = element("button", {
    type: "button",
    textContent: inWords("Side by side"),
    ariaPressed: "false",
    onclick: () => fold.side.spread(fold.beside.ariaPressed !== "true"),
  });
  const toggle = (text, does) =>
    element("button", { type: "button", textContent: text, ariaPressed: "false", onclick: does });
  fold.curved = toggle(inWords("Curve"), () => fold.unfold(fold.curved, "kv-curved"));
  fold.range = toggle(inWords("Range, map …"), () => fold.unfold(fold.range, "kv-ranged"));
  const gear = toggle("⚙", () => fold.unfold(gear, "kv-more"));
  gear.className = "kv-gear";
  gear.ariaLabel = gear.title = inWords("Options of the sweep");
  fold.chosen = element("input", { type: "text", autocomplete: "off", onchange: () => fold.side.draw(true) });
  fold.which = element("label", { className: "kv-at", hidden: true }, [inWords("at"), fold.chosen]);
  fold.curve = new Curve((place) => fold.go(place));
  fold.meter = new Meter();
  fold.grid = new Grid((cell) => fold.send("stay", cell.at));
  fold.side = new Beside(fold);
  const line = (name, children) => element("div", { className: `kv-line ${name}` }, children);
  return element("div", { className: "kv-film" }, [
    line("kv-bar", [line("kv-one", [fold.play, fold.rail, fold.said, stay]), gear]),
    line("kv-options", [
      line("kv-one", [fold.beside, fold.curved]),
      fold.range,
      line("kv-one", [back, fold.speed]),
      fold.readout,
      line("kv-one", [fold.which]),
    ]),
    fold.curve.svg,
    fold.meter.root,
    fold.grid.root,
  ]);
}

// An open bar with pictures stays in view. In hall mode the main picture leaves room for the bar (picture_height.js).
export function stay(root) {
  const open = root.open && root.classList.contains("kv-swept"),
    before = root.dataset.open === "true";
  mark(root, "open", open);
  root.dataset.open = String(open);
  if (open !== before && size() > 1) window.dispatchEvent(new Event("resize"));
}
