r"""Symbols marked in messages and formulas, and their notation.

A message marks kernviz's symbols by the brackets ‹ and ›: "border ‹f› = 0". A symbol in TeX begins with a
backslash: ‹\f›(x) = w\cdot‹\varphi›(x). An index of points may stand in the mark: ‹αᵢ›, ‹\x_i›. Marked symbols are
written as the current lecture writes them, or as kernviz does.

The width of a Gaussian is γ, or a lecture's σ² with γ = c/σ². It is marked in four ways: ‹γ=› is the symbol alone,
‹γ› an expression for γ such as 1/(2σ²), ‹γ‖x − z‖²› a product, and ‹γ → 0› a limit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
MARKED = re.compile("‹([^‹›]+)›")
INDEXED = re.compile(r"(.+?)([ᵢⱼ]|_[ij]|_\{i,j\})?", re.DOTALL)
COMMAND = re.compile(r"\\[A-Za-z]+$")
WIDTH = re.compile(r"(\d*)(γ|\\gamma)(.*)", re.DOTALL)
RAISED = "^⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ"
TIGHT = re.compile(r"[A-Za-zͰ-Ͽ‖(·^/‹⁰¹²³⁴-⁹⁺⁻ⁿ]")  # a fraction before such a factor needs parentheses


@dataclass(frozen=True)
class Notation:
    """Symbols of a lecture on a page.

    `symbols` maps a symbol of kernviz, as marked, to the symbol of the lecture. If the lecture writes the width of a
    Gaussian as σ² with γ = c/σ², `over` is c, and `width` converts γ. Otherwise `over` is 0. Notations are equal if
    their names are.
    """

    name: tuple[str, ...]  # name of the lecture, then the ideas that have a symbol on the page
    symbols: Mapping[str, str] = field(default_factory=dict, compare=False)
    over: float = field(default=0.0, compare=False)
    width: Callable[[float], float] = field(default=float, compare=False)


OWN = Notation(())
_current: ContextVar[Notation | None] = ContextVar("notation", default=None)
_asked: list[Callable[[], Notation | None]] = []


def current_notation() -> Notation:
    """Return the notation of this context, else the visitor's, else kernviz's own."""
    return _current.get() or next((found for ask in _asked if (found := ask())), OWN)


def ask(who: Callable[[], Notation | None]) -> None:
    """Register a function that returns the notation if none is set.

    It may return None for no notation.
    """
    if who not in _asked:
        _asked.append(who)


@contextmanager
def writing(notation: Notation) -> Iterator[None]:
    """Use a notation in a block."""
    before = _current.set(notation)
    try:
        yield
    finally:
        _current.reset(before)


def lasting(make: Callable[P, R], notation: Notation | None = None) -> Callable[P, R]:
    """Make a function run in a notation, by default the current one."""
    notation = notation or current_notation()

    @wraps(make)
    def made(*args: P.args, **kwargs: P.kwargs) -> R:
        with writing(notation):
            return make(*args, **kwargs)

    return made


def symbols(text: str, template: bool = False) -> str:
    """Return a text with its marked symbols in the current notation.

    `template`: the text is a template of str.format, in which the braces of marks and symbols are doubled.
    """
    if not is_marked(text):
        return text
    notation = current_notation()

    def written(match: re.Match[str]) -> str:
        if not template:
            return _written(notation, match[1], match)
        found = _written(notation, match[1].replace("{{", "{").replace("}}", "}"), match)
        return found.replace("{", "{{").replace("}", "}}")

    return MARKED.sub(written, text)


def is_marked(text: str) -> bool:
    """Return True if a text may have marked symbols."""
    return "‹" in text


def _own(mark: str) -> str:
    r"""Return kernviz's own symbol for a mark.

    A mark \x of a single TeX letter becomes x.
    """
    if re.fullmatch(r"\\[A-Za-z](?![A-Za-z]).*", mark):
        return mark[1:]
    return mark.removesuffix("=") if WIDTH.fullmatch(mark) else mark


def _written(notation: Notation, mark: str, match: re.Match[str]) -> str:
    if notation is OWN:
        return _own(mark)
    if width := WIDTH.fullmatch(mark):
        return _width(notation, width, match)
    base, index = (mark, "") if mark in notation.symbols else INDEXED.fullmatch(mark).groups()  # type: ignore[union-attr]
    letter = notation.symbols.get(base, _own(base))
    if base.startswith("\\"):
        if letter[:1].isalpha() and COMMAND.search(match.string, 0, match.start()):
            letter = " " + letter  # \le a is no \lea
        follows = match.string[match.end() : match.end() + 1]
        if COMMAND.search(letter) and not index and follows.isalpha():
            letter += " "
    if not index and ("²" in letter or "^" in letter) and match.string[match.end() : match.end() + 1] in tuple(RAISED):
        letter = f"({letter})"
    return letter + (notation.symbols.get(index, index) if index else "")


def _width(notation: Notation, width: re.Match[str], match: re.Match[str]) -> str:
    times, letter, rest = width.groups()
    tex = letter != "γ"
    if not notation.over or letter not in notation.symbols:
        return times + letter + _square(notation, rest.removesuffix("="), tex)
    symbol = notation.symbols[letter]
    if rest == "=":
        return symbol
    if limit := re.fullmatch(r"(\s*(?:→|\\to)\s*)(0|∞|\\infty)", rest):
        infinite = r"\infty" if tex else "∞"
        return symbol + limit[1] + ("0" if limit[2] == infinite else infinite)
    over, upon = fraction(float(times or 1) * notation.over)
    below = symbol if upon == "1" else upon + symbol
    if rest:
        factor = "" if over == "1" else over
        return factor + _square(notation, rest.lstrip(), tex) + "/" + (below if upon == "1" else f"({below})")
    if tex:
        return rf"\tfrac{{{over}}}{{{below}}}"
    whole = f"{over}/{below}" if upon == "1" else f"{over}/({below})"
    before, after = match.string[: match.start()][-2:], match.string[match.end() : match.end() + 1]
    return f"({whole})" if TIGHT.match(after) or before[-1:] in tuple("/√·") or before == "g " else whole


def _square(notation: Notation, square: str, tex: bool) -> str:
    """Return a squared distance in the notation's symbols for φ and z."""
    feature = r"\varphi" if tex else "φ"
    square = square.replace(feature, notation.symbols.get(feature, feature))
    return square.replace("z", notation.symbols.get(r"\z" if tex else "z", "z"))


def fraction(value: float) -> tuple[str, str]:
    """Return numerator and denominator of a value as texts.

    ½ -> ("1", "2"), 2 -> ("2", "1"). Other values than n/2 and 1/n are decimals over 1.
    """
    if value < 1 and (1 / value).is_integer():
        return "1", f"{1 / value:g}"
    if not value.is_integer() and (2 * value).is_integer():
        return f"{2 * value:g}", "2"
    return f"{value:g}", "1"
