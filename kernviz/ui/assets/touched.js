// The visitor's actions on the page, observed in one place. A touch (a press or a key) acts on something. A look
// (wheel, Tab, or a modifier key alone) does not.
const QUIET = new Set(["Tab", "Shift", "Control", "Alt", "Meta"]); // keys that do not count as a touch
// navigator.userActivation ignores the wheel, and is set in automated browsers
const KINDS = ["pointerdown", "keydown", "wheel"];
const touches = new Set(),
  looks = new Set();

export let touched = false; // whether there was a touch since the page was opened
export let looked = false; // whether there was a look or a touch since then

const isTouch = (event) => event.type !== "wheel" && !(event.type === "keydown" && QUIET.has(event.key));

export const onTouch = (callback) => listening(touches, callback);
export const onLook = (callback) => listening(looks, callback); // a touch counts as a look

// Call the function with each event; returns a function that stops this.
function listening(all, callback) {
  all.add(callback);
  return () => all.delete(callback);
}

export function hear(event) {
  looked = true;
  for (const callback of looks) callback(event);
  if (!isTouch(event)) return;
  touched = true;
  for (const callback of touches) callback(event);
}

for (const kind of KINDS) globalThis.addEventListener?.(kind, hear, { capture: true, passive: true });
