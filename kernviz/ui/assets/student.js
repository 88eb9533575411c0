// A student's page in a room. It waits for the lecturer's question, takes one answer, and shows the right answer when
// it is revealed. A student is identified by a random key only, stored in this browser until the room is closed.
import { pictureOf } from "./answers.js";
import { Clock } from "./clock.js";
import { element } from "./elements.js";
import { storedText, storeText } from "./storage.js";
import { markedPicture } from "./student_marks.js";
import { inWords, language } from "./words.js";

const ROOT = document.body.dataset.root; // root path of the app, relative to this page
const STORE = "kernviz-room:";
const PATIENCE = 20000; // ms to wait for an answer of the server
const root = document.getElementById("room");
const code = decodeURIComponent(location.pathname.match(/\/r\/([^/]+)$/)?.[1] ?? "")
  .replace(/[\s-]/g, "")
  .toUpperCase();
let student = storedText(STORE + code),
  version = -1,
  question = null,
  place = null,
  given = null,
  giver = null,
  form = null,
  state = null,
  stored = 0; // number of answers the server has stored since the page was opened
const clock = new Clock();

function keep(word) {
  student = word;
  storeText(STORE + code, word);
}

class Refused extends Error {
  constructor({ problem, why }) {
    super(problem);
    this.why = why;
  }
}

async function ask(what, { query = {}, body = null } = {}) {
  const asked = `${ROOT}kernviz-room/${encodeURIComponent(code)}/${what}?${new URLSearchParams(query)}`;
  const headers = { "X-Kernviz-Language": language, "X-Kernviz-Student": student ?? "new" };
  const answer = await fetch(asked, {
    method: body || what === "join" ? "POST" : "GET",
    headers,
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (answer.ok) return answer.json();
  if (answer.headers.get("content-type")?.includes("json")) throw new Refused(await answer.json());
  throw new Error(`${answer.status}`);
}

const pause = (ms) => new Promise((go) => setTimeout(go, ms));

async function attend() {
  for (let late = 0; ;) {
    try {
      if (!student) keep((await ask("join")).student);
      const before = stored;
      const told = await ask("now", { query: { since: version } });
      const news = told.version !== version;
      // a random delay, so that a class does not send the same request at the same moment
      if (news && version >= 0) await pause(300 * Math.random());
      if (news && stored !== before) {
        version = -1; // `told` may be older than an answer stored meanwhile
        continue;
      }
      if (news) await take(told);
      version = told.version;
      late = 0;
      banner("");
    } catch (problem) {
      if (problem instanceof Refused) {
        if (problem.why === "RoomNotFound") return over();
        if (problem.why === "NotAMember") keep(null);
        else if (problem.why === "Full") banner(problem.message);
        else if (problem.why === "QuestionClosed") version = -1;
      } else banner(inWords("The connection is gone; trying again …"));
      await pause(Math.min(5000, 400 * 2 ** late++) * (0.5 + Math.random()));
    }
  }
}

async function take(told) {
  const stays = told.place === place && !told.revealed && !state.revealed && form;
  if (!stays) {
    question = await ask("question", { query: { place: told.place } });
    if (told.place !== place) given = told.before;
    place = told.place;
  }
  const removed = stays && state.text !== null && told.text === null;
  state = told;
  clock.set(told.revealed ? null : told.left);
  if (removed) form.removed();
  if (stays) return tick(); // keeps what the student is typing
  given = told.text ?? given;
  draw();
  tick();
}

// Show the time that is left at the top of the page, and close the form at its end.
function tick() {
  let line = document.getElementById("clock");
  if (!line) document.body.prepend((line = element("p", { id: "clock", role: "timer" })));
  const said = clock.over ? inWords("The time is over: answers are closed.") : clock.text;
  if (line.textContent !== said) line.textContent = said;
  line.classList.toggle("soon", clock.left !== null && clock.left <= 10);
  if (form) form.close(clock.over);
}
setInterval(tick, 250);

function banner(text) {
  let line = document.getElementById("banner");
  if (!line) document.body.prepend((line = element("p", { id: "banner", className: "small", role: "status" })));
  line.textContent = text;
}

function draw() {
  const { title, course, number, steps, says, ask: words } = question;
  const parts = [
    element("p", {
      className: "small",
      textContent: inWords("{course} · {number} of {of}", { course, number, of: steps }),
    }),
    element("h1", { textContent: title }),
  ];
  parts.push(element("div", { innerHTML: says }), element("p", { className: "ask", innerHTML: words }));
  form = null;
  if (state.revealed && question.shown) parts.push(...revealed());
  else parts.push(...open());
  root.replaceChildren(...parts);
}

function open() {
  giver = pictureOf(question, given, (said) => ask("moved", { query: { said } }));
  const send = element("button", { type: "button", textContent: inWords("Answer") });
  const said = element("p", { className: "small", role: "status" });
  if (state.text !== null)
    said.textContent = inWords("Your answer is in. You can change it until the solution is shown.");
  let closed = false,
    sending = null; // the answer on its way
  giver.changed = () => {
    send.disabled = closed || !giver.ready() || (sending !== null && !giver.atOnce);
    // An answer that is sent at once needs no button, except an answer of the first round, or one that did not arrive.
    send.hidden = !!giver.atOnce && (!giver.ready() || [sending, state.text].includes(giver.text()));
  };
  giver.changed();
  send.onclick = async () => {
    if (sending !== null) return; // the newest answer follows the one on its way
    const own = form,
      text = (sending = giver.text());
    giver.changed();
    try {
      const { understood } = await ask("answer", { body: { place, text } });
      stored += 1;
      if (form !== own) return; // another question, or another round, has come
      given = text;
      said.innerHTML = inWords("Sent: {understood}. You can change it until the solution is shown.", { understood });
      state.text = text;
    } catch (problem) {
      said.textContent = problem instanceof Refused ? problem.message : inWords("That did not arrive: try again.");
    }
    sending = null;
    giver.changed();
    if (giver.atOnce && state.text === text && giver.text() !== text) send.onclick();
  };
  giver.sent = send.onclick;
  const again = element("p", {
    className: "again",
    textContent:
      state.before === null
        ? inWords("Second round: discuss the question, then answer it.")
        : inWords("Second round: discuss the question, then answer again. Your first answer is filled in."),
  });
  const fields = element("div", {}, [...giver.parts, element("div", { className: "row" }, [send, ...giver.buttons])]);
  form = {
    removed: () => {
      said.textContent = inWords("Your answer was removed. You can answer again.");
      giver.changed();
    },
    close: (over) => {
      if (over === closed) return;
      closed = fields.inert = over;
      giver.changed();
    },
  };
  return [...(state.round > 1 ? [again] : []), fields, said];
}

function revealed() {
  const { shown } = question,
    parts = [];
  const judged = state.judged;
  if (judged)
    parts.push(
      element("div", {
        className: `said ${judged.right ? "right" : "wrong"}`,
        innerHTML: `<strong>${judged.right ? inWords("Right") : inWords("Not so")}</strong>: ${judged.said}${judged.said ? "." : ""} ${judged.reason}`,
      }),
    );
  else parts.push(element("p", { className: "small", textContent: inWords("You gave no answer to this one.") }));
  // Picture and text below show another answer than the student's: say which.
  if (!judged?.right || ["move", "write"].includes(question.kind))
    parts.push(element("p", { innerHTML: inWords("An answer: {solution}", { solution: shown.solution }) }));
  if (shown.view.picture) parts.push(...markedPicture(question, state.text));
  if (shown.view.caption) parts.push(element("p", { className: "small", textContent: shown.view.caption }));
  parts.push(element("div", { innerHTML: shown.reveal }));
  if (shown.formula) parts.push(element("div", { className: "formula", innerHTML: shown.formula }));
  parts.push(element("p", { className: "small", textContent: inWords("The next question comes by itself.") }));
  return parts;
}

function over() {
  keep(null);
  banner("");
  [form, state] = [null, null];
  clock.set(null);
  tick();
  const field = element("input", { type: "text", autocapitalize: "characters", autocomplete: "off" });
  field.setAttribute("aria-label", inWords("The room's code"));
  const entry = element("form", {}, [
    field,
    element("div", { className: "row" }, [element("button", { textContent: inWords("Join") })]),
  ]);
  entry.onsubmit = (event) => {
    event.preventDefault();
    location.assign(ROOT + "r/" + encodeURIComponent(field.value.trim()));
  };
  const said =
    version >= 0
      ? inWords("The room is closed. Nothing of it is kept.")
      : code
        ? inWords("There is no such room, or it is closed.")
        : inWords("Which room?");
  root.replaceChildren(
    element("h1", { textContent: said }),
    element("p", { textContent: inWords("The code has six letters and digits.") }),
    entry,
  );
}

code ? attend() : over();
