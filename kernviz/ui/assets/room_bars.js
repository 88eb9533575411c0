// Bars with the number of students per answer, one below the other. Two rounds have two bars per answer, side by side.
import { element } from "./elements.js";
import { inWords } from "./words.js";

// `take(said, sendAway)` removes the answers of a bar. With Shift the students are removed, too.
export function bars({ bars: now, before, round }, take) {
  const rounds = before ? [before.bars, now] : [now];
  const most = Math.max(1, ...rounds.flat().map((bar) => bar.count));
  const head = element("li", { className: "kv-head" }, [
    element("span"),
    ...rounds.flatMap((_, i) => [
      element("span", { textContent: inWords("Round {n}", { n: i + 1 }) }),
      element("span"),
    ]),
  ]);
  const lines = now.map((bar, place) => {
    const counts = rounds.map((bars) => bars[place]?.count ?? 0);
    const words = element("span", { innerHTML: bar.answer });
    if (bar.right) words.prepend(element("em", { textContent: "✓ ", role: "img", ariaLabel: inWords("right") }));
    const line = element("li", {}, [
      words,
      ...counts.flatMap((count, i) => {
        const strip = element("i");
        strip.style.width = `${(100 * count) / most}%`;
        if (i < counts.length - 1) strip.className = "kv-before";
        return [strip, element("b", { textContent: count })];
      }),
      ...(counts.at(-1) && bar.removable ? [cross(bar.answer, take)] : []),
    ]);
    if (bar.right !== null) line.dataset.right = bar.right;
    return line;
  });
  return round > 1 && lines.length ? [head, ...lines] : lines;
}

function cross(said, take) {
  const made = element("button", {
    type: "button",
    className: "kv-cross",
    textContent: "×",
    title: inWords("Remove these answers"),
    ariaLabel: inWords("Remove these answers"),
    onclick: (event) => take(said, event.shiftKey),
  });
  made.dataset.key = `remove ${said}`;
  return made;
}

// Sentence on the first round: how many answered, and how many have changed their answer since.
export function beforeInWords({ before, change }) {
  if (!before) return "";
  const { count, right } = before;
  const { both, changed, to_right: good, to_wrong: bad } = change;
  const first =
    right === null
      ? inWords("Round 1: {count} answered", { count })
      : inWords("Round 1: {count} answered, {right} right", { count, right });
  const since =
    good === null
      ? inWords("{changed} of {both} changed the answer", { changed, both })
      : inWords("changed to right: {good}, changed to wrong: {bad}", { good, bad });
  return `${first} · ${since}`;
}
