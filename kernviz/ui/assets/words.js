// The words of the page in the visitor's language. They are written here in English, each where it is used, and English is the
// key to all others: one file a language, which the server makes of its catalogue (kernviz/ui/asset_routes.py). Which language it is,
// is decided as the server does (kernviz/ui/languages.py), once for as long as the page stands; a page of the site says it.
const LANGUAGES = __LANGUAGES__; // those with a catalogue: name -> its decimal sign
const asked = new URLSearchParams(location.search).get("lang") ?? "";

export const language =
  [asked, globalThis.document?.documentElement.dataset.language, navigator.language.split("-")[0].toLowerCase()].find(
    (name) => name in LANGUAGES,
  ) ?? "en";
export const sign = LANGUAGES[language] ?? ".";

const known = await words();

async function words() {
  if (language === "en") return {};
  try {
    return await (await fetch(new URL(`words-${language}.json`, import.meta.url))).json();
  } catch (error) {
    console.warn("kernviz:", error); // in English, then
    return {};
  }
}

// inWords("{n} points", { n: 3 })
export const inWords = (message, values = {}) =>
  (known[message] ?? message).replace(/\{(\w+)\}/g, (hole, name) => values[name] ?? hole);

// A number as text with the decimal sign of the language; never for what goes back to the server.
export const decimal = (text) => (sign === "." ? text : String(text).replace(".", sign));

// All its digits, as ARIA wants them: it knows no 1e-8.
export const plain = (value) => (value + 0).toLocaleString("en", { maximumSignificantDigits: 15, useGrouping: false });

// Several of them beside each other: (1, −0.5), but (1; −0,5).
export const listed = (texts) => texts.join(texts.some((text) => text.includes(",")) ? "; " : ", ");

// A number of bytes as people read it.
export const inBytes = (bytes) =>
  bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${decimal((bytes / 1e6).toFixed(1))} MB`;
