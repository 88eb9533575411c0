"""Text normalisation: lines, cuts, numbers, and the guard against formulas."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernviz.data.text import characters, guard, is_missing, label_key, number, one_line, plain, shorten, unguard


@pytest.mark.parametrize(
    ("cell", "value"),
    [("1", 1), ("-0.5", -0.5), ("+1", 1), (".5", 0.5), ("2.", 2), ("1e3", 1000), ("1E-3", 0.001), ("-0.0", 0)],
)
def test_a_plain_decimal_is_a_number(cell: str, value: float) -> None:
    assert number(cell) == value


@pytest.mark.parametrize("cell", ["0x10", "1_0", "٣", "１", "1,5", "1 000", "abc", "", "nan", "1e", "--1", "1e99999"])
def test_spellings_accepted_by_float_only_are_no_numbers(cell: str) -> None:
    assert number(cell) is None


@pytest.mark.parametrize(("cell", "value"), [("inf", math.inf), ("-Infinity", -math.inf), ("1e400", math.inf)])
def test_infinity_is_seen_as_a_number_so_that_it_can_be_refused(cell: str, value: float) -> None:
    assert number(cell) == value


def test_with_a_decimal_comma_the_point_is_not_guessed() -> None:
    assert number("1,5", ",") == 1.5
    assert number("1.500", ",") is None


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_plain_reads_back_as_the_same_float(value: float) -> None:
    assert number(plain(value)) == value


@given(st.text(), st.booleans())
def test_guard_and_unguard_are_inverse(text: str, numbers: bool) -> None:
    assert unguard(guard(text, numbers=numbers)) == text or (not numbers and number(text) is not None)


@given(st.text(st.sampled_from("=+-@'1a")))
def test_no_guarded_text_but_a_number_starts_like_a_formula(text: str) -> None:
    guarded = guard(text)
    assert guarded[:1] not in tuple("=+-@") or number(guarded) is not None


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_one_line_is_a_normal_form(text: str) -> None:
    line = one_line(text)
    assert one_line(line) == line
    assert len(line.splitlines()) <= 1


@pytest.mark.parametrize("seen_as_one", ["é", "e\u0301", "👩\u200d🔬", "🇫🇷", "👍🏽", "❤️"])
def test_emoji_and_accented_letters_count_as_one_character(seen_as_one: str) -> None:
    assert len(characters(seen_as_one)) == 1
    assert shorten(seen_as_one * 40) == seen_as_one * 40
    assert shorten(seen_as_one * 41) == seen_as_one * 39 + "…"


def test_two_flags_are_two_characters() -> None:
    assert characters("🇫🇷🇩🇪") == ["🇫🇷", "🇩🇪"]


def test_an_endless_tail_of_accents_is_cut_as_well() -> None:
    assert len(shorten("a" + "\u0301" * 10_000)) < 500


def test_numbers_sort_by_value_before_words() -> None:
    assert sorted(["b", "10", "9", "-1", "A"], key=label_key) == ["-1", "9", "10", "A", "b"]
    assert label_key("1") == label_key("1.0") == label_key("+1") != label_key("1a")


@pytest.mark.parametrize("cell", ["", "NA", "n/a", "NaN", "null", "-1.#IND", "?"])
def test_a_cell_without_a_value_is_recognised(cell: str) -> None:
    assert is_missing(cell)
    assert not is_missing("none")
