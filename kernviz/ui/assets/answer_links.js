// Input for many links with answers: pasted, dropped or read from files. They are sent to the page's own session only.
import { inWords } from "./words.js";

const PAUSE = 300; // ms without typing after which the text is sent
const places = new WeakMap();

class Place {
  field;
  input;
  status;
  send;
  most;

  constructor(root) {
    this.root = root;
    [this.field, this.input, this.status] = ["textarea", "input", "span"].map((selector) =>
      root.querySelector(selector),
    );
    this.field.oninput = () => this.later();
    root.querySelector(".kv-open").onclick = () => this.input.click();
    root.querySelector(".kv-clear").onclick = () => this.set("");
    this.input.onchange = async () => {
      await this.read(this.input.files);
      this.input.value = ""; // so that the same file can be opened again
    };
    root.ondragover = (event) => (event.preventDefault(), root.classList.add("kv-over"));
    root.ondragleave = (event) => root.contains(event.relatedTarget) || root.classList.remove("kv-over");
    root.ondrop = (event) => this.drop(event);
  }

  drop(event) {
    event.preventDefault();
    this.root.classList.remove("kv-over");
    const { files } = event.dataTransfer;
    if (files.length) this.read(files);
    else this.add(event.dataTransfer.getData("text/uri-list") || event.dataTransfer.getData("text/plain"));
  }

  async read(files) {
    const texts = await Promise.all([...files].map((file) => this.text(file)));
    this.add(texts.join("\n"));
  }

  async text(file) {
    if (file.size > this.most) {
      this.status.textContent = inWords("{name} is too large.", { name: file.name });
      return "";
    }
    try {
      return await file.text();
    } catch {
      this.status.textContent = inWords("{name} cannot be read.", { name: file.name });
      return "";
    }
  }

  add(text) {
    if (text.trim()) this.set([this.field.value.trim(), text.trim()].filter(Boolean).join("\n"));
  }

  set(text) {
    this.status.textContent = "";
    this.field.value = text;
    this.tell();
  }

  later() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.tell(), PAUSE);
  }

  tell() {
    clearTimeout(this.waiting);
    this.send("text", this.field.value.slice(0, this.most + 1));
  }
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".kv-answer-links");
  let place = places.get(root);
  if (!place) places.set(root, (place = new Place(root)));
  place.send = setStateValue;
  if (data) place.most = data.most;
}
