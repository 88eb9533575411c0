// Plays the frames of a picture once, when it is first visible. The duration is fixed: a slow machine skips frames.
import { calm } from "./motion.js";
import { onLook } from "./touched.js";

const DURATION = 1300; // ms of all frames together

export async function playOnce(graph, Plotly, frames) {
  if (!frames?.length || document.hidden || calm()) return;
  const at = { frame: { duration: 0, redraw: true }, transition: { duration: 0 }, mode: "immediate" };
  const begun = performance.now(),
    last = frames.length - 1;
  let over = false;
  const stopListening = onLook(() => (over = true));
  for (let i = -1; i < last;) {
    const due = over ? last : Math.min(last, Math.floor(((performance.now() - begun) / DURATION) * last));
    if (due > i) await Plotly.animate(graph, [String((i = due))], at);
    await new Promise(requestAnimationFrame);
  }
  stopListening();
}
