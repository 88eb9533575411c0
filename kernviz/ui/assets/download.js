// A file of the page: asked for by a press, it comes with the run that follows, and is given to the browser here.
const given = new Set(); // presses whose file has come: what a run has said may be said again

function give({ text, file, kind }) {
  const address = URL.createObjectURL(new Blob([text], { type: `${kind};charset=utf-8` }));
  const link = Object.assign(document.createElement("a"), { href: address, download: file });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60000); // a browser may ask its visitor where to put it first
}

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
  give(made);
}
