// The second way to a picture, in its simplest form: what a held control says is asked of the server at once, one request
// in flight and the newest values only.
import { unpack } from "./wire.js";

const pictures = new Map(); // key → what draws it
const moved = new Map(); // name → text, what the hand has set and the address does not say yet
let news = false;
let asking = false;

export let held = false;

export function move(name, text) {
  held = true;
  moved.set(name, text);
  news = true;
  ask();
}

export function release(name) {
  held = false;
  moved.delete(name);
}

// callback(figure, alt) draws and returns a promise that resolves when it is painted.
export function onPicture(key, callback) {
  pictures.set(key, callback);
  return () => pictures.get(key) === callback && pictures.delete(key);
}

async function ask() {
  if (asking || !news) return;
  [asking, news] = [true, false];
  const address = new URLSearchParams(location.search);
  for (const [name, text] of moved) address.set(name, text);
  try {
    const answer = await fetch(`/kernviz-live/${location.pathname.split("/").pop()}?${address}`);
    if (answer.ok) {
      const { pictures: come } = unpack(await answer.arrayBuffer());
      await Promise.all(Object.entries(come).map(([key, { figure, alt }]) => pictures.get(key)?.(figure, alt)));
    }
  } finally {
    asking = false;
  }
  ask();
}
