"""Functions of the edit distance: distances of the words in the proof, and the fold that reads a kernel."""

from __future__ import annotations

from collections import Counter
from math import comb, isclose
from typing import Any

import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

import kernviz as kv
from kernviz import Verdict
from kernviz.kernels import Kernel
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.structured.words import Gappy, NGrams, edit_distance
from kernviz.mercer.edit_series import seen
from kernviz.mercer.edit_series_arithmetic import Falling, NearlyConstant
from kernviz.mercer.prover import proven
from kernviz.mercer.theorems.edit_distance import refuted
from kernviz.mercer.theorems.shared_elements import refuted as refuted_by_differences
from tests.strategies import few, object_kernels

WORDS = Space(1, kind="words")


def family(n: int, g: int, run: int) -> tuple[str, list[str], str]:
    """Return the words p, [u_1, …, u_n] and r of the proof."""
    bar = "s" * run
    first, second, third = ("x" * g + "y") * n + "x" * g, "x" * ((n + 2) * g), "x" * g
    at = [(g + 1) * (i + 1) - 1 for i in range(n)]
    leaves = [
        bar.join((first[:i] + "x" + first[i + 1 :], second[: g * (j + 1)] + "y" + second[g * (j + 1) + 1 :], third))
        for j, i in enumerate(at)
    ]
    return bar.join((first, second, third)), leaves, bar.join((first, second[1:], third + "x"))


def test_the_words_have_the_distances_of_the_proof() -> None:
    p, leaves, r = family(3, 9, 20)
    assert edit_distance(p, r) == 2
    for i, u in enumerate(leaves):
        assert (edit_distance(p, u), edit_distance(r, u)) == (2, 3)
        assert all(edit_distance(u, v) == 4 for v in leaves[:i])


def test_the_words_with_blocks_have_added_distances() -> None:
    p, (u, v), r = family(2, 9, 20)
    blocks = ["xcxdx".replace("x", "x" * 9), "xdxcx".replace("x", "x" * 9)]
    assert edit_distance(*blocks) == 2
    for left, right in ((p, r), (p, u), (u, v), (r, v)):
        one, two = ("s" * 20).join((left, blocks[0])), ("s" * 20).join((right, blocks[1]))
        assert edit_distance(one, two) == edit_distance(left, right) + 2


@pytest.mark.parametrize("n", range(1, 9))
def test_the_words_have_equal_counts_of_runs(n: int) -> None:
    p, leaves, r = family(4, 9, 12)
    counts = [Counter(NGrams(n).counts(word)) for word in (p, *leaves, r)]
    assert all(count == counts[0] for count in counts)


@pytest.mark.parametrize(("n", "decay"), [(2, 0.5), (3, 0.6), (4, 0.3), (2, 0.95)])
def test_weighted_subsequences_of_the_words_get_near_as_the_gaps_grow(n: int, decay: float) -> None:
    apart = []
    for g in (10, 20, 40):
        p, *others = (lambda p, u, r: (p, *u, r))(*family(2, g, g))
        whole = Gappy(n, decay)._weights(p, 1.0, decay)
        rest = [Gappy(n, decay)._weights(word, 1.0, decay) for word in others]
        apart.append(max(abs(whole.get(f, 0) - w.get(f, 0)) for w in rest for f in {*whole, *w}))
    assert apart[0] * decay**5 > apart[1] or apart[1] < 1e-12
    assert apart[1] * decay**10 > apart[2] or apart[2] < 1e-12


def test_many_words_between_two_refute_a_single_exponential() -> None:
    n = 16  # (1 + e)² is 13.8
    words = ["a" * n, "a" * (n - 1), *("a" * i + "b" + "a" * (n - 1 - i) for i in range(n))]
    assert kv.judge(kv.parse("edit(gamma=1)"), words).data_witness is not None
    assert kv.judge(kv.parse("edit(gamma=1)"), words[:10]).data_witness is None


# ---- the fold --------------------------------------------------------------------------------------------------------


def value(k: Kernel, distance: int) -> arb:
    """Return k of two words at this edit distance."""
    word = "a" * 12
    return arb(k._enclosed(word, word if not distance else word + "a" * distance))


@st.composite
def of_edit(draw: Any, size: int) -> Kernel:
    """A tree whose leaves are numbers and edit kernels: a function of the edit distance."""
    if size == 1:
        if draw(st.booleans()):
            return kv.Constant(draw(st.integers(-4, 8)) / 4)
        return kv.parse(f"edit(gamma={draw(st.sampled_from((0.5, 1, 1.5)))})")
    left, right = draw(of_edit(size // 2)), draw(of_edit(size - size // 2))
    return draw(
        st.sampled_from(
            (
                left + right,
                left - right,
                left * right,
                left**2,
                kv.exp(left),
                kv.Normalized(left),
                kv.GaussianOf(left, 0.5),
                kv.PolynomialOf(left, (0.5, -1.0, 1.0)),
                -2 * left,
            )
        )
    )


@few(150)
@given(k=of_edit(4))
def test_the_slowest_exponential_is_that_of_the_function(k: Kernel) -> None:
    found = seen(k)
    if isinstance(found, NearlyConstant):
        assert abs(value(k, 3) - value(k, 40)) < 1e-50
        return
    if not isinstance(found, Falling):
        return
    rate = arb(found.rate.numerator) / found.rate.denominator
    near, middle, far = (value(k, d) for d in (60, 61, 62))
    if (middle - far).rel_accuracy_bits() < 60:
        return
    assert abs((middle - far) / (near - middle) * rate.exp() - 1) < 1e-8
    if not found.scaled and found.limit is not None and found.own is not None:
        assert abs(value(k, 90) - found.limit) < 1e-15 * (1 + abs(found.limit))
        assert abs((near - found.limit) / (found.front * (-60 * rate).exp()) - 1) < 1e-7
        assert abs(value(k, 0) - found.own) < 1e-30 * (1 + abs(found.own))


@pytest.mark.parametrize(
    "text",
    [
        "exp(edit(gamma=1)) + 3",
        "edit(gamma=2)**2 + 0.5",
        "-edit(gamma=1) + exp(edit(gamma=2))",
        "exp(3*edit(gamma=1.5))",
    ],
)
def test_the_form_of_the_proof_is_negative(text: str) -> None:
    """uᵀKu of the words of the proof, with one block of weights ±1 and M of weights 1, summed over all blocks."""
    k = kv.parse(text)
    assert refuted(k, WORDS) is not None
    f = [value(k, d) for d in range(610)]
    found = []
    for M in (0, 5, 20, 60, 300):
        g = [sum((comb(M, h) * (f[d + 2 * h] - f[d + 2 * h + 2]) for h in range(M + 1)), arb(0)) for d in range(5)]
        # n² times g₄ − vᵀC⁻¹v with C = [[g₀, g₂], [g₂, g₀]] and v = (g₂, g₃)
        best = g[4] - (g[0] * (g[2] ** 2 + g[3] ** 2) - 2 * g[2] * g[2] * g[3]) / (g[0] ** 2 - g[2] ** 2)
        found += [g[0] < 0, best < 0]
    assert any(found)


# ---- verdicts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        *(f"edit(gamma={gamma})" for gamma in (1e-3, 1, 20, 300)),
        "edit(gamma=20) + 1e6",
        "spectrum(n=8)*edit(gamma=16)",
        "edit(gamma=16) + subsequences(n=2, decay=0.45) + spectrum(n=3)",
        "edit(gamma=16) + subsequences(n=3, decay=1)",
        "normalize(spectrum(n=2)*edit(gamma=9))",
        "exp(edit(gamma=9) + spectrum(n=3))",
        "edit(gamma=9) - 3*edit(gamma=8)",
        "edit(gamma=9)*(laplacian(gamma=2) @ gappy(n=3, decay=0.7))",
    ],
)
def test_no_width_makes_the_edit_distance_a_kernel(text: str) -> None:
    assert kv.judge(kv.parse(text)).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    "text",
    [
        "edit(gamma=1)**0",
        "edit(gamma=1) - edit(gamma=1)",
        "0*edit(gamma=1) + 1",
        "normalize(-1*edit(gamma=1))",
        "gaussian_of(0*edit(gamma=2), gamma=1)",
        "exp(edit(gamma=1) - edit(gamma=1))",
        "edit(gamma=1)*edit(gamma=1) - edit(gamma=2)",
        "edit(gamma=1)*(0.5 - 0.5)",
        "spectrum(n=2)",
    ],
)
def test_a_number_in_disguise_is_not_refuted(text: str) -> None:
    k = kv.parse(text)
    assert refuted(k, WORDS) is None
    assert kv.judge(k).verdict is not Verdict.REFUTED


@pytest.mark.slow
@few(30)
@given(kind=st.sampled_from(("words", "sets")), data=st.data())
def test_nothing_proven_is_refuted(kind: str, data: Any) -> None:
    k = data.draw(object_kernels(kind))
    space = Space(1, kind=kind)  # type: ignore[arg-type]
    if k.kind == kind and proven(k, space).complete:
        assert refuted(k, space) is None
        assert refuted_by_differences(k, space) is None


def test_a_power_of_degree_zero_asks_nothing_of_its_base() -> None:
    """With points of ℝ in place of words, the weights of subsequences have raised TypeError."""
    k = kv.parse("polynomial(subsequences(n=2, decay=0.5)**0 + 1, [1, 1])")
    assert kv.judge(k).verdict is Verdict.PROVEN
    assert isclose(float(k(["a"])[0, 0]), 3)
