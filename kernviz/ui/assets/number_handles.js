// Handles of a number elsewhere on the page, such as in a formula: they move the control of the same name and show its value.
const controls = new Map(); // name in a live request -> the control that is on the page
const handles = new Map(); // name -> those that show it

const nameOf = (control) => control.told.live;

export function enter(control) {
  if (nameOf(control)) controls.set(nameOf(control), control);
}

export function leave(control) {
  if (controls.get(nameOf(control)) === control) controls.delete(nameOf(control));
}

// The control of a name; none where the page shows none.
export const controlOf = (name) => controls.get(name) ?? null;

// Called with the control whenever it shows another value, at once if there is one; until what is returned is called.
export function onShown(name, callback) {
  if (!handles.has(name)) handles.set(name, new Set());
  handles.get(name).add(callback);
  if (controls.get(name)?.scale) callback(controls.get(name));
  return () => handles.get(name).delete(callback);
}

export function shown(control) {
  for (const callback of handles.get(nameOf(control)) ?? []) callback(control);
}
