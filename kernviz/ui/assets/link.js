// Buttons that copy the page's address, which describes everything on the page. If other sites may embed the page, two
// more buttons copy HTML code for slides and for Moodle.
import { snippet } from "./embed.js";
import { inWords } from "./words.js";

const SPOKEN = 4000; // ms a message is shown

export default function ({ data, parentElement }) {
  const [button, said, field, more] = parentElement.querySelector(".kv-link").children;
  if (!data) return;
  said.textContent = data.about;
  const copies = (button, name, text) => (button.onclick = () => copy(button, name, text(), field));
  copies(button, inWords("Copy the link"), () => location.href);
  more.hidden = !data.embed;
  const [summary, slides, moodle] = more.children;
  summary.textContent = inWords("In your pages");
  slides.textContent = inWords("Copy for slides");
  moodle.textContent = inWords("Copy for Moodle");
  copies(slides, inWords("Copy for slides"), () => snippet(location.href, "slides"));
  copies(moodle, inWords("Copy for Moodle"), () => snippet(location.href, "moodle"));
}

async function copy(button, name, text, field) {
  field.value = text;
  try {
    await navigator.clipboard.writeText(text);
    field.hidden = true;
    button.textContent = inWords("Copied");
    setTimeout(() => (button.textContent = name), SPOKEN);
  } catch {
    field.hidden = false; // this browser does not allow copying: the visitor can copy from the field
    field.select();
  }
}
