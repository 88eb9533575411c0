"""Statements of pages about their state: ends of C, λ and ν, tables of several columns, three dimensions."""

from __future__ import annotations

import itertools
import math
import re

import numpy as np
import pytest

import kernviz as kv
from kernviz.features import coefficient_matrix
from kernviz.lessons.page import pages
from kernviz.lessons.state import declarations
from kernviz.mercer import Verdict
from tests.lessons.reading import in_turn, in_turn_or_all
from tests.lessons.test_true_here import CLAIMS, KERNELS, POINTS, here

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning", "ignore::RuntimeWarning"),
]

PENALTIES = ("C", "lam", "ridge", "nu")
TABLES = (
    {"data": "iris"},
    {"data": "iris", "cx": "petal length", "cy": "petal width"},
    {"data": "wine"},
    {"data": "diabetes"},
    {"data": "breast_cancer"},
)


def ends(page: str) -> list[dict[str, str]]:
    """Smallest and largest value of each penalty of a page, and the hard margin."""
    found = []
    for name, declared in declarations(pages()[page].State).items():
        address = (declared.names or (name,))[0]
        if name in PENALTIES:
            found += [{address: f"{declared.low:g}"}, {address: f"{declared.high:g}"}]
        if name == "hard":
            found.append({address: "true"})
    return found


@in_turn_or_all
@pytest.mark.parametrize("name", [name for name, (page, _, _) in CLAIMS.items() if ends(page)])
def test_statements_hold_at_the_ends_of_penalty_ranges(name: str, every: bool) -> None:
    page, more, holds = CLAIMS[name]
    wrong = []
    for turn, (points, k) in enumerate(itertools.product(POINTS, KERNELS)):
        for end in in_turn(ends(page), turn, every):
            it = here(page, POINTS[points], k, **(more | end))
            if it is not None and not holds(it):
                wrong.append((points, k, end))
    assert not wrong, f"{page}: {name}: {wrong}"


OF_A_FEW_POINTS = "Descent"  # a view that takes some of the points of a table, and says how many


@in_turn_or_all
@pytest.mark.parametrize(
    "name", [name for name, (_, more, _) in CLAIMS.items() if OF_A_FEW_POINTS not in more.values()]
)
def test_statements_hold_on_tables_of_several_columns(name: str, every: bool) -> None:
    page, more, holds = CLAIMS[name]
    wrong, seen = [], 0
    turn = list(CLAIMS).index(name)
    for table in TABLES:
        asked = list(itertools.product(KERNELS, [{}, *ends(page)]))
        turn += 1
        for k, end in in_turn(asked, 7 * turn, every):  # 7 steps on: another kernel and another end
            it = here(page, "", k, **(more | table | end))
            seen += it is not None
            if it is not None and not holds(it):
                wrong.append((table, k, end))
    assert seen
    assert not wrong, f"{page}: {name}: {wrong}"


# ---- three dimensions ----

SOLID = (
    "linear",
    "poly(degree=2, gamma=1, coef0=1)",
    "poly(degree=3, gamma=1, coef0=-1)",
    "rbf(gamma=1)",
    "cosine(omega=1)",
    "linear*rbf(gamma=1)",
    "linear - 1",
    "box(width=2)",
    "linear @ column(2)",
)


def read_out(text: str, name: str) -> str:
    found = re.search(rf"^{re.escape(name)}\n(.*)$", text, re.MULTILINE)
    assert found, (name, text[:400])
    return found[1]


@pytest.mark.parametrize("dimension", ["ℝ³", "ℝ⁵"])
@pytest.mark.parametrize("k", SOLID)
def test_compose_speaks_of_the_space_in_question(k: str, dimension: str) -> None:
    d = 3 if dimension == "ℝ³" else 5
    it = here("compose", POINTS["overlapping"], k, space=dimension)
    assert it is not None
    kernel, verdict = kv.parse(k), kv.judge(kv.parse(k), d=d).verdict
    matrix = coefficient_matrix(kernel, d)
    features = read_out(it.text, "features")
    assert (features == "–") is (verdict is not Verdict.PROVEN)
    if verdict is Verdict.PROVEN and matrix is not None:
        assert features == str(np.linalg.matrix_rank(matrix.matrix))
    degree = "–" if matrix is None else str(max(sum(powers) for powers in matrix.monomials))
    assert read_out(it.text, "degree") == degree
    assert read_out(it.text, "λₘᵢₙ here") == "–"  # points of the plane are none of this space


@pytest.mark.parametrize("degree", [1, 2, 3, 5])
@pytest.mark.parametrize("c", ["0", "1"])
def test_polynomial_counts_in_three_dimensions(degree: int, c: str) -> None:
    k = f"poly(degree={degree}, gamma=1, coef0={c})"
    it = here("polynomial", POINTS["overlapping"], k, po_d="3")
    assert it is not None
    count = math.comb(3 + degree, degree) if c == "1" else math.comb(2 + degree, degree)
    assert read_out(it.text, "coordinates") == str(count)
    assert read_out(it.text, "k(x, z)") == read_out(it.text, "φ(x)·φ(z)")
