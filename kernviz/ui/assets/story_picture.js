// A picture of a story. It is requested when it is near the window. While a number is dragged, picture and values in
// the text are updated by one request at a time, with the newest values.
import { unpack } from "./binary_message.js";
import { element } from "./elements.js";
import * as live from "./live.js";
import draw from "./plot.js";
import { inWords } from "./words.js";

const PATIENCE = 15000; // ms for an answer
const AGAIN = 50; // ms after which a number that plays asks again, while another request is pending
const BOX = `<div class="kv-tools" hidden><div class="kv-bar"></div><div class="kv-lines"><p class="kv-said"></p>
<p class="kv-mine" hidden></p></div></div><figure class="kv-plot"><div class="kv-graph"></div>
<div class="kv-label" role="img"></div><p class="kv-failure" role="status" hidden></p></figure>`;

export class Picture {
  data;
  story;
  hands = [];
  values = {}; // parameter name -> value, for numbers that were moved
  busy = false;
  newer = false;
  end;

  constructor(data, story) {
    Object.assign(this, { data, story });
    this.box = element("div", { className: "kv-story-picture", innerHTML: BOX });
    this.box.style.setProperty("--kv-high", `${data.height}px`);
    this.plot = this.box.querySelector(".kv-plot");
    this.plot.style.height = `${data.height}px`;
    this.box.querySelector(".kv-label").setAttribute("aria-label", inWords("A picture that is still coming"));
    this.status = element("p", { className: "kv-story-status", role: "status", hidden: true });
    this.link = element("a", { className: "kv-story-open", textContent: inWords("Open this picture on its page") });
    this.link.href = data.here;
    const caption = element("figcaption", {}, [element("span", { innerHTML: data.html }), " ", this.link]);
    this.root = element("figure", { className: "kv-story-figure" }, [this.box, this.status, caption]);
  }

  asked(more = {}) {
    const said = { picture: this.data.number, text: this.story.digest, ...this.values, ...more };
    const query = new URLSearchParams(Object.entries(said).map(([name, value]) => [name, String(value)]));
    query.sort();
    return `${this.data.route}?${query}`;
  }

  async fetched(more) {
    const said = await fetch(this.asked(more), { signal: AbortSignal.timeout(PATIENCE) });
    if (!said.ok) throw Object.assign(new Error(String(said.status)), { again: said.headers.get("Retry-After") });
    return said.arrayBuffer();
  }

  // Request and show the picture at rest, once.
  async begin() {
    if (this.bytes || this.beginning) return;
    this.beginning = true;
    try {
      this.bytes = new Uint8Array(await this.fetched({ first: 1 }));
      this.root.classList.toggle("kv-plane", unpack(this.bytes).options.square);
      this.again();
      this.tell("");
      if (this.newer) this.ask();
    } catch (error) {
      this.later(error, () => this.begin());
    } finally {
      this.beginning = false;
    }
  }

  again() {
    if (this.bytes && !this.gone)
      this.end = draw({
        data: this.bytes,
        parentElement: this.box,
        setTriggerValue: () => {},
        setStateValue: () => {},
      });
  }

  // Set a value, and show it in all sentences that contain this number.
  carry(name, value) {
    this.values[name] = value;
    for (const hand of this.hands) if (hand.knob.name === name) ((hand.value = value), hand.show());
  }

  move(name, value) {
    this.carry(name, value);
    this.settle();
  }

  // Request picture and sentences for the present values.
  settle() {
    this.newer = true;
    this.ask();
  }

  // The message for the next value of a number that plays, requested once per value. The result can also be ms to wait,
  // or null if there will be no picture.
  async ahead(name, value, kept) {
    const text = String(value);
    if (!kept.has(text)) {
      if (this.busy || !this.bytes) return AGAIN;
      this.busy = true;
      try {
        kept.set(text, await this.fetched({ [name]: text }));
      } catch (error) {
        if (refused(error)) return null;
        return 1000 * Number(error.again || 2);
      } finally {
        this.busy = false;
      }
    }
    return unpack(kept.get(text));
  }

  async arrive(message) {
    if (this.gone) return;
    this.say(message);
    await live.arrive(message);
    live.rest();
  }

  async ask() {
    if (this.busy || !this.newer || !this.bytes) return;
    [this.busy, this.newer] = [true, false];
    try {
      const whole = { whole: 1 },
        values = { ...this.values };
      const message = unpack(await this.fetched({}));
      const rest = async () => {
        const same = JSON.stringify(values) === JSON.stringify(this.values);
        return unpack(await this.fetched(same ? whole : { ...values, ...whole }));
      };
      await this.arrive({ ...message, whole: rest });
    } catch (error) {
      this.later(error, () => ((this.newer = true), this.ask()));
    } finally {
      this.busy = false;
    }
    if (this.newer && !this.gone) this.ask();
  }

  say({ values, here, problem }) {
    const story = this.root.closest(".kv-story");
    for (const [name, html] of Object.entries(values))
      for (const part of story.querySelectorAll(`.kv-value[data-part="${CSS.escape(name)}"]`))
        if (part.innerHTML !== html) part.innerHTML = html;
    this.link.href = here;
    this.tell(problem);
  }

  tell(text) {
    this.status.hidden = !text;
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  later(error, again) {
    console.warn("kernviz:", error);
    const never = refused(error);
    this.tell(
      never
        ? inWords("This picture cannot be computed here.")
        : inWords("The picture is late: it is asked for once more."),
    );
    if (!never && !this.gone) setTimeout(again, 1000 * Number(error.again || 2));
  }

  remove() {
    this.gone = true;
    for (const hand of this.hands) hand.remove();
    this.end?.();
  }
}

// Whether another request would fail, too.
const refused = (error) => /^[45]/.test(error.message) && error.again === null;
