// A stand-in: nothing moves yet. What pictures and controls ask of the real one is all here.
const pictures = new Map();

export let held = false;

export function move(name, text) {
  held = true;
}

export function release(name) {
  held = false;
}

export function onPicture(key, callback) {
  pictures.set(key, callback);
  return () => pictures.get(key) === callback && pictures.delete(key);
}

// For tests: as if an answer with this picture had come.
export function arrive(key, figure, alt) {
  return pictures.get(key)?.(figure, alt);
}
