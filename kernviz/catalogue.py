"""Message catalogues: kernviz/locale/<language>/LC_MESSAGES/kernviz.po, read on first use."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from gettext import c2py
from pathlib import Path

from babel import Locale
from babel.messages.pofile import read_po

FOLDER = Path(__file__).parent / "locale"
FILE = Path("LC_MESSAGES", "kernviz.po")
SOURCE = "en"  # the language the messages are written in


@dataclass(frozen=True)
class Catalogue:
    """Messages of a language, with their plural forms.

    `messages` maps an English message to its translation. `forms` maps the English singular of a message with a count
    to all its translated forms. `form(n)` is the index of the form for the count n.
    """

    messages: dict[str, str]
    forms: dict[str, tuple[str, ...]]
    form: Callable[[int], int]


@cache
def languages() -> tuple[str, ...]:
    """Return English, and every language with a catalogue."""
    return (SOURCE, *sorted(path.parents[1].name for path in FOLDER.glob(f"*/{FILE.as_posix()}")))


def own_name(language: str) -> str:
    """Return the name of a language in that language: Deutsch."""
    return str(Locale.parse(language).get_language_name() or language).capitalize()


def best(wanted: str) -> str:
    """Return the best available language for an Accept-Language header.

    Example of a header: "de-AT,de;q=0.9,en;q=0.8". Of the languages with a catalogue, the one with the largest weight q
    is best, and of equal weights the first. The result is English if no language fits.
    """
    parts = [part.partition(";") for part in wanted.split(",")]
    weighted = [(_weight(quality), name.strip().partition("-")[0].lower()) for name, _, quality in parts]
    fitting = [(weight, name) for weight, name in weighted if name in languages() and weight > 0]
    return max(fitting, key=lambda pair: pair[0])[1] if fitting else SOURCE


def _weight(quality: str) -> float:
    """Return the weight of a language, from 0 to 1.

    The weight is the number after ``q=``, 1 without one, and 0 if it cannot be read.
    """
    found = re.search(r"(?:^|;)\s*q\s*=\s*([^;\s]*)", quality, re.IGNORECASE)
    if found is None:
        return 1.0
    return min(float(found[1]), 1.0) if re.fullmatch(r"\d*\.?\d+|\d+\.", found[1]) else 0.0


def translated(language: str, message: str) -> str:
    """Return a message in the given language.

    The message is unchanged in English or without a translation.
    """
    return message if language == SOURCE else read(language).messages.get(message, message)


def translated_for(language: str, n: int, one: str, many: str) -> str:
    """Return a message in the given language, in its form for n.

    `one` and `many` are its English singular and plural. Without a translation the result is one of these two.
    """
    if language == SOURCE:
        return one if n == 1 else many
    there = read(language)
    forms = there.forms.get(one)
    return forms[there.form(n)] if forms else one if n == 1 else many


@cache
def read(language: str) -> Catalogue:
    """Return the catalogue of a language, empty if there is no file.

    Entries marked as fuzzy, and entries without a translation, are left out.
    """
    if language == SOURCE or not (FOLDER / language / FILE).is_file():
        return Catalogue({}, {}, lambda n: int(n != 1))
    with (FOLDER / language / FILE).open("rb") as file:
        found = read_po(file, locale=language)
    messages: dict[str, str] = {}
    forms: dict[str, tuple[str, ...]] = {}
    for candidate in found:
        if not candidate.id or candidate.fuzzy or not candidate.string:
            continue
        if isinstance(candidate.id, str):
            messages[candidate.id] = str(candidate.string)
        elif all(candidate.string):
            forms[candidate.id[0]] = tuple(candidate.string)
    return Catalogue(messages, forms, c2py(found.plural_expr))


@cache
def decimal_sign(language: str) -> str:
    """Return the decimal sign of the language."""
    return str(Locale.parse(language).number_symbols["latn"]["decimal"])
