"""Sentences of the courses are short, in every language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from kernviz import catalogue
from kernviz.courses.reader import OWN
from kernviz.extraction import _texts

MOST = 20  # words of a sentence, as in docs/style-for-texts.md
LEFT: dict[str, int] = {}  # courses not rewritten yet, with their longest sentence; the numbers may only fall
LECTURES = sorted(OWN.glob("*.toml"))
COMPUTED = re.compile(r"\{=(?:[^{}]|\{[^{}]*\})*\}")
END = re.compile(r"""(?<=[.!?])[")”“*]*\s+(?=["(“„`*{‖√−\w])""")


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text; what is computed counts as one word."""
    yield from END.split(" ".join(COMPUTED.sub("N", text).split()))


def words(sentence: str) -> int:
    """Return the number of words of a sentence, without signs that stand alone."""
    return sum(bool(re.search(r"\w", word)) for word in sentence.split())


@pytest.mark.parametrize("language", catalogue.languages())
@pytest.mark.parametrize("path", LECTURES, ids=lambda path: path.stem)
def test_a_sentence_of_a_course_has_few_words(path: Path, language: str) -> None:
    texts = _texts(tomllib.loads(path.read_text("utf-8")))
    translations = (text if language == "en" else catalogue.translated(language, text) for text in texts)
    long = {
        sentence for text in translations for sentence in sentences(text) if words(sentence) > LEFT.get(path.stem, MOST)
    }
    assert not long, "\n".join(f"{words(each)}: {each}" for each in long)


def test_a_long_sentence_is_found() -> None:
    text = 'One idea. {=with("C={=c}", "margin")} is short? ' + "word " * (MOST + 1) + "."
    assert [words(sentence) > MOST for sentence in sentences(text)] == [False, False, True]
    assert [words(sentence) for sentence in sentences("In 2.5 units a − b = {=c:2}. „Zwei“ Worte.")] == [6, 2]
