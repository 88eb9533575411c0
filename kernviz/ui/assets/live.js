// Live pictures: during a drag, the server's live route is asked for the picture at the new address. There is one
// request at a time, unless an answer is late. Pictures and read-outs on the page show the answer. On release the
// control sends its value to Streamlit, and the page's script runs. Nothing is set before.
import { unpack } from "./binary_message.js";
import * as crowded from "./crowded.js";

const GRID = "X-Kernviz-Grid",
  HALF = "half"; // header and its value: the fields of this answer are computed on half the grid
export const WHOLE = "%40whole=1"; // in a query: exact numbers and the whole grid, as at rest
const PATIENCE = 30000; // ms to wait for an answer, as many requests may be in the server's queue
const LATE = 1000; // ms without an answer after which the newest values are requested anyway
const TAP = 150; // ms: a shorter drag, such as a tap, does not dim what cannot follow it
const FINER = [1000, 8000]; // ms until a picture on half the grid is requested again: first wait, and longest wait
const KEPT = 150; // largest number of stored pictures of a number that plays
const LATELY = 2000; // ms after a release in which a new picture of the page counts as its result
const pictures = new Map(); // key -> function that draws the picture
const readouts = new Map(); // index of a group of read-outs -> function that shows them
const captions = new Map(); // key of a picture -> function that shows its caption
const bands = new Set(); // functions that show the result across the top of the page
const moved = new Map(); // parameter name in the address -> its new text
let page = null; // {route, more, hand, queue}: the live route, parameters that the address lacks, id of this page
let busy = false,
  newer = false,
  refused = false,
  run = 0;
let asks = 0,
  arrived = 0; // number of requests sent, and number of the last answered one
let sent = 0,
  late = 0; // time of the last request, and timer that asks again if its answer is late
let finer = 0,
  pause = FINER[0]; // timer of the next request after a picture on half the grid, and its ms
let later = 0,
  rested = FINER[0]; // timer of the next question if the page may be drawn on the whole grid, and its ms
let quiet = 0; // time until which nothing is requested, since the server is overloaded
let inTime = new AbortController(); // aborts pending requests when a run makes their answers obsolete
let drawn = null; // promise that resolves when the last picture is drawn

export let held = false; // whether a parameter is being changed now
let taken = 0,
  letGo = -Infinity; // times of the last press and the last release

// Whether an update of the page now is likely to follow a release.
export const lately = () => performance.now() - letGo < LATELY;

// Called after every run of the script, when page and address agree. `again` runs the script once more.
export function settle(next, again = () => {}) {
  page = next;
  clearTimeout(later);
  if (page?.queue) refine(again);
  else rested = FINER[0];
  crowded.answered();
  if (held) return;
  moved.clear();
  newer = false;
  run += 1;
  inTime.abort();
  inTime = new AbortController();
  rest();
}

// A busy server has drawn the page on half the grid. The page asks how long the queue is, each time after a longer
// wait. Once it is short, the page is drawn again.
function refine(again) {
  const asked = page;
  later = setTimeout(
    async () => {
      const short = !held && (await isShort(asked.queue));
      if (asked !== page) return;
      if (short && !held) again();
      else refine(again);
    },
    rested * (0.75 + Math.random() / 2),
  );
  rested = Math.min(2 * rested, FINER[1]);
}

async function isShort(queue) {
  try {
    const said = await fetch(queue, { cache: "no-store" });
    return said.ok && (await said.text()) === "short";
  } catch (error) {
    console.warn("kernviz:", error);
    return false;
  }
}

// Read-outs, captions and the band show the page's own content again.
export function rest() {
  for (const show of readouts.values()) show();
  for (const show of captions.values()) show("");
  for (const show of bands) show([]);
  document.documentElement.classList.remove("kv-held");
}

// Set a parameter during a drag, and request the picture. The first call starts the drag, release() ends it.
export function move(name, text) {
  if (!held) [refused, taken] = [false, performance.now()];
  held = true;
  moved.set(name, text);
  newer = true;
  ask();
}

// End a drag.
export function release() {
  held = false;
  letGo = performance.now();
  ask(true);
}

// Id of this page, sent with its requests.
export const hand = () => page?.hand ?? "";

// The picture for a value of a number that plays, stored in `kept` or else requested. The result is the picture, or the
// ms after which to ask again, or null if there will be no picture.
export async function ahead(name, text, kept) {
  if (!held) [refused, taken] = [false, performance.now()];
  held = true;
  if (!kept.has(text)) {
    if (refused || !page?.route) return null;
    const wait = Math.max(0, quiet - performance.now());
    if (busy || wait) return wait;
    busy = true;
    sent = performance.now();
    const number = ++asks,
      said = await answer(number, [[name, text]]);
    if (number === asks) busy = false;
    if (newer) ask(); // a drag has started meanwhile
    if (!said) return performance.now() < quiet ? 0 : null;
    if (kept.size < KEPT && !said.half) kept.set(text, said);
    return { ...opened(said), played: [name, text] };
  }
  return { ...opened(kept.get(text)), played: [name, text] };
}

const registering = (callbacks) => (key, callback) => {
  callbacks.set(key, callback);
  return () => callbacks.get(key) === callback && callbacks.delete(key);
};
export const onPicture = registering(pictures);
export const onCaption = registering(captions);

export function onBand(callback) {
  bands.add(callback);
  return () => bands.delete(callback);
}

export const onReadouts = registering(readouts);

// Request the newest values. The next request is sent as soon as the answer has arrived and the previous picture is
// painted, so that the server computes while the browser draws. `last`: on release; then no earlier answer is awaited.
async function ask(last = false) {
  const now = performance.now();
  if ((busy && !last && now - sent < LATE) || !newer || refused || now < quiet || !page?.route) return;
  busy = true;
  newer = false;
  const [asked, number] = [run, ++asks];
  sent = now;
  clearTimeout(late);
  clearTimeout(finer);
  late = setTimeout(ask, LATE);
  const behind = setInterval(() => crowded.waiting(now), LATE);
  const said = await answer(number),
    message = said && opened(said);
  clearInterval(behind);
  await drawn;
  if (number === asks) busy = false;
  if (!busy) ask();
  const wanted = message && number > arrived && (held || asked === run);
  if (wanted) [arrived, drawn] = [number, draw(message)];
  if (message?.half && number === asks) askForFiner();
  else if (message) pause = FINER[0];
}

// A busy server has computed the field on half the grid. While the drag rests, the picture is requested again, each
// time after a longer wait. After a release the page's own run draws the picture.
function askForFiner() {
  clearTimeout(finer);
  finer = setTimeout(
    () => {
      newer ||= held;
      ask();
    },
    pause * (0.75 + Math.random() / 2),
  );
  pause = Math.min(2 * pause, FINER[1]);
}

async function draw(message) {
  try {
    await arrive(message);
  } catch (error) {
    console.warn("kernviz:", error);
  }
}

// The same state always has the same address, with sorted parameters, so that caches can share answers. The language is
// part of the route.
export function shared(query) {
  query.delete("lang");
  query.sort();
  return query;
}

// Decode an answer. Answers are stored as bytes, since a decoded picture takes ten times the memory.
const opened = ({ bytes, whole, half }) => ({ ...unpack(bytes), whole, half });

async function answer(number, more = []) {
  const query = new URLSearchParams(location.search),
    { signal } = inTime,
    over = new AbortController();
  for (const [name, text] of [...Object.entries(page.more || {}), ...moved, ...more]) query.set(name, text);
  const end = () => over.abort(),
    clock = setTimeout(end, PATIENCE);
  signal.addEventListener("abort", end);
  try {
    const headers = { "X-Kernviz-Hand": page.hand };
    const asked = `${page.route}?${shared(query)}`;
    const said = await fetch(asked, { headers, signal: over.signal });
    if (said.ok) crowded.answered();
    const whole = () => wholeOf(`${asked}&${WHOLE}`, headers);
    if (said.ok) return { bytes: await said.arrayBuffer(), whole, half: said.headers.get(GRID) === HALF };
    if (said.status === 503) return number === asks ? wait(Number(said.headers.get("Retry-After"))) : null;
  } catch (error) {
    if (signal.aborted) return null; // the page was updated meanwhile
    console.warn("kernviz:", error);
  } finally {
    clearTimeout(clock);
    signal.removeEventListener("abort", end);
  }
  refused = true; // on release, the page itself will show the error
}

// The same pictures with exact numbers, for a drag that ends where it began, so that the page does not run.
async function wholeOf(asked, headers) {
  const said = await fetch(asked, { headers });
  if (!said.ok) throw new Error(String(said.status));
  return unpack(await said.arrayBuffer());
}

// The server is overloaded. The picture stays, and the newest values are requested after about `seconds`. A random
// factor spreads the requests of many browsers.
function wait(seconds) {
  if (!seconds) return;
  crowded.refused();
  const awhile = 1000 * seconds * (0.75 + Math.random() / 2);
  quiet = performance.now() + awhile;
  setTimeout(() => {
    newer ||= held;
    ask();
  }, awhile + 1);
}

// Show an answer: read-outs and pictures change in the same frame. Resolves after painting. Pictures come first: they
// measure their boxes, and after a write the browser would have to recompute styles for that.
export function arrive(message) {
  const [name, text] = message.played ?? [];
  if (name) moved.set(name, text);
  const painted = Promise.all(
    Object.entries(message.pictures).map(([key, { figure, alt, places, light }]) =>
      pictures.get(key)?.(
        figure,
        alt,
        places,
        light || message.half ? async () => (await message.whole()).pictures[key]?.figure : null,
      ),
    ),
  );
  for (const [key, { caption }] of Object.entries(message.pictures)) captions.get(key)?.(caption ?? "");
  for (const show of bands) show(message.band ?? []);
  message.readouts.forEach((items, place) => readouts.get(place)?.(items, message.notes?.[place]));
  // the class dims what does not follow the drag
  if (performance.now() - taken > TAP) document.documentElement.classList.add("kv-held");
  return painted;
}
