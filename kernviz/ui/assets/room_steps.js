// List of the course's steps with their kinds of answer, for the lecturer of a room. A press opens a step.
import { element } from "./elements.js";
import { inWords } from "./words.js";

export function stepList({ steps, at }, open, folded, ontoggle) {
  const list = element(
    "ol",
    { className: "kv-steps" },
    steps.map(({ name, title, kind }, i) => {
      const button = element("button", { type: "button", onclick: () => open(name) }, [
        element("b", { textContent: String(i + 1) }),
        element("span", { textContent: title }),
        element("em", { textContent: kind }),
      ]);
      if (name === at) button.setAttribute("aria-current", "step");
      button.dataset.key = `step ${name}`;
      return element("li", {}, [button]);
    }),
  );
  const here = steps.find(({ name }) => name === at);
  const summary = element("summary", {
    textContent: inWords("Steps and how they are answered · this one: {kind}", { kind: here?.kind ?? "" }),
  });
  summary.dataset.key = "steps";
  return element("details", { open: !folded, ontoggle: (event) => ontoggle(!event.target.open) }, [summary, list]);
}
