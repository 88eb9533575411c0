// A tree of rules with one empty place, and candidates for it. A candidate is dragged onto the place, or pressed.
import { element } from "./elements.js";
import { inWords } from "./words.js";

const BEGUN = 6; // pixels after which a press is a drag
const NEAR = 30; // pixels around the empty place in which a candidate may be let go

// Draws into `box`. `placed(value)` is called after each placing. The result has value(), and set(question) with {tree,
// options, given, closed}: `tree` are rows [level, html, rule], of which the empty place has no html; `options` are
// pairs of value and html; `given` is the value that is in the place, "" for none.
export function candidates(box, placed) {
  let value = "",
    drawn = "",
    place = null,
    options = [];

  const html = (of) => options.find(([each]) => each === of)?.[1] ?? "";
  const show = (given) => {
    value = given;
    place.classList.toggle("kv-filled", value !== "");
    place.firstChild.innerHTML = html(value); // the server's own MathML
    for (const chip of box.querySelectorAll(".kv-candidate")) chip.setAttribute("aria-pressed", chip.value === value);
  };
  const put = (chosen) => {
    show(chosen);
    placed(chosen);
  };
  const row = ([level, formula, rule]) => {
    const words = [
      element("span", { className: "kv-line", innerHTML: formula }),
      element("small", { textContent: rule }),
    ];
    const node = element("li", { className: formula ? "kv-node" : "kv-node kv-place" }, words);
    node.style.setProperty("--level", String(level));
    return node;
  };
  const candidate = ([of, formula]) => {
    const chip = element("button", { type: "button", className: "kv-candidate", value: of, innerHTML: formula });
    draggable(
      chip,
      (near) => place.classList.toggle("kv-over", near),
      () => place.getBoundingClientRect(),
      () => put(of),
    );
    return chip;
  };
  const draw = (tree) => {
    const rows = element("ul", { className: "kv-rows" }, tree.map(row));
    const chips = element("div", { className: "kv-candidates", role: "group" }, options.map(candidate));
    chips.setAttribute("aria-label", inWords("Candidates for the empty place"));
    place = rows.querySelector(".kv-place");
    place.lastChild.textContent = inWords("Drag a candidate here, or press it.");
    box.replaceChildren(rows, chips);
  };
  const set = (question) => {
    const said = JSON.stringify([question.tree, question.options]);
    options = question.options;
    if (said !== drawn) draw(question.tree);
    drawn = said;
    for (const chip of box.querySelectorAll(".kv-candidate")) chip.disabled = Boolean(question.closed);
    show(html(question.given) ? question.given : "");
  };
  return { set, value: () => value };
}

// Let a button be dragged with a mouse or a finger. `over(near)` is called during a drag, `put()` where the button was
// let go in the rectangle `goal()` or near it, or was pressed.
function draggable(chip, over, goal, put) {
  let from = null,
    dragged = false;
  const near = ({ clientX: x, clientY: y }) => {
    const { left, right, top, bottom } = goal();
    return x > left - NEAR && x < right + NEAR && y > top - NEAR && y < bottom + NEAR;
  };
  const end = () => {
    from = null;
    chip.style.transform = "";
    chip.classList.remove("kv-dragged");
    over(false);
  };
  chip.onpointerdown = (event) => {
    if (event.button || chip.disabled) return;
    from = [event.clientX, event.clientY];
    dragged = false;
    chip.setPointerCapture(event.pointerId);
  };
  chip.onpointermove = (event) => {
    if (!from) return;
    const [x, y] = [event.clientX - from[0], event.clientY - from[1]];
    dragged ||= Math.hypot(x, y) > BEGUN;
    if (!dragged) return;
    chip.classList.add("kv-dragged");
    chip.style.transform = `translate(${x}px, ${y}px)`;
    over(near(event));
  };
  chip.onpointerup = (event) => {
    const hits = from && dragged && near(event);
    end();
    if (hits) put();
  };
  chip.onpointercancel = end;
  chip.onclick = (event) => {
    if (!(dragged && event.detail)) put(); // a key, which has no detail, or a press without a drag
    dragged = false;
  };
}
