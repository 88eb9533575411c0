// Score of riddles: current streak, best streak, share correct by level, and last answers. Stored in this browser only.
import { element } from "./elements.js";
import { note } from "./practice_store.js";
import { store, stored } from "./storage.js";
import { inWords } from "./words.js";

const STORE = "kernviz-riddles"; // key in localStorage; a page with a topic appends the topic
const KEPT = 1000, // number of answers stored
  SHOWN = 24; // number of answers shown

function past(key) {
  const said = stored(key);
  return Array.isArray(said) ? said.filter((item) => Array.isArray(item) && item.length === 4) : [];
}

function show(root, { answered, levels, about }) {
  const key = about ? `${STORE}-${about}` : STORE;
  const all = past(key);
  if (answered) {
    note(about ? `drawn:${about}` : "kernel", answered.at.join("/"), answered.right);
    const item = [...answered.at, answered.right ? 1 : 0];
    if (!all.some((other) => other.slice(0, 3).join() === answered.at.join())) {
      all.push(item);
      store(key, all.slice(-KEPT));
    }
  }
  let streak = 0,
    best = 0;
  for (const item of all) best = Math.max(best, (streak = item[3] ? streak + 1 : 0));
  const said = [inWords("{streak} in a row", { streak }), inWords("best {best}", { best })];
  for (let level = 1; level <= levels; level++) {
    const here = all.filter((item) => item[2] === level);
    if (here.length)
      said.push(
        inWords("level {level}: {right} of {all}", {
          level,
          right: here.filter((item) => item[3]).length,
          all: here.length,
        }),
      );
  }
  const bars = element("span", { className: "kv-past" });
  for (const item of all.slice(-SHOWN)) bars.append(element("i", { className: item[3] ? "" : "kv-wrong" }));
  root.replaceChildren(...said.map((text) => element("span", { textContent: text })), bars);
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".kv-streak");
  show(root, data);
}
