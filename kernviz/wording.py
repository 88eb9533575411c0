"""Texts and numbers that a visitor reads, in the visitor's language.

Catalogues are in kernviz/locale, one per language. `remembered` caches results that hold such texts.

Messages made while a page is built are translated at once (`say`, `several`). Other texts are a
`phrase`: English until they are shown (`spoken`). Such texts are created before there is a
visitor, or are compared or used in addresses, where they must be equal in every language.
Examples are a control's label, a tab's title, a choice. Numbers are written by `short`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

import kernviz.catalogue as catalogue
import kernviz.grid_size as grid_size
from kernviz.symbols import OWN, current_notation, symbols, writing

P = ParamSpec("P")
R = TypeVar("R")
Message = tuple[str, dict[str, Any]]  # text of a message, and values of its placeholders
ENGLISH = "en"
EXPONENT = re.compile(r"(?<![\d.])1e([+-]\d+)|(?<=\d)e([+-]\d+)")
NEGATIVE = re.compile(r"-\d+([.,]\d+)?")
POWER_OF_TEN = re.compile(r"((?<=\d)·|(?<![\d.,·]))10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
PLAIN_DIGITS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_language: ContextVar[str] = ContextVar("language", default="")
_asked: list[Callable[[], str]] = []  # functions that find the language outside a run, as in a callback of a widget


def language() -> str:
    """Return the language of this thread, else the visitor's, else English."""
    return _language.get() or next((found for ask in _asked if (found := ask())), ENGLISH)


def use(name: str) -> None:
    """Set the language of this thread; without a catalogue it is English."""
    _language.set(name if name in catalogue.languages() else ENGLISH)


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Use a language in a block; without a catalogue it is English."""
    before = _language.set(name if name in catalogue.languages() else ENGLISH)
    try:
        yield
    finally:
        _language.reset(before)


def ask(who: Callable[[], str]) -> None:
    """Register a function that returns the language if none is set.

    The function `who` is called where nothing has set a language. The result "" means no language.
    """
    if who not in _asked:
        _asked.append(who)


class Phrase(str):
    """English text that is translated when it is shown.

    Compared, hashed or written to an address, it is the English text. In a message or an f-string it is in the
    visitor's language.
    """

    message: str
    values: dict[str, Any]

    def __new__(cls, message: str, values: dict[str, Any] | None = None) -> Phrase:
        """Return the phrase with its values inserted, in English."""
        with speaking(ENGLISH), writing(OWN):
            made = super().__new__(cls, _filled(message, values or {}))
        made.message, made.values = str(message), values or {}
        return made

    def __format__(self, spec: str) -> str:
        return format(spoken(self), spec)


class TranslatedText(str):
    """Translated message that keeps its English version.

    The result of `+` keeps the English version, too.

    `parts` are the messages with their values, and plain texts between them.
    """

    parts: tuple[Message | str, ...]

    @classmethod
    def of(cls, text: str, parts: tuple[Message | str, ...]) -> TranslatedText:
        """Return a text with the parts it is made of."""
        made = cls(text)
        made.parts = parts
        return made

    def __add__(self, other: str) -> TranslatedText:
        return TranslatedText.of(str.__add__(self, other), (*self.parts, *_parts(other)))

    def __radd__(self, other: str) -> TranslatedText:
        return TranslatedText.of(str.__add__(other, str(self)), (*_parts(other), *self.parts))


def say(message: str, /, **values: Any) -> str:
    """Return a message in the current language.

    Its values are inserted.
    """
    now = language()
    return _translated_text(now, catalogue.translated(now, message), message, values)


def several(n: int, one: str, many: str, /, **values: Any) -> str:
    """Return the form of a message for n in the current language.

    `one` and `many` are the two English forms. Other languages may have more forms than English.
    """
    now = language()
    return _translated_text(
        now, catalogue.translated_for(now, n, one, many), one if n == 1 else many, {"n": n, **values}
    )


def _translated_text(now: str, translation: str, message: str, values: dict[str, Any]) -> str:
    text = _filled(translation, values)
    if now == ENGLISH and (current_notation() is OWN or "‹" not in message):
        return text
    return TranslatedText.of(text, ((message, values),))


def _parts(text: str) -> tuple[Message | str, ...]:
    return text.parts if isinstance(text, TranslatedText) else (english(text),)


def english(text: str) -> str:
    """Return the English version of a `Phrase` or a translated message.

    Any other text is unchanged. Texts are compared and searched by their English version alone.
    """
    if isinstance(text, Phrase):
        return str.__str__(text)
    if not isinstance(text, TranslatedText):
        return text
    with speaking(ENGLISH), writing(OWN):
        return "".join(part if isinstance(part, str) else _in_english(*part) for part in text.parts)


def _in_english(message: str, values: dict[str, Any]) -> str:
    return _filled(
        message, {name: english(value) if isinstance(value, str) else value for name, value in values.items()}
    )


def class_word(name: str) -> str:
    """Return a class's name as it is shown.

    A negative number has a minus sign there, as y ∈ {−1, +1} has in every formula. The data keep their own word, with
    the hyphen of their file.

    >>> class_word("-1"), class_word("+1"), class_word("-a")
    ('−1', '+1', '-a')
    """
    return "−" + name[1:] if NEGATIVE.fullmatch(name) else name


def begun(text: str) -> str:
    """Return a text with a capital first letter.

    A sentence begins in this way.
    """
    return text[:1].upper() + text[1:]


def phrase(message: str, /, **values: Any) -> str:
    """Return a message as a `Phrase`, translated when it is shown."""
    return Phrase(message, values)


def spoken(text: str) -> str:
    """Return a phrase in the current language.

    Any other text is unchanged but for the symbols marked in it.
    """
    if not isinstance(text, Phrase):
        return symbols(text)
    now = language()
    return _translated_text(now, catalogue.translated(now, text.message), text.message, text.values)


def remembered(maxsize: int | None = None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Cache a function per language, notation and size of grids.

    The decorator is `functools.lru_cache` for results that may hold sentences.
    """

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(maxsize=maxsize)
        def kept(_: object, *args: P.args, **kwargs: P.kwargs) -> R:
            return function(*args, **kwargs)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            return kept((language(), current_notation(), grid_size.halved()), *args, **kwargs)  # type: ignore[arg-type]

        call.cache_clear = kept.cache_clear  # type: ignore[attr-defined]
        call.cache_info = kept.cache_info  # type: ignore[attr-defined]
        return call

    return wrap


def decimal(text: str) -> str:
    """Return a number's text with the decimal sign of the language.

    In German, 0.5 becomes 0,5.
    """
    sign = catalogue.decimal_sign(language())
    return text if sign == "." else text.replace(".", sign)


def superscript(n: int) -> str:
    """Return a whole number in superscript digits.

    2 -> ²
    """
    return str(n).translate(str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"))


def _power_of_ten(exponent: re.Match[str]) -> str:
    """Return the exponent of a number as a power of ten.

    1.5e-07 -> 1.5·10⁻⁷, 1e-07 -> 10⁻⁷
    """
    alone, after = exponent.groups()
    return f"10{superscript(int(alone))}" if alone else f"·10{superscript(int(after))}"


def _in_powers(text: str) -> str:
    """Return a text of numbers with powers of ten for exponents."""
    return EXPONENT.sub(_power_of_ten, text) if "e" in text else text


def with_exponents(text: str) -> str:
    """Return a text with powers of ten as Python reads them.

    1.5·10⁻⁷ -> 1.5e-7, 10⁻⁷ -> 1e-7
    """
    return POWER_OF_TEN.sub(lambda found: f"{'e' if found[1] else '1e'}{found[2].translate(PLAIN_DIGITS)}", text)


def short(value: float, digits: int = 4) -> str:
    """Return a number as text, by default to four significant digits.

    Examples: 0.01496, 3.473, 1.2·10⁻⁵, −4, ∞, – for nan.
    """
    text = f"{float(value) + 0.0:.{digits}g}"
    if "n" in text:
        text = text.replace("nan", "–").replace("inf", "∞")
    return displayed(text)


def displayed(text: str) -> str:
    """Return the text that Python gives a number as it is displayed.

    -1.5e-07 -> −1.5·10⁻⁷, in German −1,5·10⁻⁷
    """
    text = _in_powers(text)
    return decimal("−" + text[1:] if text[0] == "-" else text)


def shorts(values: Iterable[float], digits: int = 4) -> list[str]:
    """Return the text of each number, as `short` does.

    For hundreds of numbers this takes half of the work of `short` for each.
    """
    numbers = tuple(float(value) + 0.0 for value in values)
    text = "\n" + "\n".join([f"%.{digits}g"] * len(numbers)) % numbers
    text = _in_powers(text.replace("\n-", "\n−"))
    return decimal(text.replace("nan", "–").replace("inf", "∞")).split("\n")[1:] if numbers else []


def all_digits(value: float) -> str:
    """Return a number as text with all its digits.

    The text is that of {x:g} in a message. It is for a number that somebody typed and a condition refuses or allows.
    """
    return f"{_Number(value):g}"


def in_formula(tex: str) -> str:
    """Return TeX with the language's decimal sign in all numbers.

    A comma is written 0{,}5, because TeX takes a plain comma for the end of an item.
    """
    sign = catalogue.decimal_sign(language())
    return tex if sign == "." else re.sub(r"(?<=\d)\.(?=\d)", f"{{{sign}}}", tex)


def listed(numbers: list[str]) -> str:
    """Return numbers as text, side by side: 1, −0.5.

    If a number has a decimal comma, semicolons separate the numbers: 1; −0,5.
    """
    return ("; " if any("," in number for number in numbers) else ", ").join(numbers)


def enumerated(items: Sequence[str]) -> str:
    """Return texts as an enumeration: a, b and c."""
    *before, last = items
    return say("{items} and {last}", items=", ".join(before), last=last) if before else last


def _filled(message: str, values: dict[str, Any]) -> str:
    if not values:
        return symbols(message)
    return symbols(message, template=True).format(**{name: _number(value) for name, value in values.items()})


def _number(value: Any) -> Any:
    if isinstance(value, float) or (getattr(value, "shape", None) == () and value.dtype.kind == "f"):
        return _Number(value)
    return value


class _Number(float):
    """Real number in a message, formatted in the visitor's language.

    {x} has four significant digits, {x:.6} has six. {x:g} has all digits, for a number that somebody typed: a refused
    number must not look like one that is allowed. The decimal sign is the language's. {x:γ} is a width of a Gaussian
    in the current notation.
    """

    def __format__(self, spec: str) -> str:
        if not spec:
            return short(self)
        if spec == "g":
            six = float.__format__(self, spec)
            return decimal(_in_powers(six if float(six) == self else float.__repr__(self).removesuffix(".0")))
        if spec == "γ":
            return short(current_notation().width(self))
        if spec[0] == "." and spec[1:].isdigit():
            return short(self, int(spec[1:]))
        return decimal(_in_powers(float.__format__(self, spec)))
