"""Rewriting of texts and formulas in a lecture's notation.

The rewriting goes symbol by symbol, never letter by letter.

A text is cut into symbols and the rest, which stays: code, HTML, plotly's %{x}, words. A
symbol is a Greek letter, or a Latin letter that is no part of a word. Each symbol of an idea
gives way to the lecture's. All give way at once, so that f -> y and y -> t do not chain.

A width that a lecture divides by is put in as the expression that equals it, 1/(2σ²) for γ.
Thus every sentence stays as true as it was. A number behind the width is taken along: γ = 2
becomes σ² = 0.25.

A text that names a lecture quotes the lecture, and stays as printed. A symbol that has a
meaning of its own in a text is not used for a second one there. The idea then keeps kernviz's
symbol.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property

from kernviz.lessons.indices import below, used
from kernviz.lessons.notation import IDEAS, OWN, Said, said, spoken
from kernviz.lessons.number_map import Map, fraction
from kernviz.wording import decimal, remembered
from kernviz.wording import spoken as spoken_words

KEPT_TEXT = r"(?P<kept>`[^`]*`|%\{[^}]*\}|</?[a-z]+/?>|var\([^)]*\)|\]\([^)]*\))"
KEPT_TEX = (
    r"(?P<kept>\\(?:text|mathrm|operatorname|textstyle|begin|end|color|textcolor|mathbf|mathsf|mathbb)\s*"
    r"\{[^{}]*\}|\\[,;:!|{}\\ ]|\[\d+pt\])"
)
CODE_OR_FORMULA = re.compile(r"(`+[^`]*`+)|\$\$(.+?)\$\$|\$([^$\n]+)\$", re.DOTALL)
QUOTING = re.compile(r"\bS[0-4]\b|\berrat|\bE\d\d?\b|lecture|notes?\b|Vorlesung|Skript")
SENTENCE = re.compile(r"(?<=[.!?:])\s+|\n+")
DOWN = "₀-₉₊₋ₐ-ₜᵢⱼₙₘₖₗ"
UP = "⁰¹²³⁴-⁹⁺⁻ⁿ"
NUMBER = (
    r"(?P<number>[−-]?(?:\d+(?:[.,]\d+)?(?:e[−-]?\d+)?|[½¼]))(?![\d.]*\d)"
    r"(?!\s*(?:,|and|or|to|…|/|·|\^|\\cdot|\\,)\s*[\d½¼])"  # a list of numbers is not converted
)
FIRST_SPAN = 0xE000  # private-use characters stand for formulas while the words around them are rewritten
COMMAND = re.compile(r"\\[A-Za-z]+$")
# digits are masked, so that texts that differ in numbers only are rewritten once
_DIGITS = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_FRACTIONS = {"½": 0.5, "¼": 0.25}


@dataclass(frozen=True)
class Voice:
    """Notation of a lecture on a page.

    `values` are the exact numbers behind the rounded ones in its texts.
    """

    page: str
    lecture: str
    values: tuple[float, ...] = ()

    @property
    def own(self) -> bool:
        """Return True if nothing is rewritten."""
        return self.lecture == OWN or not spoken(self.page, self.lecture)

    @cached_property
    def width(self) -> Map | None:
        """Displayed parametrisation of a Gaussian's width; None for γ."""
        found = spoken(self.page, self.lecture).get("width")
        return found.map if found else None

    def text(self, words: str) -> str:
        """Rewrite plain text: a label, a cell, a title."""
        words = spoken_words(words)
        if not words or "γ" in words:  # with a width γ, the numbers are converted, too
            return _sentences(self, words, ()) if words else words
        held = iter(_DIGITS.findall(words))
        told = _sentences(Voice(self.page, self.lecture), _DIGITS.sub("0", words), ())
        return _DIGITS.sub(lambda _: next(held), told)

    def markdown(self, words: str) -> str:
        """Rewrite markdown with code, and formulas between dollar signs.

        Each formula belongs to its sentence, and so does code.
        """
        if not words:
            return words
        words = spoken_words(words)
        spans: list[tuple[str, str]] = []

        def laid_aside(match: re.Match[str]) -> str:
            code, block, line = match.groups()
            told = code or (f"$${self.tex(block)}$$" if block else f"${self.tex(line)}$")
            spans.append((match.group(), told))
            return chr(FIRST_SPAN + len(spans) - 1)

        plain = CODE_OR_FORMULA.sub(laid_aside, words)
        return _sentences(self, plain, tuple(spans))

    def tex(self, formula: str) -> str:
        """Rewrite a formula."""
        return _told(self, formula, True) if formula else formula

    def symbol(self, idea: str, own: str) -> str:
        """Return the symbol of an idea in the lecture.

        The symbol is kernviz's own if the lecture has none.
        """
        found = said(idea, self.lecture)
        return found.symbol if found else own

    def number(self, printed: str) -> float:
        """Number behind a printed one, exact if the page knows it."""
        value = _FRACTIONS[printed] if printed in _FRACTIONS else float(printed.replace("−", "-").replace(",", "."))
        digits = len(re.sub(r"e.*|[^\d]", "", printed).lstrip("0")) or 1
        return next((each for each in self.values if float(f"{each:.{max(4, digits)}g}") == value), value)


@remembered(maxsize=16384)
def _sentences(voice: Voice, words: str, spans: tuple[tuple[str, str], ...]) -> str:
    """Rewrite a text sentence by sentence.

    A sentence that names a lecture is a quotation and stays, with its formulas.

    `spans` are represented by characters from FIRST_SPAN on, with original and rewritten text.
    """
    parts, at = [], 0
    for gap in [*SENTENCE.finditer(words), None]:
        end = gap.start() if gap else len(words)
        sentence = words[at:end]
        quoting = QUOTING.search(sentence) is not None
        told = sentence if quoting else _told(voice, sentence, False)
        parts.append(_restored(told, [span[not quoting] for span in spans]))
        if gap:
            parts.append(gap.group())
            at = gap.end()
    return "".join(parts)


def _restored(words: str, spans: list[str]) -> str:
    return "".join(spans[ord(c) - FIRST_SPAN] if FIRST_SPAN <= ord(c) < FIRST_SPAN + len(spans) else c for c in words)


@remembered(maxsize=16384)
def _told(voice: Voice, words: str, tex: bool) -> str:
    grammar = _grammar(voice.page, voice.lecture, tex)
    taken = grammar.taken(words)

    def told(match: re.Match[str]) -> str:
        kind = match.lastgroup or "kept"
        if kind == "kept":
            return _inside(voice, match.group()) if tex else match.group()
        idea = kind.partition("_")[0]
        return match.group() if idea in taken else grammar.put(voice, idea, match)

    return grammar.symbols.sub(told, words)


def _inside(voice: Voice, kept: str) -> str:
    """Rewrite words inside a formula as words."""
    if kept.startswith(r"\text{"):
        return rf"\text{{{voice.text(kept[6:-1])}}}"
    return kept


class Grammar:
    """Symbols of a page that a lecture writes differently.

    They are those in texts or those in formulas.
    """

    def __init__(self, page: str, lecture: str, tex: bool) -> None:
        found = spoken(page, lecture)
        self.tex = tex
        self.changed = {idea: one for idea, one in found.items() if self._differs(idea, one)}
        parts = [KEPT_TEX if tex else KEPT_TEXT]
        if "inner" in self.changed:
            parts.append(
                r"(?P<inner>x\\cdot z(?![_A-Za-z]))" if tex else r"(?P<inner>(?<![A-Za-z])x·(?:z|x′)(?![A-Za-z₀-₉′]))"
            )
        if "second" in self.changed and not tex:
            parts.append(r"(?P<second_>(?<![A-Za-z])xz(?![A-Za-z]))")
        for idea in self.changed:
            if idea == "width":
                parts.append(self._width())
            elif idea != "inner":
                parts.append(rf"(?P<{idea}>{'|'.join(self._letters(idea))})")
        if tex:  # in TeX, whole commands are replaced before single letters
            letters = [part for part in parts if re.match(r"\(\?P<\w+>[a-zA-Z]", part)]
            parts = [*(part for part in parts if part not in letters), r"\\(?:[A-Za-z]+|.)", *letters]
        self.symbols = re.compile("|".join(parts))

    def _differs(self, idea: str, one: Said) -> bool:
        own = IDEAS[idea]
        if one.map is not None:
            return True
        return set(own.tex) != {one.tex} if self.tex and own.tex else {own.symbol, *own.others} != {one.symbol}

    def _letters(self, idea: str) -> Iterable[str]:
        """Patterns of an idea's own symbols."""
        own = IDEAS[idea]
        symbols = own.tex if self.tex else (own.symbol, *own.others)
        index = r"\s*_" if self.tex else rf"[{DOWN}]|_"
        points = r"(?=x|z|φ|ϕ|·|S|A|\\(?:var)?phi)"  # K(K − 1)/2 contains no kernel
        argument = rf"(?:_\{{[^{{}}]*\}}|_\w|')?\s*\({points}" if self.tex else rf"[{DOWN}]*′?\({points}"
        if own.index:
            yield below(symbols[0], self.tex)
            return
        for symbol in symbols:
            pattern = self._letter(symbol)
            if symbol in own.applied:
                pattern += rf"(?={argument})"
            elif own.bare:
                # K_ν is a Bessel function
                pattern = rf"(?:{pattern}|(?<=D)K(?=D)|(?<=ᵀ)K|(?<=\(c)K)(?!{argument}|_\\nu|ᵥ)"
            elif own.alone:
                pattern += rf"(?!{index})"
            elif symbol == "k":  # without an index, and not the vector k∗
                pattern = rf"(?<!_)(?<!_\{{){pattern}(?!∗|_\*|_\{{\*)"
            yield pattern

    def _letter(self, symbol: str) -> str:
        if self.tex:
            return rf"\\{symbol[1:]}(?![A-Za-z])" if symbol.startswith("\\") else symbol
        if symbol.isascii():
            return rf"(?<![A-Za-z\\'’]){symbol}(?![A-Za-z0-9]|-[a-z]|[\u0300-\u036f])"
        return rf"{symbol}(?![\u0300-\u036f])"

    def _width(self) -> str:
        letter = r"\\gamma(?![A-Za-z])" if self.tex else "γ"
        if self.tex:
            square = r"\s*(?:\\,)?(?P<square>\\\|[^|]*\\\|\^2)"
            limit = r"\s*\\to\s*(?P<limit>\\infty|0)"
            number = NUMBER.replace("[½¼]", r"\\tfrac12")
        else:
            square = r"\s?·?\s?(?P<square>‖[^‖]*‖²|d²|r²)"
            limit = r"\s*→\s*(?P<limit>∞|0)"
            number = NUMBER
        times = r"(?P<times>\d+(?:[.,]\d+)?)?"
        return (
            rf"(?P<width_n>{letter}\s*=\s*{number})|(?P<width_l>{letter}{limit})"
            rf"|(?P<width_s>(?P<by>\d+(?:[.,]\d+)?)?{letter}{square})|(?P<width_g>{times}{letter})"
        )

    def taken(self, words: str) -> frozenset[str]:
        """Return the ideas whose new symbol is taken in the words.

        Such a symbol already has a meaning of its own in the words.
        """
        if not self.changed:
            return frozenset()
        rest = self.symbols.sub(" ", words)
        return frozenset(idea for idea in self.changed if self._stands(idea, rest))

    def _stands(self, idea: str, rest: str) -> bool:
        one = self.changed[idea]
        if IDEAS[idea].index:
            return used(IDEAS[idea], one, rest, self.tex)
        written = one.tex.strip("{} ") if self.tex else one.symbol
        if idea in ("inner", "kernel", "values", "second") or (written in ("", "a") and not self.tex):
            return False
        head = re.escape(written) if len(written) > 1 else self._letter(written)
        return re.search(head, rest) is not None

    def put(self, voice: Voice, idea: str, match: re.Match[str]) -> str:
        """Replacement text of a matched symbol."""
        one = self.changed[idea]
        if idea == "width" and one.map is not None:
            return self._put_width(voice, one, one.map, match)
        if idea == "inner":
            return one.tex if self.tex else one.symbol
        if idea == "second" and match.group() == "xz":
            return "x" + one.symbol
        written = one.tex if self.tex else one.symbol
        if self.tex and written[:1].isalpha() and COMMAND.search(match.string, 0, match.start()):
            written = " " + written  # a space keeps \le and \alpha from merging
        follows = match.string[match.end() : match.end() + 1]
        raised = follows == "^" or (not self.tex and follows != "" and follows in "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ")
        if raised and len(written) > 1 and ("^" in written or "²" in written):
            return f"({written})"
        if self.tex and written.startswith("\\") and match.string[match.end() : match.end() + 1].isalpha():
            return written + " "
        return written

    def _put_width(self, voice: Voice, one: Said, how: Map, match: re.Match[str]) -> str:
        symbol = one.tex if self.tex else one.symbol
        found = match.groupdict()
        if found.get("width_n"):
            printed = found["number"].replace(r"\tfrac12", "½")
            value = voice.number(printed)
            if not value > 0:
                return match.group()
            return f"{symbol} = {short(how.shown(value), self.tex)}"
        if found.get("width_l"):
            arrow = r" \to " if self.tex else " → "
            infinite = r"\infty" if self.tex else "∞"
            return symbol + arrow + ("0" if found["limit"] == infinite else infinite)
        times = float((found.get("by") or found.get("times") or "1").replace(",", "."))
        over, upon = (each if self.tex else decimal(each) for each in fraction(times * how.c))
        if found.get("width_s"):
            front = "" if over == "1" else over
            below = symbol if upon == "1" else rf"({upon}{symbol})"
            return f"{front}{_told(voice, found['square'], self.tex)}/{below}"
        if self.tex:
            below = symbol if upon == "1" else upon + symbol
            return rf"\tfrac{{{over}}}{{{below}}}"
        whole = f"{over}/{symbol}" if upon == "1" else f"{over}/({upon}{symbol})"
        before, after = match.string[: match.start()][-2:], match.string[match.end() : match.end() + 1]
        tight = bool(re.match(rf"[A-Za-zͰ-Ͽ‖(·^/{UP}]", after)) or before[-1:] in ("/", "√", "·") or before == "g "
        return f"({whole})" if tight else whole


def short(value: float, tex: bool) -> str:
    """Four significant digits, as in texts and formulas."""
    from kernviz.lessons.lesson import short as plain
    from kernviz.lessons.lesson import tex as formula

    return formula(value) if tex else plain(value)


@cache
def _grammar(page: str, lecture: str, tex: bool) -> Grammar:
    return Grammar(page, lecture, tex)
