"""Mathematical notation read as a kernel text.

``(x·z − 1)²`` is ``(linear - 1)**2``.

Only symbols are translated; the result is parsed by `parse`.
A text may have several readings, such as ``rbf(sigma=2)``: S0 and S2 write γ = 1/σ², S4 writes 1/(2σ²).
A text may also have one reading that is uncertain, such as ``x·z²``.
In both cases the user chooses or confirms a reading.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from kernviz.kernels.expr import Kernel
from kernviz.kernels.functions import Decay, ScalarFunction
from kernviz.kernels.parse import parse
from kernviz.kernels.rules_and_premises import exact
from kernviz.kernels.tokens import LONGEST_TEXT, KernelSyntaxError
from kernviz.wording import enumerated, say, superscript

RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
SIGNS = {"−": "-", "–": "-", "‖": "|", "∥": "|", "′": "'", "{": "(", "}": ")", "½": "0.5", "¼": "0.25", "¾": "0.75"}
# Greek letters, as written before "=", and names of parameters
GREEK = {"γ": "gamma", "ν": "nu", "ℓ": "length", "ω": "omega"}
NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[-+]?[0-9]+)?"
FACTORS = rf"{NUMBER}(?:\*\*[0-9]+)?(?:\*{NUMBER}(?:\*\*[0-9]+)?)*"  # matches products of numbers such as 2*3**2
SIZE = rf"(?:{FACTORS}|\({FACTORS}\))"
Z = "(?:z|x')"
FAR = "¤"  # placeholder for ‖x − z‖

_RUN = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_BRACKETED = re.compile(rf"[⟨<]\s*x\s*,\s*{Z}\s*[⟩>]")
_INNER = re.compile(rf"(?<![A-Za-z_])x\s*(?:[·⋅∙•×*.]|ᵀ|\^⊤|\^T|'(?=z))?\s*{Z}(?![A-Za-z_0-9'])")
_BARS = re.compile(
    rf"\|\|?\s*(?:x\s*-\s*{Z}|{Z}\s*-\s*x)\s*\|\|?(?:_2)?|\(\s*x\s*-\s*{Z}\s*\)(?=\s*\*\*\s*2(?![0-9.]))"
)
_SIGMA = re.compile(rf"\brbf\(\s*(?:sigma|σ)\s*=\s*({NUMBER})\s*\)")
_E = re.compile(rf"(?<![A-Za-z_])e\*\*(?:(?=\()|(-?(?:{SIZE}\*?)?{FAR}(?:\*\*2)?(?:/{SIZE})?))")
_GAUSSIAN = re.compile(rf"(?<![A-Za-z_])exp\(-(?:({SIZE})\*?)?{FAR}\*\*2(?:/({SIZE}))?\)")
_LAPLACE = re.compile(rf"(?<![A-Za-z_])exp\(-(?:({SIZE})\*?)?{FAR}(?:/({SIZE}))?\)")
_TRIANGLE = re.compile(rf"\bmax\(0,1-{FAR}(?:/({SIZE}))?\)")
_TANH = re.compile(rf"\btanh\((?:({SIZE})\*?)?linear(?:([-+]{NUMBER}))?\)")
_RATIONAL = re.compile(rf"(?<![0-9.*/)])1/\(1\+(?:({SIZE})\*?)?{FAR}\*\*2\)")
_TENT = re.compile(rf"(?:(?<=[(+])|^)1-{FAR}(?:/({SIZE}))?(?=[-+)]|$)")
_MINUS = re.compile(rf"-(?:({NUMBER})\*?)?{FAR}(?:\*\*({NUMBER}))?(?!\*\*)")
_WORDS = {
    "log(1+linear**2)": "logsquare",
    "log(1+(linear)**2)": "logsquare",
    "sin(x-z)": "sinediff",
    "min(x,z)": "minimum",
    "max(x,z)": "maximum",
    f"cos({FAR})": "cosine(omega=1)",
}
_NEXT_TO = (  # places of products without a sign, such as 2x·z or )(
    (re.compile(rf"(?<![A-Za-z_0-9.*/])({NUMBER})(?![eE][-+]?[0-9])(?=[A-Za-z(])"), r"\1*"),
    (re.compile(r"(?<=\*\*)([0-9]+)(?=[A-Za-z(])"), r"\1*"),
    (re.compile(r"\)(?=[A-Za-z0-9(])"), ")*"),
)


@dataclass(frozen=True)
class NotationReading:
    """Possible meaning of a text in mathematical notation.

    The reading holds the kernel as text, and the condition for this reading.
    The condition is empty if there is no doubt.
    """

    text: str
    where: str = ""


def understood(text: str) -> Kernel:
    """Return the kernel of a text or of unambiguous mathematical notation.

    Raises KernelSyntaxError for any other text.

    >>> understood("(x·z − 1)²")
    (linear - 1)**2
    >>> understood("2·exp(−‖x − z‖²/4)")
    2*rbf(gamma=0.25)
    """
    try:
        return parse(text)
    except KernelSyntaxError:
        found = readings(text)
        if len(found) == 1 and not found[0].where:
            return parse(found[0].text)
        raise


def readings(text: str) -> tuple[NotationReading, ...]:
    """Return the possible readings of a text that `parse` refuses, if any.

    >>> [(reading.text, reading.where) for reading in readings("rbf(sigma=2)")]
    [('rbf(gamma=0.25)', 'γ = 1/σ², as S0 and S2 write'), ('rbf(gamma=0.125)', 'γ = 1/(2σ²), as S4 writes')]
    >>> readings("x·z²")
    (NotationReading(text='linear**2', where='with brackets, (x·z)²'),)
    """
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        return ()
    if sigma := _SIGMA.search(text):
        return _of_sigma(text, sigma)
    plain, doubt = _translated(text)
    canonical = None if plain == text else _canonical(plain)
    return () if canonical is None else (NotationReading(canonical, doubt),)


def printed(kernel: Kernel) -> str:
    """Return the kernel in the lectures' notation, which `understood` reads.

    Parts without such a notation keep their kernel text.

    >>> printed(parse("2*rbf(gamma=0.25) - (linear + 1)**2"))
    '2·exp(−0.25·‖x − z‖²) − (x·z + 1)²'
    """
    text = re.sub(r"\brbf\(gamma=([^()]*)\)", lambda e: f"exp(-{_times(e[1])}‖x − z‖²)", str(kernel))
    text = re.sub(r"\bpoly\(degree=([0-9]+), gamma=([^,]*), coef0=([^)]*)\)", _polynomial, text)
    text = re.sub(r"\blinear\*\*", "(x·z)**", text)
    text = re.sub(r"\blinear\b", "x·z", text)
    text = re.sub(r"\*\*([0-9]+)", lambda e: superscript(int(e[1])), text)
    text = re.sub(r"(?<!\*)\*(?!\*)", "·", text)
    return re.sub(r"(?<![0-9]e)-", "−", text)


def printed_function(f: ScalarFunction) -> str:
    """Return the formula of a function of one point.

    The notation is that of the lectures, such as ``exp(−2·‖x‖²)``.
    """
    return f.says.replace("γ", _times(exact(f.gamma))) if isinstance(f, Decay) else f.says


def _polynomial(found: re.Match[str]) -> str:
    degree, gamma, c = found.groups()
    inside = f"{_times(gamma)}x·z"
    inside += "" if c == "0" else f" - {c[1:]}" if c.startswith("-") else f" + {c}"
    return f"({inside})**{degree}"


def _times(factor: str) -> str:
    return "" if factor == "1" else f"{factor}·"


def _of_sigma(text: str, found: re.Match[str]) -> tuple[NotationReading, ...]:
    """Return both readings of a width σ in the lectures.

    There are none for σ = 0, and none if γ is no positive float.
    """
    square = f"{found[1]}**2"
    ways = (
        (_quotient(None, square), say("γ = 1/σ², as S0 and S2 write")),
        (_quotient(None, f"2*{square}"), say("γ = 1/(2σ²), as S4 writes")),
    )
    texts = [(f"{text[: found.start()]}rbf(gamma={gamma}){text[found.end() :]}", where) for gamma, where in ways]
    translations = [(_canonical(_translated(source)[0]), where) for source, where in texts]
    return tuple(NotationReading(text, where) for text, where in translations if text is not None)


def _canonical(text: str) -> str | None:
    """Return a kernel text as str(k) writes it; None for others."""
    try:
        return str(parse(text))
    except KernelSyntaxError:
        return None


def _translated(text: str) -> tuple[str, str]:
    """Return a text translated into the kernel language, and what is doubtful.

    The second value is the assumption of the translation that the user has to confirm, "" without a doubt.
    """
    for sign, replacement in SIGNS.items():
        text = text.replace(sign, replacement)
    text = _RUN.sub(lambda run: "**" + run.group().translate(RAISED), text)
    for sign, replacement in GREEK.items():
        text = re.sub(rf"{sign}(?=\s*=)", replacement, text)
    doubts = [say("with brackets, (x·z)²")] if re.search(_INNER.pattern + r"\s*(?:\^|\*\*)", text) else []
    text = _INNER.sub("linear", _BRACKETED.sub("linear", text))
    text = re.sub(r"\s+", "", re.sub("[·⋅∙•×]", "*", text).replace("^", "**"))
    if re.search(r"\be\*\*linear\b", text):
        text = text.replace("e**linear", "exp(linear)")
        doubts.append(say("with brackets, e^(x·z)"))
    text, more = _distances(_BARS.sub(FAR, text))
    for place, replacement in _NEXT_TO:
        text = place.sub(replacement, text)
    return text, enumerated([*doubts, *more]) if doubts or more else ""


def _distances(text: str) -> tuple[str, list[str]]:
    """Replace functions of ‖x − z‖ by their words in the grammar.

    The other named functions are replaced by their words, too. The second value lists what is doubtful.
    """
    bare = any(re.sub(rf"-?{FAR}(?:\*\*2)?", "", e[1] or "") for e in _E.finditer(text))
    doubts = [say("with brackets around the whole exponent")] if bare else []

    def quotient(over: str | None, under: str | None = None) -> str:
        value = _quotient(over, under)
        if value == "nan" or _product(over) != Decimal(value) * _product(under):
            doubts.append(say("the number {value}, rounded", value=value))
        return value

    text = _E.sub(lambda e: "exp" if e[1] is None else f"exp({e[1]})", text)
    text = _GAUSSIAN.sub(lambda e: f"rbf(gamma={quotient(e[1], e[2])})", text)
    text = _LAPLACE.sub(lambda e: f"matern(nu=0.5,length={quotient(e[2], e[1])})", text)
    text = _TRIANGLE.sub(lambda e: f"triangle(width={quotient(e[1])})", text)
    text = _TANH.sub(lambda e: f"sigmoid(gamma={quotient(e[1])},coef0={quotient(e[2] or '0')})", text)
    text = _RATIONAL.sub(lambda e: f"rational(gamma={quotient(e[1])},p=1)", text)
    text = _TENT.sub(lambda e: f"tent(width={quotient(e[1])})", text)
    text = _MINUS.sub(lambda e: f"+{e[1] + '*' if e[1] else ''}negdistance(p={e[2] or 1})", text)
    for maths, word in _WORDS.items():
        text = text.replace(maths, word)
    return re.sub(r"(^|\()\+", r"\1", text), doubts


def _quotient(over: str | None, under: str | None) -> str:
    """Return the quotient of two product texts as text.

    18, 2**2 -> 4.5; up to 12 digits. "nan", "inf" and 0 are refused by every kernel that takes a size.
    """
    try:
        return f"{float(_product(over) / _product(under)):.12g}"
    except ArithmeticError:
        return "nan"


def _product(text: str | None) -> Decimal:
    """Return the value of a product text.

    2*3**2 -> 18; nothing -> 1. Raises ArithmeticError if the value is too large.
    """
    value = Decimal(1)
    for factor in (text or "1").strip("()").replace("**", "^").split("*"):
        base, _, power = factor.partition("^")
        value *= Decimal(base) ** int(power or 1)
    return value
