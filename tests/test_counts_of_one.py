"""Counts of one in messages: never with a plural, in English or German.

This file checks messages as they are written; tests/lessons/test_said_of_a_state.py checks pages with few things.
"""

from __future__ import annotations

import re

import pytest

from tests import claims
from tests.test_catalogue import OTHERS, extracted, written

THINGS = (
    "points|support vectors|classes|words|images|numbers|terms|machines|coordinates|steps|rows|columns|pictures|cells"
    "|evaluations|variables|components|constraints|directions|examples|monomials|frequencies|nodes|draws"
)
DINGE = (
    "Punkte|Punkten|Stützvektoren|Klassen|Wörter|Wörtern|Bilder|Bildern|Zahlen|Terme|Maschinen|Koordinaten|Schritte"
    "|Zeilen|Spalten|Zellen|Komponenten|Richtungen|Beispiele|Monome"
)
ONE = re.compile(rf"(?<![.,/×=·^−+] )(?<![\w.,×=·^−])1 (?:(?!(?:der|Ihrer|of|the|your)\b)\w+ )?(?:{THINGS}|{DINGE})\b")
MANY = re.compile(rf"(?<![=^·×−/{{])\{{(\w+)\}} (?:[a-z]+ )?(?:{THINGS})\b")


def plain_counts() -> dict[str, list[str]]:
    """Return the messages of the pages, by file, that have a plural for any count.

    A message of a script is left out if its singular is a message as well.
    """
    found: dict[str, list[str]] = {}
    texts: set[str] = set()
    for path, message in extracted():
        file = path.removeprefix("kernviz/")
        if isinstance(message, str) and file.startswith(claims.PAGES):
            texts.add(message)
            if MANY.search(message):
                found.setdefault(file, []).append(message)
    for file in [file for file in found if file.endswith(".js")]:
        found[file] = [message for message in found[file] if _singular(message) not in texts]
    return {file: messages for file, messages in found.items() if messages}


def _singular(message: str) -> str:
    return re.sub(rf"({THINGS})\b", lambda many: many[0].removesuffix("s"), message, count=1)


def test_a_count_that_may_be_one_is_said_by_several() -> None:
    there = {file: len(messages) for file, messages in plain_counts().items()}
    assert there == claims.written()["counts"], "use `several`, or write the number if the count is never 1"


def test_singular_forms_have_no_plural() -> None:
    wrong = []
    for language in OTHERS:
        for message in written(language):
            if isinstance(message.id, tuple):
                texts = (message.id[0], message.string[0])
                wrong += [text for text in texts if ONE.search(text.replace("{n}", "1"))]
    assert not wrong


def test_a_count_of_a_total_has_a_singular() -> None:
    """“1 of 20 are exactly 0” is a fault; a message with both forms is a pair, not a str."""
    plural = re.compile(r"\{\w+\} of \{\w+\} (?:are|have|were)\b")
    messages = [message for path, message in extracted() if path.endswith(".py") and isinstance(message, str)]
    assert messages
    assert [message for message in messages if plural.search(message)] == []


@pytest.mark.parametrize(
    "text", ["1 points chosen", "Only 1 support vectors left", "aus 1 Punkten", "(1 klare Klassen)"]
)
def test_a_plural_of_one_is_found(text: str) -> None:
    assert ONE.search(text)


@pytest.mark.parametrize("text", ["1 point", "n = 1 points to it", "0.1 points", "11 points", "1 of the points"])
def test_other_uses_of_1_are_allowed(text: str) -> None:
    assert not ONE.search(text)
