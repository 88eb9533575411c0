// Texts in the visitor's language. Scripts contain the English text, which is the key of its translation. The server
// makes one file of translations per language (kernviz/ui/asset_routes.py). The language is chosen once per page, by
// the server's rule (kernviz/ui/languages.py). A page of the static site names its language.
const LANGUAGES = __LANGUAGES__; // languages with a catalogue: name -> its decimal sign
const asked = new URLSearchParams(location.search).get("lang") ?? "";

export const language =
  [asked, globalThis.document?.documentElement.dataset.language, navigator.language.split("-")[0].toLowerCase()].find(
    (name) => Object.hasOwn(LANGUAGES, name),
  ) ?? "en";
export const sign = LANGUAGES[language] ?? ".";

const known = await words();

async function words() {
  if (language === "en") return {};
  try {
    return await (await fetch(new URL(`words-${language}.json`, import.meta.url))).json();
  } catch (error) {
    console.warn("kernviz:", error); // texts stay English
    return {};
  }
}

// The translation of a message with its values: inWords("{n} points", { n: 3 })
export const inWords = (message, values = {}) =>
  (known[message] ?? message).replace(/\{(\w+)\}/g, (hole, name) => values[name] ?? hole);

const EXPONENT = /^([−-]?)([\d.,]+)e\+?([−-]?)0*(\d+)$/;
const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";

// A number in a text field, with the decimal sign of the language.
export const typeable = (text) => String(text).replace(".", sign);

// A number as text with the decimal sign of the language, and powers of ten: 1.5e-7 is 1.5·10⁻⁷, 1e-7 is 10⁻⁷. Not for
// values sent to the server.
export const decimal = (text) =>
  typeable(text).replace(EXPONENT, (number, minus, factor, below, digits) => {
    const power = Array.from(digits, (digit) => SUPERSCRIPT[Number(digit)]).join("");
    return `${minus}${factor === "1" ? "" : `${factor}·`}10${below && "⁻"}${power}`;
  });

// A number with all digits and without exponent, for ARIA attributes.
export const plain = (value) => (value + 0).toLocaleString("en", { maximumSignificantDigits: 15, useGrouping: false });

// A class's name as it is shown: a negative number has a minus sign. The data keep the hyphen of their file.
export const classWord = (name) => name.replace(/^-(?=\d+([.,]\d+)?$)/, "−");

// Numbers as a list to be put in brackets: 1, −0.5, or with a decimal comma 1; −0,5.
export const listed = (texts) => texts.join(texts.some((text) => text.includes(",")) ? "; " : ", ");

// A number of bytes for reading.
export const inBytes = (bytes) =>
  bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${decimal((bytes / 1e6).toFixed(1))} MB`;
