"""Numbers as people type them: one table of spellings, read here in Python and in tests/browser in the browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernviz.typed_number import TypedNumberError, UnclearNumber, read_number
from kernviz.wording import speaking

SPELLINGS = json.loads((Path(__file__).parent / "typed_numbers.json").read_text("utf-8"))
BY_LANGUAGE = [(language, text, row[i]) for text, *row in SPELLINGS for i, language in enumerate(("en", "de"))]


def test_the_table_has_two_hundred_spellings_each_once() -> None:
    texts = [text for text, *_ in SPELLINGS]
    assert len(set(texts)) == len(texts) >= 200


@pytest.mark.parametrize(("language", "text", "expected"), BY_LANGUAGE)
def test_a_spelling_has_the_value_of_the_table(language: str, text: str, expected: float | str | None) -> None:
    with speaking(language):
        if expected == "unclear":
            with pytest.raises(UnclearNumber):
                read_number(text)
        elif expected is None:
            with pytest.raises(TypedNumberError) as refused:
                read_number(text)
            assert not isinstance(refused.value, UnclearNumber)
        else:
            assert read_number(text) == pytest.approx(expected, rel=1e-15)


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
