"""Consistency of a witness: value, eigenvalue, matrix and vector, each recomputed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from flint import acb_mat, arb

import kernviz as kv
from benchmarks.verdicts import expressions
from kernviz import Verdict, Witness
from kernviz.kernels import Kernel
from kernviz.kernels.ball_arithmetic import Number, fraction, rational
from kernviz.mercer.rigorous_gram import MOST, gram

EPS = float(np.finfo(float).eps)
TINY = 1e-290
PRINTED = 1e-4  # relative precision of printed numbers: four digits
WRAPS = (  # where floats cannot hold the numbers: values of every size, and sums in which nearly all cancels
    "weight(decay(30), {k})",
    "exp(weight(decay(13), {k}))",
    "weight(decay(100), {k})",
    "1e-9*({k})",
    "weight(decay(3), {k}) + 1",
)


def drawn(number: int, seed: int) -> Iterator[tuple[Kernel, int, bool]]:
    """Random expressions, each as it is and every second one wrapped."""
    for place, (d, nonnegative, k) in enumerate(expressions(number, seed)):
        yield k, d, nonnegative
        if place % 2 == 0:
            try:
                yield kv.parse(WRAPS[place // 2 % len(WRAPS)].format(k=k)), d, nonnegative
            except ValueError:
                continue


def scale(K: list[list[Number]], i: int) -> arb:
    """1/√|k(x, x)|, or by the largest value of the row where that is 0."""
    own = abs(arb(K[i][i])).upper()
    size = own if own > 0 else max((abs(arb(u)).upper() for u in K[i]), key=float)
    return 1 / size.sqrt() if size > 0 and size.is_finite() else arb(1)


def form(K: list[list[arb]], c: list[arb]) -> arb:
    return sum((c[i] * K[i][j] * c[j] for i in range(len(c)) for j in range(len(c))), arb(0))


def check(k: Kernel, found: Witness) -> None:
    """Every number recomputed from the points."""
    if not found.symmetric:
        assert not np.array_equal(found.matrix, found.matrix.T)
        return
    c = list(map(fraction, found.weights)) or list(map(rational, found.vector.tolist()))
    assert [float(w) for w in found.weights] in ([], found.vector.tolist())
    used = [i for i, w in enumerate(c) if w != 0] if len(found) > MOST else list(range(len(c)))
    K, c = gram(k, found.points[used]), [c[i] for i in used]
    M, vector = found.matrix[np.ix_(used, used)], found.vector[used]
    sizes = [scale(K, i) if found.scaled else arb(1) for i in range(len(K))]
    shown = [[u * sizes[i] * sizes[j] for j, u in enumerate(row)] for i, row in enumerate(K)]
    size = max(float(np.abs(M).max()), TINY)
    for i in range(len(K)):
        for j in range(len(K)):
            assert abs(arb(shown[i][j]) - arb(float(M[i, j]))) < 1e-13 * abs(shown[i][j]) + 1e-15 * size or len(c) > 12
    value = form(shown, c)
    assert value < 0
    assert abs(value.mid() - arb(found.value)) <= value.rad() + 1e-13 * abs(value)
    if found.digits == 17:
        seen = form([[arb(u) for u in row] for row in M.tolist()], [arb(rational(v)) for v in vector.tolist()])
        assert abs(seen - value) < PRINTED * abs(value)
        assert not found.weights
    else:
        assert found.digits > 17
        assert f"{found.digits} digits" in found.remark
    assert ("scaled" in found.remark) is found.scaled
    assert found.eigenvalue < 0
    assert found.eigenvalue <= found.value / float(found.vector @ found.vector) * (1 - 1e-12)
    error = 16 * len(found) * EPS * float(np.abs(found.matrix).max())
    if len(found) <= 12:
        flat = [arb(u) for u in found.matrix.ravel().tolist()]
        values = [float(v.real.mid()) for v in acb_mat(len(found), len(found), flat).eig(algorithm="approx")]
    else:
        values = np.linalg.eigvalsh(found.matrix).tolist()
    assert min(abs(v - found.eigenvalue) for v in values) <= error


def checked(number: int, seed: int) -> int:
    """Number of witnesses among so many expressions, all of them sound."""
    count = 0
    for k, d, nonnegative in drawn(number, seed):
        judged = kv.judge(k, d=d, nonnegative=nonnegative)
        if judged.verdict is Verdict.REFUTED and judged.witness is not None:
            try:
                check(k, judged.witness)
            except AssertionError as wrong:
                raise AssertionError(f"{k} on {judged.space}: {judged.witness}") from wrong
            assert judged.witness.remark in judged.sentence
            count += 1
    return count


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_numbers_of_a_witness_belong_together(seed: int) -> None:
    assert checked(60, 100 + seed) > 20


@pytest.mark.long
@pytest.mark.parametrize("seed", range(50))
def test_the_numbers_of_many_witnesses_belong_together(seed: int) -> None:
    assert checked(400, 1000 + seed) > 150


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("text", "d", "scaled"),
    [
        ("weight(decay(30),tent(10))", 1, True),
        ("weight(decay(100),cosine(0.1))", 2, True),
        ("exp(weight(decay(13), box(5)))", 1, True),
        ("exp(weight(decay(13), box(5)))", 2, True),
        ("weight(decay(100), normalize(weight(sqnorm, box(0.25)) @ circle(20)))", 2, True),  # edges no ball decides
        ("-1*linear", 2, False),
    ],
)
def test_values_that_floats_lose(text: str, d: int, scaled: bool) -> None:
    k = kv.parse(text)
    judged = kv.judge(k, d=d)
    assert judged.witness is not None
    check(k, judged.witness)
    assert judged.witness.scaled is scaled
    assert ("scaled to k(x, x) = 1" in judged.sentence) is scaled


def test_many_points_with_values_beyond_floats() -> None:
    """Of 200 points only those that carry the eigenvector are shown, scaled."""
    rows = np.random.default_rng(0).normal(size=(200, 1)).round(2) * 4
    k = kv.parse("weight(decay(30), tent(1))")
    found = kv.judge(k, X=rows).data_witness
    assert found is not None
    check(k, found)


def test_a_value_that_needs_more_digits_says_how_many() -> None:
    found = kv.judge(kv.parse("exp(weight(decay(13), box(5)))"), d=1).witness
    assert found is not None
    assert found.digits > 100
    assert f"visible only with {found.digits} digits" in found.remark
