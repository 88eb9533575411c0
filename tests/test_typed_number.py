"""Numbers as people type them: one table of spellings, read here in Python and in tests/browser in the browser."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernviz.typed_number import TypedNumberError, UnclearNumber, read_number
from kernviz.wording import speaking

SPELLINGS = json.loads((Path(__file__).parent / "typed_numbers.json").read_text("utf-8"))
BY_LANGUAGE = [(language, text, row[i]) for text, *row in SPELLINGS for i, language in enumerate(("en", "de"))]
DIGITS = 1e-15  # share by which a value may differ from the table's


def test_the_table_has_two_hundred_spellings_each_once() -> None:
    texts = [text for text, *_ in SPELLINGS]
    assert len(set(texts)) == len(texts) >= 200


def read(language: str, text: str) -> float | str | None:
    """Return what a text means, as the table says it: a number, "unclear", or None for a refusal."""
    with speaking(language):
        try:
            return read_number(text)
        except UnclearNumber:
            return "unclear"
        except TypedNumberError:
            return None


def test_every_spelling_has_the_value_of_the_table() -> None:
    wrong = []
    for language, text, expected in BY_LANGUAGE:
        found = read(language, text)
        if isinstance(expected, float | int) and isinstance(found, float):
            same = math.isclose(expected, found, rel_tol=DIGITS)
        else:
            same = expected == found
        if not same:
            wrong.append((language, text, expected, found))
    assert not wrong


def test_an_unclear_number_is_refused_with_both_readings() -> None:
    with pytest.raises(UnclearNumber, match=r"“184,756” can mean 184\.756 or 184756"):
        read_number("184,756")
    with speaking("de"), pytest.raises(UnclearNumber, match=r"184,756.*184756"):
        read_number("184.756")


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_offered_reading_is_clear_when_it_is_typed(language: str) -> None:
    with speaking(language):
        for text in (text for spoken, text, expected in BY_LANGUAGE if (spoken, expected) == (language, "unclear")):
            with pytest.raises(UnclearNumber) as unclear:
                read_number(text)
            one, other = unclear.value.readings
            assert read_number(one) != read_number(other)
            assert one in str(unclear.value)
            assert other in str(unclear.value)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_range_decides_between_two_readings(language: str) -> None:
    with speaking(language):
        for text in ("184,756", "184.756"):
            assert read_number(text, fits=lambda value: value < 1000) == 184.756
            assert read_number(text, fits=lambda value: value > 1000) == 184756


@given(st.text(max_size=60))
def test_any_text_is_a_number_or_refused(text: str) -> None:
    try:
        value = read_number(text)
    except TypedNumberError:
        return
    assert abs(value) < float("inf")


@given(st.floats(allow_nan=False, allow_infinity=False), st.sampled_from(["en", "de"]))
def test_a_number_that_python_writes_is_read_back(value: float, language: str) -> None:
    with speaking(language):
        assert read_number(repr(value), fits=lambda read: read == value) == value


def test_a_long_or_deep_text_is_refused() -> None:
    for text in ("1" * 201, "(" * 90 + "1" + ")" * 90, "-" * 90 + "1", "√" * 90 + "1"):
        with pytest.raises(TypedNumberError):
            read_number(text)
