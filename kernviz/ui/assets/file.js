// The visitor's own file: chosen or dropped here, thinned if too large to send, and stored in this browser only
// (IndexedDB). The Python side is kernviz/ui/files.py. Two components share this module: the keeper talks to the server
// on every page; the chooser is the row of buttons in the sidebar.
import { whenGone } from "./theme.js";
import { READ, thinned } from "./thinned.js";
import { inWords } from "./words.js";

const LARGEST = 200e6; // bytes: largest file that may be chosen
const SENT = 1.4e6; // compressed bytes that one message may carry
const STORE = "files",
  OWN = "own";

const state = { keeper: null, taken: null, answered: "", forgotten: "", kept: null, turn: 0 }; // turn: counts files

// ---- browser storage
// -------------------------------------------------------------------------------------------------

function shelf(mode, does) {
  return new Promise((done, failed) => {
    const open = indexedDB.open("kernviz", 1);
    open.onupgradeneeded = () => open.result.createObjectStore(STORE);
    open.onerror = () => failed(open.error);
    open.onsuccess = () => {
      const database = open.result,
        change = database.transaction(STORE, mode);
      const asked = does(change.objectStore(STORE));
      change.oncomplete = () => (database.close(), done(asked.result));
      change.onerror = change.onabort = () => (database.close(), failed(change.error));
    };
  });
}

// in a private window storing may fail
const read = () => shelf("readonly", (files) => files.get(OWN)).catch(() => undefined);
const write = (record) => shelf("readwrite", (files) => files.put(record, OWN));
const erase = () => shelf("readwrite", (files) => files.delete(OWN)).catch(() => undefined);

// ---- sending a file to the server
// ------------------------------------------------------------------------------------

async function take(file) {
  if (!file || !state.keeper) return;
  const turn = ++state.turn,
    tell = (more) => turn === state.turn && say("file", { ...about, ...more }); // a newer file overtakes this one
  const about = { id: `${Date.now()}-${Math.random()}`, name: file.name.slice(0, 200), size: file.size };
  if (file.size > LARGEST) return tell({ large: true });
  let bytes;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return tell({ unread: true }); // a folder, or a file deleted meanwhile
  }
  const whole = bytes.length > READ ? utf8(bytes) : bytes;
  let room = READ,
    lines = null,
    packed;
  for (let round = 0; round < 4; round++) {
    if (whole.length > room) [bytes, lines] = thinned(whole, room);
    if (!bytes.length && whole.length) return tell({ unlined: true });
    packed = await gzip(bytes);
    if (packed.length <= SENT) break;
    room = 0.9 * bytes.length * (SENT / packed.length);
  }
  if (packed.length > SENT) return tell({ large: true });
  if (turn === state.turn) state.taken = { ...about, lines, body: base64(packed) };
  tell(state.taken);
}

// Convert UTF-16 to UTF-8, since thinned() looks for the line ends of UTF-8.
function utf8(bytes) {
  const name =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "";
  return name ? new TextEncoder().encode(new TextDecoder(name).decode(bytes)) : bytes;
}

async function gzip(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}

// a unique id, so that each message is handled once
const numbered = (value) => ({ ...value, said: `${Date.now()}-${Math.random()}` });

function say(name, value) {
  state.keeper?.(name, numbered(value));
}

// ---- dropped files
// ---------------------------------------------------------------------------------------------------

const carries = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
const over = (on) => document.documentElement.classList.toggle("kv-dropping", on);
document.documentElement.style.setProperty("--kv-drop", JSON.stringify(inWords("Drop the file here"))); // for file.css

function listen() {
  if (window.__kernvizFiles) return;
  window.__kernvizFiles = true;
  document.addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = state.keeper ? "copy" : "none";
    over(Boolean(state.keeper));
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget || over(false));
  document.addEventListener("drop", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    over(false);
    take(event.dataTransfer.files[0]);
  });
}

// ---- messages of the server
// ------------------------------------------------------------------------------------------

async function accept({ token, ask, keep, forget, known }) {
  if (forget && forget !== state.forgotten) {
    state.forgotten = forget;
    state.taken = state.kept = null;
    await erase();
  }
  if (keep && JSON.stringify(keep) !== state.kept) {
    state.kept = JSON.stringify(keep);
    const record = state.taken?.id === keep.id ? state.taken : await read();
    if (record?.id === keep.id) await write({ ...record, made: keep.made }).catch(() => say("unkept", {}));
  }
  const question = `${token} ${ask}`;
  if (known || state.answered === question) return;
  state.answered = question; // once per session
  const record = await read();
  if (ask) {
    state.taken = record ?? state.taken;
    say("kept", record ?? { none: true });
  } else if (record) say("has", { name: record.name });
}

function choose(root, { name }, send) {
  const [input, open, change, forget] = root.children;
  change.hidden = forget.hidden = !name;
  open.onclick = () => input.click();
  input.onchange = () => (take(input.files[0]), (input.value = ""));
  change.onclick = () => send("change", numbered({}));
  forget.onclick = () => send("forget", numbered({}));
}

export default function ({ data, parentElement, setTriggerValue }) {
  if (!data) return;
  if (data.role === "chooser") return choose(parentElement.querySelector(".kv-file"), data, setTriggerValue);
  state.keeper = setTriggerValue;
  listen();
  accept(data);
  return whenGone(parentElement, () => state.keeper === setTriggerValue && (state.keeper = null));
}
