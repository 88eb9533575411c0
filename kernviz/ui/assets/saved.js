// Saves a file that a script has made.
import { element } from "./elements.js";

const HELD = 60000; // ms until the file's address is given back: the browser may first ask where to save it

export function saved(blob, name) {
  const address = URL.createObjectURL(blob);
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), HELD);
}
