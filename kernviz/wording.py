"""Every word a visitor reads, in the visitor's language: the catalogues are in kernviz/locale, one a language.

What is said while a page is built is translated at once (`say`, `several`). What is written down before there is a
visitor, or has to stay the same in every language because it is compared or stands in an address (a control's label, a
tab's title, a choice), is a `phrase`: English, until a door shows it (`spoken`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from string import Formatter
from typing import Any, ParamSpec, TypeVar

import kernviz.catalogue as catalogue

P = ParamSpec("P")
R = TypeVar("R")
ENGLISH = "en"
_language: ContextVar[str] = ContextVar("language", default="")
_asked: list[Callable[[], str]] = []  # who knows the language where nothing has set it, as in a callback of a widget


def language() -> str:
    """The language in force: that of this thread, English where nobody is asking."""
    return _language.get() or next((found for ask in _asked if (found := ask())), ENGLISH)


def use(name: str) -> None:
    """From here on in this thread; a language without a catalogue is English."""
    _language.set(name if name in catalogue.languages() else ENGLISH)


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """In here that language is in force."""
    before = _language.set(name if name in catalogue.languages() else ENGLISH)
    try:
        yield
    finally:
        _language.reset(before)


def ask(who: Callable[[], str]) -> None:
    """Where nothing has set a language, `who` is asked; "" is no answer."""
    if who not in _asked:
        _asked.append(who)


class Phrase(str):
    """English words that know how to be said in another language. Compared, hashed or written to an address they are
    the English ones; put into a message or an f-string they are the visitor's.
    """

    message: str
    values: dict[str, Any]

    def __new__(cls, message: str, values: dict[str, Any] | None = None) -> Phrase:
        """The message with its values put in, in English."""
        if values:
            with speaking(ENGLISH):
                text = message.format(**values)
        made = super().__new__(cls, text if values else message)
        made.message, made.values = str(message), values or {}
        return made

    def __format__(self, spec: str) -> str:
        return format(spoken(self), spec)


def say(message: str, /, **values: Any) -> str:
    """The message in the language in force, with its values put in."""
    return _filled(catalogue.translated(language(), message), values)


def several(n: int, one: str, many: str, /, **values: Any) -> str:
    """One of two messages, by a count that is their {n}: other languages may have more forms than English."""
    return _filled(catalogue.translated_for(language(), n, one, many), {"n": n, **values})


def phrase(message: str, /, **values: Any) -> str:
    """The message as it is, translated where it is shown."""
    return Phrase(message, values)


def spoken(text: str) -> str:
    """What a phrase is in the language in force; any other text as it is."""
    if not isinstance(text, Phrase):
        return text
    return _filled(catalogue.translated(language(), text.message), text.values)


def remembered(maxsize: int | None = None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """`functools.lru_cache` of what may hold sentences: each language has its own."""

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(maxsize=maxsize)
        def kept(_: str, *args: P.args, **kwargs: P.kwargs) -> R:
            return function(*args, **kwargs)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            return kept(language(), *args, **kwargs)  # type: ignore[arg-type]

        call.cache_clear = kept.cache_clear  # type: ignore[attr-defined]
        call.cache_info = kept.cache_info  # type: ignore[attr-defined]
        return call

    return wrap


def says(text: str, word: str) -> bool:
    """Whether a text, said in the language in force, has that English word, or what the language says for it."""
    return word.casefold() in text.casefold() or bool(catalogue.saying(language(), word).fullmatch(text))


def decimal(text: str) -> str:
    """A number as text, 0.5, with the decimal sign of the language: 0,5."""
    sign = catalogue.decimal_sign(language())
    return text if sign == "." else text.replace(".", sign)


def in_formula(tex: str) -> str:
    """The same of all numbers in a formula: 0{,}5, for TeX takes a comma for the end of an item."""
    sign = catalogue.decimal_sign(language())
    return tex if sign == "." else re.sub(r"(?<=\d)\.(?=\d)", f"{{{sign}}}", tex)


def listed(numbers: list[str]) -> str:
    """Numbers as text side by side: 1, −0.5, but 1; −0,5 where the decimal sign is a comma."""
    return ("; " if any("," in each for each in numbers) else ", ").join(numbers)


class _Numbers(Formatter):
    """`str.format` with the language's decimal sign."""

    def format_field(self, value: Any, format_spec: str) -> str:
        text = format(value, format_spec)
        return decimal(text) if isinstance(value, float) else text


_numbers = _Numbers()


def _filled(message: str, values: dict[str, Any]) -> str:
    if not values:
        return message
    if catalogue.decimal_sign(language()) == ".":
        return message.format(**values)
    return _numbers.vformat(message, (), values)
