"""Random kernel texts: the parser only raises KernelSyntaxError, with place and advice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import kernviz as kv
from kernviz import KernelSyntaxError
from kernviz.kernels.functions import SCALAR_FUNCTIONS
from kernviz.kernels.numbers import numbers
from kernviz.kernels.parse import DEEPEST, kernel_words
from kernviz.kernels.point_maps import POINT_MAPS
from kernviz.kernels.token_reader import MOST_NODES
from kernviz.kernels.tokens import LONGEST_TEXT
from tests.strategies import few, kernels, searched

PIECES = [
    *kernel_words(),
    *SCALAR_FUNCTIONS,
    *POINT_MAPS,
    "gamma=",
    "degree=",
    "c=",
    "inf",
    "nan",
    "2",
    "0.5",
    "1e-3",
    "1e400",
    "-",
    "+",
    "*",
    "**",
    "/",
    "@",
    "(",
    ")",
    "[",
    "]",
    ",",
    "=",
    " ",
    "\t",
    "20",
    "21",
    ".",
    "_",
    "\u2003",
    "²",
    "γ",
    "\0",
    "1.2.3",
]


def read(text: str) -> None:
    """Parse a text; assert that the kernel reads back, or that the error fits the text."""
    try:
        k = kv.parse(text)
    except KernelSyntaxError as caught:
        check_error(caught, text)
    else:
        assert kv.parse(str(k)) == k
        assert str(kv.parse(str(k))) == str(k)


def check_error(problem: KernelSyntaxError, text: str) -> None:
    assert 0 <= problem.column <= len(text)
    assert problem.problem.strip()
    assert str(problem) == f"{problem.problem} (character {problem.column + 1})"
    shown, mark = problem.pointer.split("\n")
    assert shown.isascii()
    assert mark.strip() == "^"
    assert len(shown) <= 80


@few(150)
@given(st.text(max_size=60))
@example("\ud800")
@example("\x1crbf")
@example("rbf\u2003+ linear")
def test_any_text_is_parsed_or_refused(text: str) -> None:
    read(text)


@few(150)
@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_any_sequence_of_words_and_signs_is_parsed_or_refused(pieces: list[str]) -> None:
    read("".join(pieces))


@pytest.mark.slow
@few(120)
@given(data=st.data())
def test_a_changed_kernel_text_is_parsed_or_refused(data: Any) -> None:
    """One to four characters are replaced, dropped, doubled or cut off."""
    text = list(str(data.draw(kernels(data.draw(st.integers(1, 3)), traps=True))))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, max(0, len(text) - 1)))
        text[at : at + 1] = data.draw(st.sampled_from(([], text[at : at + 1] * 2, *([p] for p in PIECES))))
    cut = data.draw(st.integers(0, len(text)))
    read("".join(text[: cut if data.draw(st.booleans()) else None]))


@few(90)
@given(data=st.data())
def test_spaces_and_brackets_do_not_matter(data: Any) -> None:
    k = data.draw(kernels(2, traps=True))
    spaced = str(k).replace("(", " ( ").replace(",", " ,  ").replace("*", "\t*\n").replace("*\n\t*", "**")
    assert kv.parse(f"  ({spaced})  ") == k


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_a_long_search_finds_no_text_that_upsets_the_parser(part: int) -> None:
    @searched(part, 3000)
    @given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=60).map("".join))
    def search(text: str) -> None:
        read(text)

    search()


# ---- what people and attackers type ----------------------------------------------------------------------------------

CASES = [  # text, part of the message, column (None: anywhere)
    ("rbf(gamma=-1)", "gamma = -1 must be > 0", 0),
    ("rbf(gamma=0)", "gamma = 0 must be > 0", 0),
    ("rbf(gamma=nan)", "expected a number, found 'nan'", 10),
    ("rbf(gamma=1e400)", "1e400 is too large", 10),
    ("rbf(gamma=1e4000)", "a number is written like", 10),
    ("rbf(gamma=inf)", "must be a finite number", 0),
    ("rbf(gamma=)", "expected a number, found ')'", 10),
    ("rbf(gamma=abc)", "expected a number, found 'abc'", 10),
    ("rbf(gamma=1,5)", "rbf takes 1 argument (gamma)", 12),
    ("rbf(gamma=٣)", "a number is written like", 10),
    ("rbf(gamma=1_0)", "a number is written like", 10),
    ("rbf(gamma=0x10)", "a number is written like", 10),
    ("rbf(gamma=.5x)", "a number is written like", 10),
    ("rbf(gamma=.x)", "has no meaning in a kernel text", 10),
    ("rbf(gamma=1.2.3)", "a number is written like", 10),
    ("poly(degree=2.5)", "degree = 2.5 must be a whole number", 0),
    ("poly(degree=10**9)", "expected ','", 14),
    ("poly(degree=1000000000)", "degree = 10⁹ must be a whole number from 0 to 20", 0),
    ("poly(degree=-1)", "degree = -1 must be a whole number", 0),
    ("'; DROP TABLE", "has no meaning in a kernel text", 0),
    ("rbf" * 40_000, "characters; a kernel may have 500", 500),
    ("ｒｂｆ", "is not ASCII", 0),
    ("rbf + γ", "is not ASCII", 6),
    ("\ud800rbf", "is not ASCII", 0),
    ("rbf\0", "has no meaning", 3),
    ("(" * 13 + "rbf" + ")" * 13, "nested deeper than 12", 12),
    ("(" * 10_000, "characters; a kernel may have 500", 500),
    ("(" * 400, "nested deeper than 12", 12),
    ("exp(" * 13 + "rbf" + ")" * 13, "nested deeper than 12", 48),
    ("+".join(["rbf"] * 41), "a kernel may have 40 parts", None),
    ("linear" + "*linear" * 60, "a kernel may have 40 parts", None),
    ("-" * 10_000, "characters; a kernel may have 500", 500),
    ("-" * 400, "the text ends where a kernel or a number should follow", 400),
    ('__import__("os").system("id")', "has no meaning in a kernel text", 11),
    ("__import__", "'__import__' is not the name of a kernel", 0),
    ("rbf.__class__", "'.' has no meaning", 3),
    ("rbf().gamma", "'.' has no meaning", 5),
    ("lambda: 1", "':' has no meaning", 6),
    ("[rbf]", "'[' stands where a kernel or a number should be", 0),
    ("(k := rbf)", "':' has no meaning", 3),
    ('f"{rbf}"', "has no meaning", 1),
    ("9**9**9", "write (k**2)**3 with parentheses", 4),
    ("9**21", "the power after ** must be a whole number from 0 to 20", 3),
    ("rbf**2**3", "write (k**2)**3 with parentheses", 6),
    ("rbf(gamma=2)**1e9", "the power after ** must be a whole number from 0 to 20", 14),
    ("rbf**-1", "the power after ** must be", 5),
    ("rbf**2.5", "the power after ** must be", 5),
    ("rbf**rbf", "the power after ** must be", 5),
    ("linear^2", "a power is written **", 6),
    ("1e12**20", "larger than 10¹²", 0),
    ("rbf(gamma=2, gamma=3)", "gamma is given twice", 13),
    ("rbf(2, gamma=3)", "gamma is given twice", 7),
    ("rbf(2,3,4)", "rbf takes 1 argument (gamma)", 6),
    ("linear(1)", "linear takes no arguments", 7),
    ("linear(gamma=1)", "linear has no 'gamma'; it has no arguments", 7),
    ("poly(scale=1)", "poly has no 'scale'; it has degree, gamma, coef0", 5),
    ("rbf(", "expected a number, but the text ends", 4),
    ("rbf(2", "or ')' after an argument, but the text ends", 5),
    ("rbf(2,", "rbf takes 1 argument", 6),
    ("(rbf", "expected ')' to close the bracket, but the text ends", 4),
    ("rbf)", "')' is not expected here", 3),
    ("rbf rbf", "'rbf' is not expected here", 4),
    ("2 rbf", "'rbf' is not expected here", 2),
    ("2rbf", "a number is written like", 0),
    ("rbf +", "the text ends where a kernel or a number should follow", 5),
    ("* rbf", "'*' stands where a kernel or a number should be", 0),
    ("rbf + * linear", "'*' stands where", 6),
    ("rbf / 0", "write a number other than 0 after /", 6),
    ("rbf / linear", "write a number other than 0 after /", 6),
    ("1 / rbf", "write a number other than 0 after /", 4),
    ("", "the text is empty", 0),
    ("   ", "the text is empty", 0),
    ("../../etc/passwd", "'.' has no meaning", 0),
    ("gauss(1)", "'gauss' is not the name of a kernel", 0),
    ("rfb(1)", "did you mean rbf?", 0),
    ("polly(2)", "did you mean poly?", 0),
    ("exp", "exp needs k: exp(k)", 0),
    ("exp()", "exp needs k", 0),
    ("weight(decay)", "weight needs k", 0),
    ("weight(rbf, rbf)", "'rbf' is not the name of a function f", 7),
    ("rbf @ decay", "'decay' is not the name of a map", 6),
    ("rbf @ 2", "'2' is not the name of a map", 6),
    ("square", "'square' is not the name of a kernel", 0),
    ("rbf @ column(1.5)", "i = 1.5 must be a whole number", 6),
    ("polynomial(linear, [])", "0 coefficients", 0),
    ("polynomial(linear, 1)", "expected '[' to open a list", 19),
    ("polynomial(linear, [1, [2]])", "one list of numbers", 0),
    ("polynomial(linear, [1 2])", "expected ',' or ']' in a list", 22),
    ("polynomial(linear, [" + "1," * 30 + "1])", "a list may hold 21 numbers", None),
    ("bilinear([[1, 2]])", "must be a square matrix", 0),
    ("bilinear([1, 2])", "must be a list of rows", 0),
    ("bilinear([[1, 2], [3]])", "must be a square matrix", 0),
    ("bilinear([[inf]])", "finite numbers only", 0),
    ("matern(nu=-inf)", "nu = -inf must be", 0),
    ("matern(nu=200)", "at most 100, or inf", 0),
    ("exp(exp(rbf(gamma=-1)))", "gamma = -1 must be > 0", 8),
    ("matern+" * 19 + "matern", "written out in full", None),
    ("linear" + " @ square" * 14, "written out in full, nested deeper than 12", None),
    ("rbf\u2003+ linear", "is not ASCII", 3),
    ("rbf(1) - 1.00000000000000000001*rbf(1)", "1.00000000000000000001 has more digits", 9),
    ("exp(exp(1)) - 15.154262241479265", "15.154262241479265 has more digits", 14),
    ("poly(2, 0.10000000000000000001)", "it would be read as 0.1, another number", 8),
    ("polynomial(linear, [1, 2.00000000000000000001])", "it would be read as 2.0", 23),
    ("1e-400*rbf", "it would be read as 0.0", 0),
    ("rbf/3", "write the number you mean, such as 0.3333333333333333", 0),
    ("linear + 1.1**20*rbf", "this factor has more digits", 9),
]


@pytest.mark.parametrize(("text", "message", "column"), CASES, ids=lambda v: repr(v)[:30])
def test_mistakes_that_people_make_are_named_with_their_column(text: str, message: str, column: int | None) -> None:
    with pytest.raises(KernelSyntaxError) as caught:
        kv.parse(text)
    assert message in str(caught.value)
    if column is not None:
        assert caught.value.column == column
    read(text)


VALID = {  # texts that must be parsed, also those of functions that are no kernel
    "0*rbf": "0*rbf(gamma=1)",
    "-1*rbf": "-rbf(gamma=1)",
    "rbf - poly": "rbf(gamma=1) - poly(degree=2, gamma=1, coef0=1)",
    "exp(exp(exp(poly(8))))": "exp(exp(exp(poly(degree=8, gamma=1, coef0=1))))",
    "2**3": "8",
    "2*3*rbf*4": "24*rbf(gamma=1)",
    "- - rbf": "1*rbf(gamma=1)",
    "-2": "-2",
    "rbf/4": "0.25*rbf(gamma=1)",
    "2/3*rbf*3": "2*rbf(gamma=1)",
    "0.1*0.2*rbf": "0.02*rbf(gamma=1)",
    "1.1000000000000000000*rbf": "1.1*rbf(gamma=1)",
    "0.30000000000000004*rbf": "0.30000000000000004*rbf(gamma=1)",
    "rbf(.5)": "rbf(gamma=0.5)",
    "rbf(5.)": "rbf(gamma=5)",
    "rbf(1e-3)": "rbf(gamma=0.001)",
    "rbf(1E3)": "rbf(gamma=1000)",
    "matern(inf, 2)": "matern(nu=inf, length=2)",
    "poly(coef0=0, 3)": "poly(degree=3, gamma=1, coef0=0)",
    "poly(2, -1, -0)": "poly(degree=2, gamma=-1, coef0=0)",
    "rbf @ square @ abs": "(rbf(gamma=1) @ square) @ abs",
    "2*rbf @ square": "(2*rbf(gamma=1)) @ square",
    "2*(rbf @ square)": "2*(rbf(gamma=1) @ square)",
    "rbf*2**2": "4*rbf(gamma=1)",
    "(2)*rbf": "(2)*rbf(gamma=1)",
    "rbf**2.0": "rbf(gamma=1)**2",
    "rbf**0": "rbf(gamma=1)**0",
    "exp(2)": "exp(2)",
    "(" * 11 + "rbf" + ")" * 11: "rbf(gamma=1)",
    "weight(decay, exp(2*linear))": "weight(decay(gamma=1), exp(2*linear))",
    "gaussian_of(linear)": "gaussian_of(linear, gamma=1)",
    "polynomial(rbf, [-1, .5, 2e-3])": "polynomial(rbf(gamma=1), [-1, 0.5, 0.002])",
    "bilinear([[2, 1], [1, 2]])": "bilinear([[2, 1], [1, 2]])",
}


@pytest.mark.parametrize("text", VALID)
def test_valid_texts_parse_and_print_back(text: str) -> None:
    k = kv.parse(text)
    assert str(k) == VALID[text]
    assert kv.parse(str(k)) == k


def test_the_limits_are_the_ones_announced() -> None:
    assert (LONGEST_TEXT, MOST_NODES, DEEPEST) == (500, 40, 12)
    for words in ("500 characters", "40 nodes, 12 levels"):
        assert words in " ".join((kv.parse.__doc__ or "").split())
    assert kv.parse("+".join(["linear"] * 39)) == kv.parse(" +".join(["linear"] * 39) + " " * 190)


@settings(max_examples=200, deadline=None)
@given(digits=st.text("0123456789", min_size=1, max_size=25), point=st.integers(0, 25), exponent=st.integers(-30, 10))
def test_a_number_is_kept_as_typed_or_refused(digits: str, point: int, exponent: int) -> None:
    typed = f"{digits[:point] or '0'}.{digits[point:]}e{exponent}"
    try:
        k = kv.parse(f"0.5*rbf + rbf({typed})*{typed}")
    except KernelSyntaxError as refused:
        text = str(refused)
        assert any(word in text for word in ("has more digits", "too large", "must be", "> 0", "larger than"))
        return
    values = [n.value for n in numbers(k)]
    assert Fraction(typed) in [Fraction(repr(float(v))) for v in values]
    assert kv.parse(str(k)) == k
