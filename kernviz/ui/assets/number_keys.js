// Keys of a number's slider: the new value for each key, and the release of a key that is held down.
// ms after which a key counts as released, if its release is never reported
const QUIET = { first: 700, repeated: 250 };
const KEYS = {
  ArrowRight: [1],
  ArrowUp: [1],
  ArrowLeft: [-1],
  ArrowDown: [-1],
  PageUp: [1, "page"],
  PageDown: [-1, "page"],
};

// The value after a key; null if the key has no effect.
export function keyed(scale, value, key, shift = false) {
  if (key in KEYS) {
    const [sign, size] = KEYS[key];
    return scale.next(value, sign, size ?? (shift ? "tenth" : "step"));
  }
  return key === "Home" || key === "End" ? scale.ends[Number(key === "End")] : null;
}

// Handle a key of a slider. `control`: a Held number that can play. `typed()`: focuses the text field, which then gets
// the digit.
export function pressed(control, event, typed = () => {}) {
  const { key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const value = keyed(control.scale, control.value, key, event.shiftKey);
  if (key === "Escape" && control.held) control.giveUp();
  else if (value !== null) step(control, event, value);
  else {
    if (/^[\d.,-]$/.test(key) && !control.held) return typed();
    if (key === "Enter" && !control.held) typed();
    else if (key === " ") control.breathing.toggle();
    else return;
  }
  event.preventDefault();
}

function step(control, event, value) {
  if (control.held === "pointer") return;
  control.hold(event.key);
  control.move(value);
  clearTimeout(control.later);
  control.later = setTimeout(
    () => control.held === event.key && control.release(),
    event.repeat ? QUIET.repeated : QUIET.first,
  );
}
