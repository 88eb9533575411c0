// Texts of a drawn picture that do not lie on one another, whatever its size. Words of axes, legend and notes stay. Of the words
// beside marks, and then of the values on level lines, those are hidden that would lie on an earlier text: the marks say
// theirs on hover.
const FREE = [".textpoint text", ".contourlabels text"];
const OVER = { width: 2, height: 3 }; // pixels that two boxes may share

const meets = (a, b) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > OVER.width &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > OVER.height;

// Boxes, of which none meets an earlier one: their places, in order. `taken`: boxes that are there already.
export function unmet(boxes, taken = []) {
  const there = [...taken];
  return boxes.flatMap((box, i) => {
    if (there.some((each) => meets(each, box))) return [];
    there.push(box);
    return [i];
  });
}

// Hides and shows the free texts of a graph of plotly.js. The lines of a tree have their rows.
export function spread(graph) {
  const free = FREE.flatMap((kind) => [...graph.querySelectorAll(kind)]);
  if (!free.length || graph.data?.some(({ meta }) => meta === "fit")) return;
  for (const text of free) text.style.display = "";
  const mine = new Set(free);
  const others = [...graph.querySelectorAll("svg.main-svg text, .annotation-text-g")].filter(
    (each) => !mine.has(each) && !each.closest(".hoverlayer"),
  );
  const box = (each) => each.getBoundingClientRect();
  const kept = new Set(
    unmet(
      free.map(box),
      others.map(box).filter(({ width }) => width),
    ),
  );
  free.forEach((text, i) => (text.style.display = kept.has(i) ? "" : "none"));
}
