// The second way to a picture: while a hand is on something, what the address would give is asked of the server's live route,
// one request at a time and the newest values only, and handed to the pictures and read-outs on the page. Nothing is set: on
// release the control tells Streamlit, the page runs, and everything agrees.
import { unpack } from "./wire.js";

const PATIENCE = 5000; // ms
const pictures = new Map(); // key -> what draws it
const readouts = new Map(); // which of those beside the picture -> what shows them
const moved = new Map(); // name in the address -> the text it would have
let page = null; // {route, more}: where to ask, and what the address does not say
let busy = false, newer = false, refused = false, run = 0;

export let held = false;

// At the end of every run of the script: everything on the page agrees, and so does the address.
export function settle(next) {
  page = next;
  if (held) return;
  moved.clear();
  newer = false;
  run += 1;
  document.documentElement.classList.remove("kv-held");
}

export function move(name, text) {
  if (!held) refused = false;
  held = true;
  moved.set(name, text);
  newer = true;
  ask();
}

export function release() {
  held = false;
}

export function onPicture(key, callback) {
  pictures.set(key, callback);
  return () => pictures.get(key) === callback && pictures.delete(key);
}

export function onReadouts(place, callback) {
  readouts.set(place, callback);
  return () => readouts.get(place) === callback && readouts.delete(place);
}

async function ask() {
  if (busy || !newer || refused || !page?.route) return;
  busy = true;
  newer = false;
  const asked = run;
  try {
    const query = new URLSearchParams(location.search);
    for (const [name, text] of [...Object.entries(page.more || {}), ...moved]) query.set(name, text);
    const answer = await fetch(`${page.route}?${query}`, { signal: AbortSignal.timeout(PATIENCE) });
    refused = !answer.ok; // the page itself will answer, on release
    const message = answer.ok && unpack(await answer.arrayBuffer());
    if (message && (held || asked === run)) await arrive(message);
  } catch (error) {
    console.warn("kernviz:", error);
    refused = true;
  } finally {
    busy = false;
  }
  ask();
}

// An answer: read-outs and pictures change in the same frame. Resolves when it is painted.
export function arrive(message) {
  document.documentElement.classList.add("kv-held"); // what does not follow the hand steps back
  message.readouts.forEach((items, place) => readouts.get(place)?.(items));
  return Promise.all(Object.entries(message.pictures).map(([key, { figure, alt, places }]) => pictures.get(key)?.(figure, alt, places)));
}
