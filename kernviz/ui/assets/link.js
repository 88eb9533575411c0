// The address of a page says all that is on it: one button copies it, as it stands in the browser, without a word to the server.
import { inWords } from "./words.js";

const SPOKEN = 4000; // ms

export default function ({ data, parentElement }) {
  const [button, said, field] = parentElement.querySelector(".kv-link").children;
  if (!data) return;
  said.textContent = data.about;
  button.onclick = async () => {
    field.value = location.href;
    try {
      await navigator.clipboard.writeText(field.value);
      field.hidden = true;
      button.textContent = inWords("Copied");
      setTimeout(() => (button.textContent = inWords("Copy the link")), SPOKEN);
    } catch {
      field.hidden = false; // this browser does not let a page copy: here it is to be copied by hand
      field.select();
    }
  };
}
