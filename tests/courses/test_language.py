"""The language of conditions: its meaning, and errors for any invalid text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernviz.courses import variants
from kernviz.courses.language import LanguageError, holds, read, value
from kernviz.courses.questions.number import typed
from kernviz.courses.scene import Scene

NUMBERS = {"a": 2.0, "b": -3.0, "training error": 0.25, "word": "proven"}


def names(name: str, arguments: tuple[Any, ...] | None) -> Any:
    if arguments is not None:
        return sum(arguments) if all(isinstance(each, float | int) for each in arguments) else name
    if name in NUMBERS:
        return NUMBERS[name]
    raise LanguageError(f"“{name}” is no quantity")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2*3", 7),
        ("-2^2", -4),
        ("2^-1", 0.5),
        ("2^3^2", 512),
        ("(1 + a)*b", -9),
        ("a - b - 1", 4),
        ("8/4/2", 1),
        ("f(1, a, 3)", 6),
        ("(1, -2)", (1, -2)),
        ("training error*4", 1),
        ("1 − 2", -1),
        ("3·a", 6),
        ('"x y"', "x y"),
    ],
)
def test_a_sum_comes_to(text: str, expected: Any) -> None:
    assert value(read(text, ("training error",)), names) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("training error = 1/4 and a < 3", True),
        ("training error = 0.25 and a < 2", False),
        ("a ≤ 2 and b >= -3 and a ≠ b", True),
        ("word is 'proven'", True),
        ("a != 2", False),
        ("0.1 + 0.2 = 0.3", True),
        ("a = 2.001", False),
    ],
)
def test_a_condition_holds(text: str, expected: bool) -> None:
    assert holds(read(text, ("training error",)), names) is expected


@pytest.mark.parametrize(
    "text", ["", "1 +", "(1", "1)", "a b", "1 = ", "and", "#", "f(", "x" * 700, "(" * 100, "1/0 = 1"]
)
def test_an_unreadable_condition_raises_an_error_with_a_message(text: str) -> None:
    with pytest.raises(LanguageError) as problem:
        holds(read(text), names)
    assert str(problem.value)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = read(text)
        value(found, names)
    except LanguageError:
        pass


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1/4", 0.25),
        ("0,5", 0.5),
        ("2^10", 1024),
        ("3**20", 3486784401),
        ("sqrt(2)", 2**0.5),
        ("−8", -8),
        ("50 %", 0.5),
        ("1e-5", 1e-5),
    ],
)
def test_an_answer_is_a_number(text: str, expected: float) -> None:
    assert typed(text) == pytest.approx(expected)


@pytest.mark.parametrize(
    "text", ["", "abc", "1/0", "9^9^9^9", "margin", "__import__('os')", "(1, 2)", "log(0)", "factorial(1e9)", "1e999"]
)
def test_an_answer_that_is_none_is_a_sentence(text: str) -> None:
    with pytest.raises(LanguageError):
        typed(text)


@pytest.mark.parametrize(
    ("expression", "expected"), [("pick(0.29*100 - 27, 5, 6)", 6), ("factorial(3*(0.1 + 0.2)/0.3)", 6)]
)
def test_a_whole_number_may_have_rounding_errors(expression: str, expected: float) -> None:
    assert Scene.opened("compose", {}).value(expression) == expected


def test_an_exponent_may_have_rounding_errors() -> None:
    """log(1000)/log(10) is 2.9999999999999996."""
    scene = Scene.opened("compose", {})
    assert scene.filled("(x·z){=log(1000)/log(10):exponent}") == "(x·z)³"
    assert scene.filled("(x·z){=5/2:exponent}") == "(x·z)2.5"


@pytest.mark.parametrize(
    "expression",
    [
        "pick(1.9, 5, 6)",
        "binomial(5.7, 2)",
        "factorial(2.5)",
        'verdict("rbf(1)", 2.7)',
        'number of features("linear", 2.5)',
    ],
)
def test_a_fraction_in_place_of_a_whole_number_is_refused(expression: str) -> None:
    with pytest.raises(LanguageError, match="no whole number"):
        Scene.opened("compose", {}).value(expression)


def test_an_unknown_name_is_answered_by_similar_names() -> None:
    with pytest.raises(LanguageError, match="training error"):
        Scene.opened("svm", {}).value("trainning")


@pytest.mark.parametrize(
    ("page", "params", "words"),
    [
        ("svm", {"n": "1001"}, "n=1001: it must be between 4 and 1000"),
        ("svm", {"noise": "3"}, "noise=3: it must be between 0 and 2"),
        ("svm", {"px": "1000001"}, "px=1000001: it must be between"),
        ("mercer", {"mi": "2001"}, "mi=2001: it must be between 1 and 2000"),
        ("mercer", {"mp": "1" * 2001}, "…: it is longer than 2000 characters"),
    ],
)
def test_a_value_beyond_a_limit_of_an_address_is_refused_in_few_words(
    page: str, params: dict[str, str], words: str
) -> None:
    with pytest.raises(LanguageError) as refused:
        Scene.opened(page, {"data": "moons", **params})
    assert words in str(refused.value)
    assert len(str(refused.value)) < 100


@pytest.mark.parametrize(
    ("last", "step", "drawn"), [(8, 2, [1, 3, 5, 7]), (9, 2, [1, 3, 5, 7, 9]), (1.3, 0.1, [1, 1.1, 1.2, 1.3])]
)
def test_a_range_ends_at_its_last_number(last: float, step: float, drawn: list[float]) -> None:
    found = variants.every({"a": {"from": 1, "to": last, "step": step}}, lambda *_: 0.0)
    assert [numbers["a"] for numbers in found] == drawn


def test_numbers_stand_in_texts() -> None:
    scene = Scene.opened("svm", {"data": "moons", "C": "10", "k": "rbf(gamma=2)"}, {"a": 3.0})
    assert scene.filled("{=a} {=a/7} {=a/7:2} {=C} {=gamma} {=1/4:%} {=-1e-7:tex} x{=4*a:exponent}") == (
        r"3 0.4286 0.43 10 2 25 % -1\cdot 10^{-7} x¹²"
    )
    assert scene.filled(r"\frac{1}{2} {a}") == r"\frac{1}{2} {a}"
    assert scene.failing("C = 1 and a = 3") == "C: 10; asked for: 1."


def test_an_exponent_without_digits_is_written_as_it_is() -> None:
    scene = Scene.opened("svm", {"data": "moons"})
    assert scene.filled('{=number of features("rbf(gamma=1)"):exponent}') == "∞"
    assert scene.filled("{=selected:exponent}") == "–"  # no point is selected
    assert scene.filled("{=1/4:exponent}") == "0.25"


def test_a_course_counts_features_only_where_their_number_is_known() -> None:
    scene = Scene.opened("svm", {"data": "moons"})
    assert scene.value('number of features("linear**2")') == 3
    assert scene.value('number of features("rbf(gamma=1)")') == float("inf")
    for k in ("cosine(omega=1) @ column(1)", "linear - rbf(gamma=1)"):
        with pytest.raises(LanguageError, match="not known"):
            scene.value(f'number of features("{k}")')
