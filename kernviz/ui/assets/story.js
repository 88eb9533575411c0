// A story: one scrolling page with live pictures. Numbers in its sentences can be dragged and change the pictures. An
// unanswered question hides what follows. The Python side is kernviz/ui/stories.
import { element } from "./elements.js";
import { store, stored, storeText } from "./storage.js";
import { Hand } from "./story_number.js";
import { Picture } from "./story_picture.js";
import { Question } from "./story_question.js";
import { whenGone } from "./theme.js";
import { inWords } from "./words.js";

const STORE = "kernviz-story:";
const NEAR = "600px 0px"; // distance from the window at which a picture starts loading
const SCROLLS = '[data-testid="stMain"]';
const known = new WeakMap();

class Story {
  root;
  data;
  pictures = [];
  questions = [];
  parts = []; // elements of the blocks, in order

  constructor(root, data) {
    Object.assign(this, { root, data });
    const story = element("div", { className: "kv-story-text", lang: data.language });
    story.append(element("h1", { textContent: data.title }));
    for (const block of data.blocks) {
      const made = this.block(block);
      this.parts.push(made);
      story.append(made);
    }
    for (const hand of story.querySelectorAll(".kv-handle")) this.hold(hand);
    this.foot = this.further();
    story.append(this.foot);
    root.replaceChildren(story);
    this.kept = keptAnswers(data);
    for (const question of this.questions) question.recall(this.kept[question.data.number]);
    this.reveal();
    this.watch();
  }

  block(block) {
    if (block.kind === "heading") return element("h2", { innerHTML: block.html });
    if (block.kind === "text") return element("div", { className: "kv-story-block", innerHTML: block.html });
    if (block.kind === "picture") {
      const picture = new Picture(block, this.data);
      this.pictures.push(picture);
      return picture.root;
    }
    const question = new Question(block, this.data, {
      values: () => this.pictures[block.picture].values,
      answered: (text, right) => this.keep(block.number, text, right),
    });
    this.questions.push(question);
    return question.root;
  }

  hold(span) {
    const picture = this.pictures[Number(span.dataset.picture)];
    const knob = picture.data.knobs.find(({ name }) => name === span.dataset.hand);
    if (knob) picture.hands.push(new Hand(span, knob, picture));
  }

  // Hide everything after the first unanswered question.
  reveal() {
    let open = false;
    for (const part of [...this.parts, this.foot]) {
      part.hidden = open;
      const question = this.questions.find(({ root }) => root === part);
      open ||= !!question && !question.passed;
    }
  }

  keep(number, text, right) {
    this.kept[number] = [text, right];
    store(STORE + this.data.slug, { ...this.kept, of: this.data.questions });
    this.reveal();
  }

  watch() {
    const see = (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        this.eye.unobserve(target);
        this.pictures.find(({ root }) => root === target)?.begin();
      }
    };
    this.eye = new IntersectionObserver(see, { root: this.root.closest(SCROLLS), rootMargin: NEAR });
    for (const { root } of this.pictures) this.eye.observe(root);
  }

  further() {
    const links = this.data.others.map(({ title, href }) => element("a", { textContent: title, href }));
    const again = element("button", {
      type: "button",
      textContent: inWords("Forget my answers"),
      onclick: () => this.forget(),
    });
    const list = element(
      "ul",
      {},
      links.map((link) => element("li", {}, [link])),
    );
    return element("footer", {}, [
      ...(links.length ? [element("h2", { textContent: inWords("Read on") }), list] : []),
      again,
    ]);
  }

  forget() {
    storeText(STORE + this.data.slug, null);
    this.kept = {};
    for (const question of this.questions) question.forget();
    this.reveal();
    this.questions[0]?.root.scrollIntoView({ block: "center" });
  }

  // Draw the pictures again, since the theme may have changed.
  again() {
    for (const picture of this.pictures) picture.again();
  }

  remove() {
    this.eye.disconnect();
    for (const picture of this.pictures) picture.remove();
  }
}

// Stored answers to this version of the questions; answers to other versions are dropped.
function keptAnswers({ slug, questions }) {
  const { of, ...answers } = stored(STORE + slug) ?? {};
  return of === questions ? answers : {};
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".kv-story");
  let story = known.get(root);
  if (data && story?.data.digest === data.digest) story.again();
  else if (data) {
    story?.remove();
    known.set(root, (story = new Story(root, data)));
  }
  return whenGone(root, () => known.get(root)?.remove());
}
