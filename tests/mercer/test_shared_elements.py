"""Functions of the number of shared elements against differences in fractions and Gram matrices of all subsets."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise
from math import comb

import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

import kernviz as kv
from kernviz import Verdict
from kernviz.kernels.ldl import eliminated
from kernviz.kernels.structured.words import NGrams
from kernviz.mercer.theorems.shared_elements import Objects, negative_difference
from tests.strategies import few

PROVEN, REFUTED = Verdict.PROVEN, Verdict.REFUTED
SUBSETS = [frozenset(s) for n in range(5) for s in combinations("abcd", n)]


def difference(f: list[Fraction], j: int) -> Fraction:
    return sum(((-1) ** (j - i) * comb(j, i) * f[i] for i in range(j + 1)), Fraction(0))


@pytest.mark.slow
@few(80)
@given(
    a=st.lists(st.integers(-6, 8), min_size=1, max_size=4),
    b=st.lists(st.integers(-6, 8), min_size=0, max_size=3),
)
def test_a_polynomial_in_shared_elements_and_subsets_is_never_open(a: list[int], b: list[int]) -> None:
    """The verdict is the sign of the differences at 0, and agrees with the Gram matrix of all subsets of 4 elements."""
    text = f"polynomial(shared, {[v / 2 for v in a]}) + polynomial(subsets, {[0, *(v / 2 for v in b)]})"
    k = kv.parse(text)
    f = [
        sum((Fraction(v, 2) * u**i for i, v in enumerate(a)), Fraction(0))
        + sum((Fraction(v, 2) * 2 ** (u * (i + 1)) for i, v in enumerate(b)), Fraction(0))
        for u in range(30)
    ]
    holds = all(difference(f, j) >= 0 for j in range(30))
    assert kv.judge(k).verdict is (PROVEN if holds else REFUTED)
    entries = {(i, j): f[len(x & z)] for i, x in enumerate(SUBSETS) for j, z in enumerate(SUBSETS)}
    semidefinite = not eliminated(range(len(SUBSETS)), {pair: v for pair, v in entries.items() if v}).negative
    assert semidefinite is all(difference(f, j) >= 0 for j in range(5))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("polynomial(shared, [0, 1, -0.5])", REFUTED),
        ("shared**2 - shared", PROVEN),  # 2·C(u, 2)
        ("shared**2 - 1.0001*shared", REFUTED),
        ("subsets - 1 - shared", PROVEN),
        ("subsets - 1 - shared - 0.5*shared**2 + 0.5*shared", PROVEN),  # without C(u, 2)
        ("subsets - 1 - 0.5001*shared**2 - 0.4999*shared", REFUTED),
        ("subsets**2 - 3*subsets + 2", PROVEN),  # 3ʲ − 3 ≥ 0
        ("subsets**2 - 3.001*subsets + 2.001", REFUTED),
        ("subsets - linear @ powerset", PROVEN),
        ("exp(0.6931471805599453*shared) - subsets", REFUTED),  # the factor is below ln 2
        ("tent(width=25) @ members", REFUTED),
        ("tent(width=7) @ ngrams(n=2)", REFUTED),
        ("spectrum(n=2)**2 - spectrum(n=2)", REFUTED),  # a word may hold a run twice
    ],
)
def test_the_verdict_turns_where_the_differences_say(text: str, expected: Verdict) -> None:
    assert kv.judge(kv.parse(text)).verdict is expected


@pytest.mark.parametrize("width", [1.7, 4, 25])
def test_a_tent_has_a_negative_difference(width: float) -> None:
    for size in (1, 2, 3, 8, 320):
        row = [arb(0).max(1 - arb(2 * (size - i)).sqrt() / arb(str(width))) for i in range(size + 1)]
        for _ in range(8):
            row = [after - before for before, after in pairwise(row)]
            if any(v < 0 for v in row):
                return
    raise AssertionError("no difference is negative")


def test_words_of_different_letters_share_runs_as_sets_share_elements() -> None:
    for n in (1, 2, 3):
        words = [Objects("words", max(1, n - 1)).of([*range(i), *range(6, 12 - i)]) for i in range(7)]
        k = kv.parse(f"spectrum(n={n})")
        values = k(words)[6]
        assert [after - before for before, after in pairwise(values)] == [n] * 6
        assert len({sum(NGrams(n).counts(word).values()) for word in words}) == 1


def test_a_difference_is_found_only_where_it_is_certain() -> None:
    assert negative_difference([arb(0), arb(1), arb(4)]) is None
    assert negative_difference([arb(0), arb(1), arb(1)]) == (2, 0)
    assert negative_difference([arb(0), arb(1), arb(2, 0.5)]) is None
    assert negative_difference([arb(1), arb(-1)]) == (0, 1)
