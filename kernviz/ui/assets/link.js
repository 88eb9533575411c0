// The address of a page says all that is on it: one button copies it, as it stands in the browser, without a word to the server.
// Where other sites may show the page in a frame, two more copy the lines that do.
import { snippet } from "./embed.js";
import { inWords } from "./words.js";

const SPOKEN = 4000; // ms

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
    field.hidden = false; // this browser does not let a page copy: here it is to be copied by hand
    field.select();
  }
}
