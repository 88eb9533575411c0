// What a person does on the page, heard in one place. A touch (a press, a key) takes hold of something; a look (wheel, Tab, a
// lone modifier) does not.
const QUIET = new Set(["Tab", "Shift", "Control", "Alt", "Meta"]); // keys that touch nothing
const KINDS = ["pointerdown", "keydown", "wheel"]; // navigator.userActivation knows no wheel, and is set by an automated browser
const touches = new Set(),
  looks = new Set();

export let touched = false; // since the page was opened
export let looked = false; // or touched

export const isTouch = (event) => event.type !== "wheel" && !(event.type === "keydown" && QUIET.has(event.key));

export const onTouch = (callback) => listening(touches, callback);
export const onLook = (callback) => listening(looks, callback); // at a touch, too

// Called with the event from now on, until what is returned is called.
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
