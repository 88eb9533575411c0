// The picture of a revealed answer, in which the points of a right answer and the student's points are marked.
import { covered, onPicture } from "./answers_picture.js";
import { element, shape } from "./elements.js";
import { inWords } from "./words.js";

export function markedPicture(question, answer) {
  const { picture, spots } = question.shown.view;
  const box = element("div", { className: "picture", innerHTML: picture.svg });
  const own = new Set(question.kind === "point" ? (answer ?? "").split(",").map(Number).filter(Boolean) : []);
  const meant = new Set(question.meant);
  const marked = spots.filter(([number]) => own.has(number) || meant.has(number));
  if (!marked.length) return [box];
  const over = covered(box, picture);
  for (const [number, x, y] of marked) {
    const [cx, cy] = onPicture(picture.frame)([x, y]);
    if (own.has(number)) over.append(shape("circle", { class: "own", cx, cy, r: 15 }));
    if (!meant.has(number)) continue;
    over.append(shape("circle", { class: "meant", cx, cy, r: 10 }));
    over.append(shape("text", { class: "meant", x: cx + 9, y: cy - 9 }, "✓"));
  }
  return [
    box,
    element("p", {
      className: "small",
      textContent: own.size
        ? inWords("✓ and a ring: these points are a right answer. Dashed: your points.")
        : inWords("✓ and a ring: these points are a right answer."),
    }),
  ];
}
