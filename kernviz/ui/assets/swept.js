// The frames of a sweep: requested a few at a time, and stored as bytes until the sweep is dropped. The Python side is
// kernviz/ui/sweeps/route.py.
import { unpack } from "./binary_message.js";
import { hand, shared, WHOLE } from "./live.js";
import { inWords } from "./words.js";

const MOST_ASKED = 16; // largest number of frames in a request
const QUICK = 250,
  SLOW = 700; // ms: after an answer faster than QUICK more frames are requested, after one slower than SLOW fewer
export const ROOM = 64 * 2 ** 20; // largest number of bytes stored

export class Swept {
  frames;
  bytes;
  told;
  route;
  query;

  // `query`: the address with the sweep; `told` is called when new frames have arrived.
  constructor(route, query, told) {
    Object.assign(this, { route, query, told, frames: [], count: null, bytes: 0, problem: "", over: false });
    this.stopped = new AbortController();
    this.run();
  }

  async run() {
    let many = 1;
    try {
      while (!this.over && (this.count === null || this.frames.length < this.count)) {
        const began = performance.now();
        await this.ask(many);
        const took = performance.now() - began;
        many = took < QUICK ? Math.min(2 * many, MOST_ASKED) : took > SLOW ? Math.max(1, many >> 1) : many;
        if (this.bytes > ROOM && this.frames.length < this.count) {
          this.problem = inWords("The sweep stops at {n} of {all}: no more than {most} MB are kept.", {
            n: this.frames.length,
            all: this.count,
            most: ROOM / 2 ** 20,
          });
          this.over = true;
        }
        if (!this.stopped.signal.aborted) this.told();
      }
    } catch (error) {
      if (this.stopped.signal.aborted) return;
      this.problem = error.sentence ?? inWords("The server does not answer: compute the sweep again.");
    }
    this.over = true;
    if (!this.stopped.signal.aborted) this.told();
  }

  async ask(many) {
    const asked = `${this.route}?${shared(this.query)}&${new URLSearchParams({ "@from": this.frames.length, "@many": many })}`;
    const answer = await fetch(asked, { headers: { "X-Kernviz-Hand": hand() }, signal: this.stopped.signal });
    if (answer.status === 503)
      return new Promise((later) => setTimeout(later, 1000 * Number(answer.headers.get("Retry-After") || 1)));
    if (answer.status === 409) throw Object.assign(new Error("refused"), { sentence: await answer.text() });
    if (!answer.ok) throw new Error(String(answer.status));
    const bytes = await answer.arrayBuffer(),
      view = new DataView(bytes);
    this.count = view.getUint32(0, true);
    for (let at = 4; at < bytes.byteLength;) {
      const length = view.getUint32(at, true);
      this.frames.push(this.heard(bytes.slice(at + 4, at + 4 + length)));
      this.bytes += length;
      at += 4 + length;
    }
  }

  // Numbers for curve and map are kept decoded; pictures are unpacked when they are drawn.
  heard(bytes) {
    const { at, set, values = [], meter = [], problem } = unpack(bytes);
    return { bytes, at: at ?? {}, set: set ?? {}, values, meter, problem };
  }

  message(place) {
    return { ...unpack(this.frames[place].bytes), whole: () => this.whole(place) };
  }

  // The frame with exact numbers, for the picture at which playing stops.
  async whole(place) {
    const asked = `${this.route}?${this.query}&${new URLSearchParams({ "@from": String(place), "@many": "1" })}&${WHOLE}`;
    const answer = await fetch(asked, { headers: { "X-Kernviz-Hand": hand() } });
    if (!answer.ok) throw new Error(String(answer.status));
    return unpack((await answer.arrayBuffer()).slice(8)); // skips number of frames and first length
  }

  get working() {
    return !this.over;
  }

  stop() {
    this.over = true;
    this.stopped.abort();
  }

  // Read-outs that have a number in some frame, in the order of the page.
  get labels() {
    const found = new Map();
    for (const { values } of this.frames)
      values.forEach(([label, , value]) => value !== null && found.set(label, true));
    const order = (this.frames[0]?.values ?? []).map(([label]) => label);
    return [
      ...order.filter((label) => found.has(label)),
      ...[...found.keys()].filter((label) => !order.includes(label)),
    ];
  }

  // The page's default read-outs, for one number ("curve") or two ("map").
  telling(what) {
    return [
      ...new Set(
        this.frames.flatMap(({ values }) => values.filter(([, , , tells]) => tells === what).map(([label]) => label)),
      ),
    ];
  }

  // A read-out along the sweep: {text, value}, null where it has no number.
  along(label) {
    return this.frames.map(({ values }) => {
      const found = values.find(([said]) => said === label);
      return { text: found?.[1] ?? "–", value: found?.[2] ?? null };
    });
  }
}
