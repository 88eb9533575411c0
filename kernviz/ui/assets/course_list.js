// List of the courses in their order, each with the number of steps answered correctly in this browser. course.js
// stores the answers.
import { isRight, kept } from "./course.js";
import { element } from "./elements.js";
import { clickedLink } from "./plain_click.js";
import { inWords } from "./words.js";

function stop({ name, title, says, steps }, base) {
  const answers = kept(name),
    right = steps.filter((step) => isRight(answers[step])).length;
  const begun = steps.some((step) => answers[step]);
  const link = element("a"),
    bar = element("span", { className: "kv-bar" }),
    far = inWords("{count} of {all} right", { count: right, all: steps.length }),
    long = steps.length === 1 ? inWords("One step") : inWords("{n} steps", { n: steps.length });
  link.href = `${base}?${new URLSearchParams({ course: name })}`;
  link.dataset.name = name;
  link.append(
    element("span", { className: "kv-title", textContent: title }),
    element("span", { className: "kv-far", textContent: begun ? far : long }),
    element("span", { className: "kv-says", textContent: says }),
  );
  bar.append(element("i"));
  bar.firstChild.style.width = `${(100 * right) / steps.length}%`;
  if (begun) link.append(bar);
  return element("li", {}, [link]);
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".kv-course-list");
  root.replaceChildren(...data.courses.map((course) => stop(course, data.base)));
  root.onclick = (event) => {
    const link = clickedLink(event);
    if (link) setTriggerValue("open", link.dataset.name);
  };
}
