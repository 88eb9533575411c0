// The lecturer's panel of a room: how to join, how many have answered, and the answers as they arrive. Clicks and
// sketches are drawn over the picture. The room's route is asked twice a second; the page itself does not run.
// See kernviz/ui/rooms/panel.py for the other half.
import { element, shape } from "./elements.js";
import { cover } from "./room_overlay.js";
import { whenGone } from "./theme.js";
import { inWords, language } from "./words.js";

const STORE = "kernviz-lecturer";
const OFTEN = 500; // ms
const PATIENCE = 5000;
const MOST_TRIES = 5; // attempts to take over a room
const AGAIN = 3000; // ms until a button is pressed again
const MOST_PRESSES = 40;
const panels = new WeakMap();
let wanted = null; // the button pressed last, until the page has acted; another session has another panel

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(STORE));
  } catch {
    return null; // storage is unavailable, or the stored value is invalid
  }
}

function remember(room) {
  try {
    room ? localStorage.setItem(STORE, JSON.stringify(room)) : localStorage.removeItem(STORE);
  } catch {
    // private windows may refuse
  }
}

class Panel {
  code;

  constructor(root) {
    this.root = root;
    this.overlay = shape("svg", { class: "kv-answers", "aria-hidden": "true" });
    this.turn = 0;
  }

  accept(data, send, say) {
    this.data = data;
    this.send = send;
    const room = data.room && { code: data.room.code, key: data.room.key };
    if (room) remember(room);
    if (data.ask && !room) this.takeUp(say);
    this.settle(room, data);
    if (this.code !== room?.code) [this.code, this.tally, this.mark] = [room?.code, null, ""];
    this.root.classList.toggle("kv-revealed", data.revealed);
    this.draw();
    this.ask(++this.turn);
  }

  // A session that does not know the room yet: a new visit, or another process after a lost connection.
  takeUp(say) {
    const before = remembered();
    if (!before || this.taking > MOST_TRIES) return;
    this.taking = (this.taking ?? 0) + 1;
    say("kept", { ...before, turn: Date.now() });
  }

  // Press the button until the page has acted: the server may be restarting, unnoticed by the socket.
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
    if (wanted.what === "close" && done) remember(null);
    if (done || data.problem) wanted = null;
  }

  button(text, onclick) {
    return element("button", { type: "button", textContent: text, onclick });
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
    if (!room) {
      this.overlay.remove();
      this.root.replaceChildren(
        this.button(inWords("Open a room"), () => this.send("open", Date.now())),
        ...told,
      );
      return;
    }
    const qr = shape("svg", {
      class: "kv-qr",
      viewBox: `-3 -3 ${room.size + 6} ${room.size + 6}`,
      role: "img",
      "aria-label": inWords("QR code of the link"),
    });
    qr.append(shape("path", { d: room.path, fill: "#000" }));
    const code = `${room.code.slice(0, 3)} ${room.code.slice(3)}`;
    const words = element("div", {}, [
      element("div", { className: "kv-code", textContent: code }),
      element("div", { textContent: room.text }),
    ]);
    if (room.alone)
      words.append(
        element("div", {
          className: "kv-told",
          textContent: inWords(
            "Only this machine can follow that link: open this page by an address others can reach.",
          ),
        }),
      );
    this.way = element(
      "div",
      { className: "kv-way" + (this.large ? " kv-large" : ""), onclick: () => this.enlarge() },
      [qr, words],
    );
    this.count = element("span", { role: "status" });
    this.list = element("ol");
    const hide = element("input", {
      type: "checkbox",
      checked: !!this.hidden,
      onchange: () => ((this.hidden = hide.checked), this.show()),
    });
    const row = element("div", { className: "kv-row" }, [
      this.count,
      this.button(inWords("Reveal"), () => this.act("reveal")),
      element("label", { className: "kv-aside" }, [hide, inWords(" hide until then")]),
      element("span", { className: "kv-aside" }, [this.button(inWords("Close the room"), () => this.act("close"))]),
    ]);
    row.children[1].disabled = this.data.revealed;
    this.root.replaceChildren(this.way, row, this.list, this.removal(), ...told);
    this.show();
  }

  // Removals by the lecturer beyond single bars: rude answers, and phones that only fill the room.
  removal() {
    const remove = (text, what) => this.button(text, () => this.take(what));
    return element(
      "details",
      { className: "kv-aside", open: !!this.unfolded, ontoggle: (event) => (this.unfolded = event.target.open) },
      [
        element("summary", { textContent: inWords("Remove answers or students") }),
        element("div", { className: "kv-row" }, [
          remove(inWords("Remove all answers to this question"), "answers"),
          remove(inWords("Send away who has answered nothing"), "silent"),
        ]),
        element("div", {
          className: "kv-told",
          textContent: inWords(
            "× beside a bar removes its answers; whoever gave them can answer again. With the shift key they are sent away, and may join again.",
          ),
        }),
      ],
    );
  }

  async take(what, said = "") {
    const { code, key } = this.data.room;
    const headers = { "X-Kernviz-Lecturer": key, "X-Kernviz-Language": language };
    try {
      await fetch(`${this.data.route}/${code}/remove`, {
        method: "POST",
        headers,
        body: JSON.stringify({ what, said }),
        signal: AbortSignal.timeout(PATIENCE),
      });
    } catch {
      // a server that restarts: nothing is removed, and the button is still there
    }
    this.mark = "";
  }

  enlarge() {
    this.large = !this.large;
    this.way.classList.toggle("kv-large", this.large);
  }

  async ask(turn) {
    while (turn === this.turn && this.code && this.root.isConnected) {
      try {
        const { code, key } = this.data.room;
        const asked = `${this.data.route}/${code}/tally?since=${this.mark ?? ""}`;
        const answer = await fetch(asked, {
          headers: { "X-Kernviz-Lecturer": key, "X-Kernviz-Language": language },
          signal: AbortSignal.timeout(PATIENCE),
        });
        if (turn !== this.turn) return;
        if (answer.status === 200) {
          this.tally = await answer.json();
          this.mark = this.tally.mark;
        } else if (answer.status === 410) {
          this.count.textContent = inWords("The room is closed.");
          remember(null);
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
    const right = tally.right === null ? "" : inWords(" · {n} right", { n: tally.right });
    const said = inWords("{count} of {students} have answered{right}", {
      count: tally.count,
      students: tally.students,
      right,
    });
    if (this.count.textContent !== said) this.count.textContent = said;
    const covered = this.hidden && !tally.revealed;
    const most = Math.max(1, ...tally.bars.map((bar) => bar.count));
    this.list.replaceChildren(
      ...(covered ? [] : tally.bars).map(({ said, count, right }) => {
        const cross = element("button", {
          type: "button",
          className: "kv-cross",
          textContent: "×",
          title: inWords("Remove these answers"),
          onclick: (event) => this.take(event.shiftKey ? "students" : "answers", said),
        });
        cross.setAttribute("aria-label", inWords("Remove these answers"));
        const line = element("li", {}, [
          element("span", { innerHTML: said }),
          element("i"),
          element("b", { textContent: count }),
          ...(count ? [cross] : []),
        ]);
        line.children[1].style.width = `${(100 * count) / most}%`;
        if (right !== null) line.dataset.right = right;
        return line;
      }),
    );
    cover(this.overlay, this.root, covered ? { spots: [], sketches: [] } : tally);
  }

  remove() {
    this.turn += 1;
    this.overlay.remove();
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
