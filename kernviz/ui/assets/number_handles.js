// Connects a number's control with its handles elsewhere on the page, such as in the formula. A handle moves the
// control of the same name, and shows its value.
const controls = new Map(); // parameter name in a live request -> the control on the page
const handles = new Map(); // parameter name -> its handles

const nameOf = (control) => control.told.live;

export function enter(control) {
  if (nameOf(control)) controls.set(nameOf(control), control);
}

export function leave(control) {
  if (controls.get(nameOf(control)) === control) controls.delete(nameOf(control));
}

// The control of a name, or null if the page has none.
export const controlOf = (name) => controls.get(name) ?? null;

// Call `callback` with the control at once, and whenever the control is shown. Returns a function that stops this.
export function onShown(name, callback) {
  if (!handles.has(name)) handles.set(name, new Set());
  handles.get(name).add(callback);
  if (controls.get(name)?.scale) callback(controls.get(name));
  return () => handles.get(name).delete(callback);
}

export function shown(control) {
  for (const callback of handles.get(nameOf(control)) ?? []) callback(control);
}
