// List of the courses in their order, each with the number of steps answered correctly in this browser. course.js
// stores the answers.
import { isRight, kept } from "./course.js";
import { whenGone } from "./theme.js";
import { inWords } from "./words.js";

const lists = new WeakMap();

function make(tag, className, text) {
  return Object.assign(document.createElement(tag), {
    className,
    ...(text === undefined ? {} : { textContent: text }),
  });
}

function stop({ name, title, says, steps }, base) {
  const answers = kept(name),
    right = steps.filter((step) => isRight(answers[step])).length;
  const begun = steps.some((step) => answers[step]);
  const link = make("a", ""),
    bar = make("span", "kv-bar"),
    far = inWords("{count} of {all} right", { count: right, all: steps.length }),
    long = steps.length === 1 ? inWords("One step") : inWords("{n} steps", { n: steps.length });
  link.href = `${base}?${new URLSearchParams({ course: name })}`;
  link.dataset.name = name;
  link.append(
    make("span", "kv-title", title),
    make("span", "kv-far", begun ? far : long),
    make("span", "kv-says", says),
  );
  bar.append(make("i", ""));
  bar.firstChild.style.width = `${(100 * right) / steps.length}%`;
  if (begun) link.append(bar);
  const item = make("li", "");
  item.append(link);
  return item;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".kv-course-list");
  lists.set(root, setTriggerValue);
  root.replaceChildren(...data.courses.map((course) => stop(course, data.base)));
  root.onclick = (event) => {
    const link = event.target.closest("a");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    lists.get(root)("open", link.dataset.name);
  };
  return whenGone(root, () => lists.delete(root));
}
