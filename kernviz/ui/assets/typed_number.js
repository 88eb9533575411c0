// Numbers as people type them: 184,756, 3 486 784 401, √2, ½, 10¹⁰, 3!, 2×3, = 4. kernviz/typed_number has the same
// grammar; tests/typed_numbers.json tests both. This module uses no DOM.
const LONGEST = 200;
const DEEPEST = 40;

const SIGNS = new Map();
for (const [from, to] of [
  ["−–—‐‑‒﹣－", "-"],
  ["×·∙⋅✕∗", "*"],
  ["÷∶⁄：", "/"],
  ["\u00a0\u2007\u2009\u202f\t", " "],
  ["’‘ʼ´`", "'"],
  ["＋", "+"],
  ["∼", "~"],
  ["≃≅", "≈"],
]) {
  for (const char of from) SIGNS.set(char, to);
}
const RAISED = new Map([..."⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"].map((char, i) => [char, "0123456789+-"[i]]));
const CONSTANTS = { e: Math.E, pi: Math.PI, π: Math.PI };
const FUNCTIONS = { exp: Math.exp, sqrt: Math.sqrt, log: Math.log, ln: Math.log, abs: Math.abs, factorial };
const TOKEN =
  / *(?:((?:[0-9]|[.,](?=[0-9]))[0-9.,']*(?:e[+-]?[0-9]{1,4}(?![0-9.]))?)|([⁺⁻]?[⁰¹²³⁴-⁹]+)|(\p{L}+)|(\*\*|[-+*/^()!√]))/iuy;

class NoNumber extends Error {}

// Read a text: {value}; {readings: [one, other]} if it is ambiguous; {} if it is no number. `own`: decimal sign of the
// language. `fits`: whether a value is possible, which may decide between two readings.
export function readNumber(text, own = ".", fits = () => false) {
  const said = text.trim();
  if (!said || said.length > LONGEST) return {};
  const spelled = plain(said);
  const values = [...new Set([".", ","].map((sign) => valueOrNone(spelled, sign)).filter(Number.isFinite))];
  if (values.length < 2) return values.length ? { value: values[0] } : {};
  const possible = values.filter(fits);
  if (possible.length === 1) return { value: possible[0] };
  const other = own === "." ? "," : ".";
  if (!new RegExp(`[0-9][${other}][0-9]`).test(spelled)) return { value: valueOrNone(spelled, own) };
  return { readings: values.sort((a, b) => a - b) };
}

function plain(text) {
  return [...text]
    .map((char) => SIGNS.get(char) ?? char)
    .join("")
    .replace(/^(?:[\p{L}_][\p{L}\p{N}_]{0,20}\s*)?[=≈~]\s*/u, "")
    .replace(/(?:([0-9]+) *)?([¼½¾⅐-⅞↉])/g, (_, whole, fraction) => {
      const quotient = fraction.normalize("NFKC").replace("⁄", "/");
      return whole ? `(${whole}+${quotient})` : `(${quotient})`;
    })
    .replace(/(?<![\d.,'])[1-9][0-9]{0,2}(?: [0-9]{3})+(?![0-9])/g, (groups) => groups.replaceAll(" ", "'"));
}

function valueOrNone(text, decimal) {
  try {
    return value(text, decimal);
  } catch (error) {
    if (error instanceof NoNumber) return NaN;
    throw error;
  }
}

// Value of a text, read with this decimal sign.
function value(text, decimal) {
  const percent = text.endsWith("%");
  const tokens = split(percent ? text.slice(0, -1) : text);
  let at = 0,
    depth = 0;
  const peek = () => (at === tokens.length ? "" : tokens[at].kind === "sign" ? tokens[at].word : tokens[at].kind);
  const take = () => tokens[at++].word;
  const deeper = (read) => {
    if (++depth > DEEPEST) throw new NoNumber();
    const found = read();
    depth--;
    return found;
  };
  const expect = (sign) => {
    if (peek() !== sign) throw new NoNumber();
    at++;
  };

  const sum = () => {
    let found = product();
    while (["+", "-"].includes(peek())) found += take() === "+" ? product() : -product();
    return found;
  };
  const product = () => {
    let found = signed();
    for (let sign = peek(); ["*", "/", "(", "√", "word"].includes(sign); sign = peek()) {
      if (sign === "*" || sign === "/") at++;
      const factor = signed();
      if (sign === "/" && factor === 0) throw new NoNumber();
      found = sign === "/" ? found / factor : found * factor;
    }
    return found;
  };
  const signed = () => {
    if (!["+", "-"].includes(peek())) return power();
    return take() === "+" ? deeper(signed) : -deeper(signed);
  };
  const power = () => {
    let found = finite(atom());
    while (peek() === "!") {
      at++;
      found = factorial(found);
    }
    if (peek() === "raised") return finite(found ** Number([...take()].map((char) => RAISED.get(char)).join("")));
    if (peek() !== "^") return found;
    at++;
    return finite(found ** deeper(signed));
  };
  const bracketed = () => {
    expect("(");
    const found = finite(deeper(sum));
    expect(")");
    return found;
  };
  const atom = () => {
    const kind = peek();
    if (kind === "number") return number(take(), decimal);
    if (kind === "(") return bracketed();
    if (kind === "√") {
      at++;
      return Math.sqrt(deeper(atom));
    }
    if (kind !== "word") throw new NoNumber();
    const name = take().toLowerCase();
    if (Object.hasOwn(CONSTANTS, name)) return CONSTANTS[name];
    if (!Object.hasOwn(FUNCTIONS, name)) throw new NoNumber();
    return FUNCTIONS[name](bracketed());
  };

  const found = sum();
  if (at < tokens.length) throw new NoNumber();
  return finite(found) / (percent ? 100 : 1) + 0; // + 0 turns −0 into 0
}

// Otherwise 1/10^400 would be 0.
function finite(value) {
  if (!Number.isFinite(value)) throw new NoNumber();
  return value;
}

function split(text) {
  const tokens = [],
    rest = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < rest.length) {
    const match = TOKEN.exec(rest);
    if (!match) throw new NoNumber();
    const kind = ["number", "raised", "word", "sign"][match.slice(1).findIndex((word) => word !== undefined)];
    const word = match.slice(1).find((found) => found !== undefined);
    tokens.push({ kind, word: word === "**" ? "^" : word });
  }
  return tokens;
}

function number(word, decimal) {
  const [digits, exponent] = word.toLowerCase().split("e"),
    thousands = decimal === "," ? "." : ",";
  const groups = `[1-9][0-9]{0,2}(?:(?:\\${thousands}[0-9]{3})+|(?:'[0-9]{3})+)`;
  const whole = exponent ? "[0-9]*" : `(?:${groups}|[0-9]*)`;
  if (!new RegExp(`^${whole}(?:\\${decimal}[0-9]*)?$`).test(digits) || !/[0-9]/.test(digits)) throw new NoNumber();
  const said = digits.replaceAll(thousands, "").replaceAll("'", "").replace(decimal, ".");
  return Number(said + (exponent ? "e" + exponent : ""));
}

function factorial(n) {
  if (!(Number.isInteger(n) && n >= 0 && n <= 170)) throw new NoNumber();
  let found = 1;
  for (let i = 2; i <= n; i++) found *= i;
  return found;
}
