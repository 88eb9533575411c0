"""The catalogues: kernviz/locale/<language>/LC_MESSAGES/kernviz.po, read as they are on first use."""

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
HOLE = re.compile(r"\{[^{}]*\}")
SOURCE = "en"  # the language the messages are written in


@dataclass(frozen=True)
class Catalogue:
    """What the messages are in a language; `forms`, of those that depend on a count, as many as the language has."""

    messages: dict[str, str]
    forms: dict[str, tuple[str, ...]]
    form: Callable[[int], int]


@cache
def languages() -> tuple[str, ...]:
    """English, and what there is a catalogue for."""
    return (SOURCE, *sorted(path.parents[1].name for path in FOLDER.glob(f"*/{FILE.as_posix()}")))


def own_name(language: str) -> str:
    """What a language is called by those who speak it: Deutsch."""
    return str(Locale.parse(language).get_language_name() or language).capitalize()


def best(wanted: str) -> str:
    """The catalogue for what a browser asks for, as "de-AT,de;q=0.9,en;q=0.8"; English where there is none."""
    for each in wanted.split(","):
        name = each.partition(";")[0].strip().partition("-")[0].lower()
        if name in languages():
            return name
    return SOURCE


def translated(language: str, message: str) -> str:
    """The message in that language; as it is where that is English, or nobody has translated it."""
    return message if language == SOURCE else read(language).messages.get(message, message)


def translated_for(language: str, n: int, one: str, many: str) -> str:
    """The same of a message that depends on a count."""
    if language == SOURCE:
        return one if n == 1 else many
    there = read(language)
    forms = there.forms.get(one)
    return forms[there.form(n)] if forms else one if n == 1 else many


@cache
def saying(language: str, word: str) -> re.Pattern[str]:
    """What fits, as a whole, whatever is said in that language where the English message has the word (a hole's name is
    none): for words that find something by what it is called in English.
    """
    there = read(language)
    pairs = [*there.messages.items(), *((one, each) for one, forms in there.forms.items() for each in forms)]
    found = {said for message, said in pairs if word.casefold() in HOLE.sub("", message).casefold()}
    return re.compile("|".join(".+".join(map(re.escape, HOLE.split(each))) for each in sorted(found)) or "(?!)")


@cache
def read(language: str) -> Catalogue:
    """The catalogue of a language, without what its translator has marked as doubtful."""
    if language == SOURCE or not (FOLDER / language / FILE).is_file():
        return Catalogue({}, {}, lambda n: int(n != 1))
    with (FOLDER / language / FILE).open("rb") as file:
        found = read_po(file, locale=language)
    messages: dict[str, str] = {}
    forms: dict[str, tuple[str, ...]] = {}
    for each in found:
        if not each.id or each.fuzzy or not each.string:
            continue
        if isinstance(each.id, str):
            messages[each.id] = str(each.string)
        elif all(each.string):
            forms[each.id[0]] = tuple(each.string)
    return Catalogue(messages, forms, c2py(found.plural_expr))


@cache
def decimal_sign(language: str) -> str:
    """What stands between the whole part of a number and the rest."""
    return str(Locale.parse(language).number_symbols["latn"]["decimal"])
