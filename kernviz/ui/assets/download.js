// Downloads of the page. A press requests the file; the next run sends it; this script passes it to the browser.
import { saved } from "./saved.js";

const given = new Set(); // presses whose file was delivered: several runs may send the same file

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".kv-download"),
    button = root.querySelector("button");
  if (!data) return;
  root.classList.toggle("kv-as-link", data.link);
  if (button.textContent !== data.label) button.textContent = data.label;
  button.title = data.about;
  button.onclick = () => {
    button.setAttribute("aria-busy", "true");
    setTriggerValue("press", Date.now());
  };
  const { made } = data;
  if (!made || given.has(made.press)) return;
  given.add(made.press);
  button.removeAttribute("aria-busy");
  saved(new Blob([made.text], { type: `${made.kind};charset=utf-8` }), made.file);
}
