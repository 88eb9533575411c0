// Hides texts of a plotly.js picture that overlap others. Texts of axes, legend and annotations stay. A text beside a
// mark is hidden if it overlaps an earlier text. Marks show their text on hovering.
const FREE = ".textpoint text"; // texts that may be hidden
const OVER = { width: 2, height: 3 }; // pixels by which two boxes may overlap

const meets = (a, b) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > OVER.width &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > OVER.height;

// Indices of the boxes that overlap no box kept before. `taken`: boxes that are kept in any case.
export function unmet(boxes, taken = []) {
  const there = [...taken];
  return boxes.flatMap((box, i) => {
    if (there.some((other) => meets(other, box))) return [];
    there.push(box);
    return [i];
  });
}

// Hide or show the texts of a graph. Texts of a tree (`meta` "fit") have rows of their own and stay.
export function spread(graph) {
  const free = [...graph.querySelectorAll(FREE)];
  if (!free.length || graph.data?.some(({ meta }) => meta === "fit")) return;
  for (const text of free) text.style.display = "";
  const mine = new Set(free);
  const others = [...graph.querySelectorAll("svg.main-svg text, .annotation-text-g")].filter(
    (label) => !mine.has(label) && !label.closest(".hoverlayer"),
  );
  const box = (label) => label.getBoundingClientRect();
  const kept = new Set(
    unmet(
      free.map(box),
      others.map(box).filter(({ width }) => width),
    ),
  );
  free.forEach((text, i) => (text.style.display = kept.has(i) ? "" : "none"));
}
