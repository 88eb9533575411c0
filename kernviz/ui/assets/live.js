// The second way to a picture: while a hand is on something, what the address would give is asked of the server's live route,
// one request at a time and the newest values only, and handed to the pictures and read-outs on the page. Nothing is set: on
// release the control tells Streamlit, the page runs once the last of these requests is answered, and everything agrees.
import { unpack } from "./binary_message.js";
import * as crowded from "./crowded.js";

const GRID = "X-Kernviz-Grid",
  HALF = "half"; // header of an answer whose fields have half the grid
export const WHOLE = "%40whole=1"; // in a query: the pictures as at rest, none of their numbers rounded
const PATIENCE = 30000; // ms: many hands may be in line
const LATE = 1000; // ms without an answer after which the newest values are asked for in the place of those that wait
const TAP = 150; // ms after which a hand holds on: at a tap nothing steps back, to come again at once
const FINER = [1000, 8000]; // ms after which a hand that rests asks for the whole grid: at first, and at most
const KEPT = 150; // pictures of a number that plays
const LATELY = 2000; // ms after a hand has let go in which the page comes to rest
const pictures = new Map(); // key -> what draws it
const readouts = new Map(); // which of those beside the picture -> what shows them
const captions = new Map(); // key of a picture -> what shows its caption
const bands = new Set(); // what shows the finding across the top of the page
const moved = new Map(); // name in the address -> the text it would have
let page = null; // {route, more, hand}: where to ask, what the address does not say, and who asks
let busy = false,
  newer = false,
  refused = false,
  run = 0;
let asks = 0,
  arrived = 0; // requests sent, and which of them was answered last
let sent = 0,
  late = 0; // when the last of them was, and the clock that waits for its answer
let finer = 0,
  pause = FINER[0]; // the clock of a picture on half the grid, and how long it waits
let quiet = 0; // until when the server, which has too much to do, is not to be asked
let inTime = new AbortController(); // for the requests whose answers the page does not know yet
let drawn = null; // the picture that is being drawn

export let held = false;
let taken = 0,
  letGo = -Infinity; // when a hand took hold, and when it let go

// Whether what the page says now is the end of a hand's move.
export const lately = () => performance.now() - letGo < LATELY;

// At the end of every run of the script: everything on the page agrees, and so does the address.
export function settle(next) {
  page = next;
  crowded.answered();
  if (held) return;
  moved.clear();
  newer = false;
  run += 1;
  inTime.abort();
  inTime = new AbortController();
  rest();
}

// What followed shows what the page itself has said last.
export function rest() {
  for (const show of readouts.values()) show();
  for (const show of captions.values()) show("");
  for (const show of bands) show([]);
  document.documentElement.classList.remove("kv-held");
}

export function move(name, text) {
  if (!held) [refused, taken] = [false, performance.now()];
  held = true;
  moved.set(name, text);
  newer = true;
  ask();
}

// Who lets go says its name; one hand holds at a time.
/** @param {string} [_name] */
export function release(_name) {
  held = false;
  letGo = performance.now();
  ask(true);
}

// Who asks.
export const hand = () => page?.hand ?? "";

// What the address would give with that value, for a number that plays: kept under its text, else asked for. A number says
// after how many ms to come again, null that there will be no picture.
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
    if (newer) ask(); // a hand has taken over meanwhile
    if (!said) return performance.now() < quiet ? 0 : null;
    if (kept.size < KEPT && !said.half) kept.set(text, said);
    moved.set(name, text);
    return opened(said);
  }
  moved.set(name, text);
  return opened(kept.get(text));
}

export function onPicture(key, callback) {
  pictures.set(key, callback);
  return () => pictures.get(key) === callback && pictures.delete(key);
}

export function onCaption(key, callback) {
  captions.set(key, callback);
  return () => captions.get(key) === callback && captions.delete(key);
}

export function onBand(callback) {
  bands.add(callback);
  return () => bands.delete(callback);
}

export function onReadouts(place, callback) {
  readouts.set(place, callback);
  return () => readouts.get(place) === callback && readouts.delete(place);
}

// The next request is sent as soon as this one is answered, and is computed while this one is drawn; what it brings waits
// until that is painted. `last`: a hand has let go, and its last value does not wait for the one before it.
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

// The server has much to do and has computed the field on half the grid. The picture is asked for again where the hand rests,
// each time later. When the hand lets go, the page's own run has the whole grid.
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

// The same state has the same address, in whatever order its values were set: what one has seen is stored for all. The language
// is in the route.
export function shared(query) {
  query.delete("lang");
  query.sort();
  return query;
}

// An answer as what is drawn of it; bytes are kept, for a picture takes ten times their room.
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
    if (said.status === 503) return number === asks ? wait(Number(said.headers.get("Retry-After"))) : null; // or overtaken
  } catch (error) {
    if (signal.aborted) return null; // the page has answered meanwhile
    console.warn("kernviz:", error);
  } finally {
    clearTimeout(clock);
    signal.removeEventListener("abort", end);
  }
  refused = true; // the page itself will answer, on release
}

// The same pictures with all their numbers, for one that comes to rest without the page's run.
async function wholeOf(asked, headers) {
  const said = await fetch(asked, { headers });
  if (!said.ok) throw new Error(String(said.status));
  return unpack(await said.arrayBuffer());
}

// The server has too much to do: the picture stays, and after so many seconds the newest values are asked for; with none,
// when they are others. Not all at the same moment.
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

// An answer: read-outs and pictures change in the same frame. Resolves when it is painted. Pictures first: they measure their
// places, for which the browser would compute all styles anew, had something been written before.
export function arrive(message) {
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
  message.readouts.forEach((items, place) => readouts.get(place)?.(items));
  if (performance.now() - taken > TAP) document.documentElement.classList.add("kv-held"); // what does not follow the hand steps back
  return painted;
}
