// The lecturer's panel of a room: how to join, how many have answered, and the answers as they arrive. Clicks and
// sketches are drawn over the picture. The panel asks the server for the answers twice a second, without a run of the
// page's script. The Python side is kernviz/ui/rooms/panel.py.
import { element, shape } from "./elements.js";
import { mark } from "./mark.js";
import { bars, beforeInWords } from "./room_bars.js";
import { Ideas } from "./room_ideas.js";
import { cover } from "./room_overlay.js";
import { stepList } from "./room_steps.js";
import { Timer } from "./room_timer.js";
import { wayIn } from "./room_joining.js";
import { saved } from "./saved.js";
import { store, stored, storeText } from "./storage.js";
import { whenGone } from "./theme.js";
import { inWords, language } from "./words.js";

const STORE = "kernviz-lecturer";
const OFTEN = 500; // ms between two requests
const PATIENCE = 5000; // ms to wait for an answer of the server
const MOST_TRIES = 5; // attempts to take over a room
const AGAIN = 3000; // ms until the press of a button is sent again
const MOST_PRESSES = 40;
const panels = new WeakMap();
let wanted = null; // the button pressed last, until a run has acted; outside Panel, as a new session has a new panel

class Panel {
  code;
  drawn = null; // the tally whose bars are shown, and below the list that shows them
  drawnIn = null;
  covered = false;

  constructor(root) {
    this.root = root;
    this.overlay = shape("svg", { class: "kv-answers", "aria-hidden": "true" });
    this.turn = 0;
    this.timer = new Timer((seconds) => this.tell("timer", { seconds }));
    this.ideas = new Ideas((what) => this.request(what));
  }

  accept(data, send, say) {
    this.data = data;
    this.send = send;
    const room = data.room && { code: data.room.code, key: data.room.key };
    if (room) store(STORE, room);
    if (data.ask && !room) this.takeUp(say);
    this.settle(room, data);
    if (this.code !== room?.code) [this.code, this.tally, this.mark] = [room?.code, null, ""];
    this.root.classList.toggle("kv-revealed", data.revealed);
    this.textBefore()?.toggleAttribute("data-kv-after-room", Boolean(data.revealed));
    this.keepFocus(() => this.draw());
    this.ask(++this.turn);
  }

  // Streamlit's container of the answer's text, before the panel.
  textBefore() {
    return this.root.closest(".st-key-course-room")?.previousElementSibling;
  }

  // Send the remembered room to a session that does not know it: on a new visit, or after a restart of the server.
  takeUp(say) {
    const before = stored(STORE);
    if (!before || this.taking > MOST_TRIES) return;
    this.taking = (this.taking ?? 0) + 1;
    say("kept", { ...before, turn: Date.now() });
  }

  // Send the press of a button again until a run has acted: the server may restart while the websocket seems open.
  act(what) {
    wanted = { what, tries: 0 };
    this.press();
  }

  press() {
    if (!wanted || !this.root.isConnected || ++wanted.tries > MOST_PRESSES) return;
    if (this.data.room) this.send(wanted.what, Date.now());
    setTimeout(() => this.press(), AGAIN);
  }

  settle(room, data) {
    if (room) this.taking = 0;
    if (!wanted) return;
    const done = wanted.what === "reveal" ? data.revealed : !room && !data.ask;
    if (wanted.what === "close" && done) storeText(STORE, null);
    if (done || data.problem) wanted = null;
  }

  button(text, onclick) {
    const made = element("button", { type: "button", textContent: text, onclick });
    made.dataset.key = text;
    return made;
  }

  // Redraw, and give the focus back to the button that had it.
  keepFocus(redraw) {
    const held = /** @type {HTMLElement} */ (document.activeElement);
    const key = this.root.contains(held) ? held.dataset.key : undefined;
    redraw();
    if (key !== undefined) this.root.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }

  draw() {
    const { room, problem } = this.data;
    const told = problem
      ? [
          element("p", {
            className: "kv-told",
            role: "status",
            textContent: problem[0].toUpperCase() + problem.slice(1) + ".",
          }),
        ]
      : [];
    mark(this.root, "open", Boolean(room));
    if (!room) {
      this.overlay.remove();
      document.documentElement.classList.remove("kv-room-bars");
      this.root.replaceChildren(
        this.button(inWords("Open a room"), () => this.send("open", Date.now())),
        ...told,
      );
      return;
    }
    const way = wayIn(room, this.large, (made) => made.classList.toggle("kv-large", (this.large = !this.large)));
    this.count = element("span", { role: "status" });
    this.first = element("div", { className: "kv-told" });
    this.again = this.button(inWords("Discuss, answer again"), () => this.tell("round"));
    this.list = element("ol");
    const hide = element("input", {
      type: "checkbox",
      checked: !!this.hidden,
      onchange: () => ((this.hidden = hide.checked), this.show()),
    });
    const row = element("div", { className: "kv-row" }, [
      this.count,
      this.button(inWords("Reveal"), () => this.act("reveal")),
      this.again,
      ...this.timer.parts,
      element("label", { className: "kv-aside" }, [hide, " ", inWords("hide until then")]),
      element("span", { className: "kv-aside kv-row" }, [
        this.button(inWords("Results as CSV"), () => this.save()),
        this.button(inWords("Close the room"), () => this.act("close")),
      ]),
    ]);
    row.children[1].hidden = this.data.revealed;
    const steps = stepList(
      this.data,
      (name) => this.send("step", name),
      this.stepsFolded ?? true,
      (folded) => (this.stepsFolded = folded),
    );
    const ideas = this.ideas.draw(room.code);
    this.root.replaceChildren(way, row, this.first, this.list, steps, ideas, this.removal(), ...told);
    this.show();
  }

  // Buttons that remove all answers, or the students who have answered nothing.
  removal() {
    const remove = (text, what) => this.button(text, () => this.take(what));
    return element(
      "details",
      { className: "kv-aside", open: !!this.unfolded, ontoggle: (event) => (this.unfolded = event.target.open) },
      [
        element("summary", { textContent: inWords("Remove answers or students") }),
        element("div", { className: "kv-row" }, [
          remove(inWords("Remove all answers to this question"), "answers"),
          remove(inWords("Send away those who have answered nothing so far"), "silent"),
        ]),
        element("div", {
          className: "kv-told",
          textContent: inWords(
            "× beside a bar removes its answers; whoever gave them can answer again. With the shift key, × sends these students away; they may join again.",
          ),
        }),
      ],
    );
  }

  take(what, said = "") {
    return this.tell("remove", { what, said });
  }

  async tell(what, body = {}) {
    try {
      await this.request(what, { method: "POST", body: JSON.stringify(body) });
    } catch {
      // the server is restarting: the button can be pressed again
    }
    this.mark = "";
  }

  request(what, properties = {}) {
    const { code, key } = this.data.room;
    return fetch(`${this.data.route}/${code}/${what}`, {
      headers: { "X-Kernviz-Lecturer": key, "X-Kernviz-Language": language },
      signal: AbortSignal.timeout(PATIENCE),
      ...properties,
    });
  }

  // Save all answers as a CSV file. The lecturer's key is sent in a header, so that no address contains it.
  async save() {
    try {
      const answer = await this.request("results");
      if (!answer.ok) return;
      saved(await answer.blob(), `kernviz-${this.code}.csv`);
    } catch {
      // the server is restarting: the button can be pressed again
    }
  }

  async ask(turn) {
    while (turn === this.turn && this.code && this.root.isConnected) {
      try {
        const answer = await this.request(`tally?since=${this.mark ?? ""}`);
        if (turn !== this.turn) return;
        if (answer.status === 200) {
          this.tally = await answer.json();
          this.mark = this.tally.mark;
          this.timer.set(this.tally.left, this.tally.revealed);
        } else if (answer.status === 410) {
          this.count.textContent = inWords("The room is closed.");
          storeText(STORE, null);
          return;
        }
        this.show();
      } catch {
        // the server is restarting: try again soon
      }
      await new Promise((go) => setTimeout(go, OFTEN));
    }
  }

  show() {
    const { tally } = this;
    if (!tally || !this.list) return;
    const { count, students, round } = tally;
    const answered =
      round > 1
        ? inWords("Round 2: {count} of {students} have answered", { count, students })
        : inWords("{count} of {students} have answered", { count, students });
    const said = tally.right === null ? answered : `${answered} · ${inWords("{n} right", { n: tally.right })}`;
    if (this.count.textContent !== said) this.count.textContent = said;
    const first = beforeInWords(tally);
    if (this.first.textContent !== first) this.first.textContent = first;
    this.again.hidden = tally.revealed || tally.round > 1;
    const covered = this.hidden && !tally.revealed;
    if (this.drawn !== tally || this.drawnIn !== this.list || this.covered !== covered) {
      const take = (said, away) => this.take(away ? "students" : "answers", said);
      this.keepFocus(() => this.list.replaceChildren(...(covered ? [] : bars(tally, take))));
      document.documentElement.classList.toggle("kv-room-bars", this.list.childElementCount > 0);
      this.list.classList.toggle("kv-two", tally.round > 1);
      this.root.classList.toggle("kv-second", tally.round > 1);
      [this.drawn, this.drawnIn, this.covered] = [tally, this.list, covered];
    }
    cover(this.overlay, this.root, covered ? null : tally);
  }

  remove() {
    this.turn += 1;
    this.timer.end();
    this.overlay.remove();
    document.documentElement.classList.remove("kv-room-bars");
  }
}

export default function ({ data, parentElement, setTriggerValue, setStateValue }) {
  const root = parentElement.querySelector(".kv-room");
  let panel = panels.get(root);
  const fresh = !panel;
  if (fresh) panels.set(root, (panel = new Panel(root)));
  if (data) panel.accept(data, setTriggerValue, setStateValue);
  if (fresh && data) panel.press();
  return whenGone(root, () => panel.remove());
}
