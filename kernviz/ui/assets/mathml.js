// Converts the LaTeX of our kernels to MathML, which browsers draw and screen readers read.
const SPACE = "http://www.w3.org/1998/Math/MathML";
const SIGNS = {
  "|": "‖",
  cdot: "·",
  le: "≤",
  nu: "ν",
  phi: "φ",
  varphi: "φ",
  Gamma: "Γ",
  pi: "π",
  lambda: "λ",
  gamma: "γ",
  omega: "ω",
  cap: "∩",
  to: "→",
  top: "⊤",
  infty: "∞",
  ",": "\u2009",
  ";": "\u2005",
  "!": "",
  " ": " ",
  max: "max",
  min: "min",
  cos: "cos",
  sin: "sin",
  log: "log",
  tanh: "tanh",
  sum: "∑",
  textstyle: "",
  quad: "\u2003",
  in: "∈",
  neq: "≠",
  ge: "≥",
  times: "×",
  subseteq: "⊆",
};
const WORDS = /^(max|min|cos|sin|log|tanh|exp)$/;

export function make(tag, ...children) {
  const made = document.createElementNS(SPACE, tag);
  made.append(...children);
  return made;
}

function tokens(latex) {
  return latex.match(/\\[a-zA-Z]+|\\.|[{}^_&]|[0-9.]+|[^\s]/g) ?? [];
}

class Reader {
  // slot(name): the element for \\slot{name}
  constructor(latex, slot) {
    this.all = tokens(latex);
    this.at = 0;
    this.slot = slot;
  }

  // Everything up to the token `end`.
  row(end) {
    const row = make("mrow");
    while (this.at < this.all.length && this.all[this.at] !== end) {
      const piece = this.scripted(this.one());
      if (piece) row.append(piece);
    }
    this.at++;
    return row;
  }

  scripted(base) {
    const found = {};
    while (this.all[this.at] === "^" || this.all[this.at] === "_")
      found[this.all[this.at++]] = this.one() ?? make("mrow");
    if (!("^" in found) && !("_" in found)) return base;
    base ??= make("mrow");
    if ("^" in found && "_" in found) return make("msubsup", base, found._, found["^"]);
    return "^" in found ? make("msup", base, found["^"]) : make("msub", base, found._);
  }

  one() {
    const token = this.all[this.at++] ?? "";
    if (token === "{") return this.row("}");
    if (token[0] !== "\\")
      return /^[0-9.]/.test(token)
        ? make("mn", token)
        : /^\p{L}$/u.test(token)
          ? make("mi", token)
          : make("mo", token === "-" ? "−" : token);
    const name = token.slice(1);
    if (name === "frac" || name === "tfrac") return make("mfrac", this.one(), this.one());
    if (name === "sqrt") return make("msqrt", this.one());
    if (name === "left" || name === "right") return make("mo", this.all[this.at++]);
    if (name === "slot") return this.slot(this.word().textContent);
    if (name === "operatorname" || name === "text") return this.word();
    if (name === "begin") return this.matrix();
    const sign = SIGNS[name];
    if (sign === "") return null;
    if (sign === undefined) return make("mtext", name);
    return WORDS.test(sign) || /^\p{L}/u.test(sign)
      ? make("mi", sign)
      : /^\s+$/.test(sign)
        ? make("mtext", sign)
        : make("mo", sign);
  }

  word() {
    let text = "";
    if (this.all[this.at] === "{")
      while (this.all[++this.at] !== "}" && this.at < this.all.length) text += this.all[this.at];
    this.at++;
    return make("mi", text);
  }

  matrix() {
    this.word(); // skips the kind of matrix; all have brackets here
    const rows = [[[]]];
    while (this.at < this.all.length && this.all[this.at] !== "\\end") {
      const token = this.all[this.at];
      if (token === "\\\\") (rows.push([[]]), this.at++);
      else if (token === "&") (rows.at(-1).push([]), this.at++);
      else
        rows
          .at(-1)
          .at(-1)
          .push(this.scripted(this.one()) ?? make("mrow"));
    }
    this.at++;
    this.word();
    const table = make("mtable", ...rows.map((row) => make("mtr", ...row.map((cell) => make("mtd", ...cell)))));
    return make("mrow", make("mo", "["), table, make("mo", "]"));
  }
}

export function mathml(latex, slot = (name) => make("mtext", name)) {
  return make("math", new Reader(latex, slot).row());
}
