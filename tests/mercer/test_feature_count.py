"""Number of features: counted, proven to be infinite, or not stated."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernviz as kv
from kernviz.mercer.feature_count import feature_count
from tests.strategies import few, kernels

FINITE = {
    ("0 @ abs", 1): 0,
    ("0*linear @ square", 2): 0,
    ("linear", 2): 2,
    ("poly(degree=2, gamma=1, coef0=1)", 2): 6,
    ("poly(degree=10)**8", 1): 81,
    ("weight(decay(gamma=1), linear)", 3): 3,
    ("1", 2): 1,
    ("1 + (linear @ circle(period=1))**2", 1): 3,
    ("weight(norm, 1) + linear @ abs", 1): 1,
    ("linear + linear @ abs", 1): 2,
    ("poly(degree=4) @ abs", 2): 15,
    ("weight(decay(gamma=1), poly(degree=10)**8)", 1): 81,
    ("(bilinear([[1e-12, 1], [1, 1e12]])**20)**2", 2): 1,  # φ(x) is larger than the root of the largest float
}
INFINITE = (
    ("rbf(gamma=1)", 2),
    ("exp(linear)", 3),
    ("exp(linear**2)", 2),
    ("matern(nu=1.5, length=1)", 2),
    ("laplacian(gamma=1)", 1),
    ("periodic(length=1, period=2)", 1),
    ("rbf(gamma=1)*linear", 2),
    ("rbf(gamma=1)*cosine(omega=1)", 1),
    ("gaussian_of(poly(degree=2, gamma=1, coef0=1), gamma=1)", 2),
    ("linear + 2*rbf(gamma=1) @ column(1)", 2),
    ("normalize(exp(linear))", 1),
)
# finitely many, or none: no page may speak of infinitely many
FEW = (
    ("cosine(omega=1)", 1),
    ("cosine(omega=1) + cosine(omega=3)", 1),
    ("cosine(omega=1) @ column(1)", 2),
    ("poly(degree=20)**8", 2),
    ("0*rbf(gamma=1)", 2),
    ("exp(0*linear)", 2),
    ("rbf(gamma=1) - rbf(gamma=1)", 2),
    ("rbf(gamma=1) @ stretch(s=0)", 2),
    ("linear - rbf(gamma=1)", 2),
    ("weight(decay(gamma=1), cosine(omega=1))", 1),
    ("0*linear*rbf(gamma=1)", 1),
)


@pytest.mark.parametrize(("text", "d"), FINITE)
def test_a_finite_number_is_counted(text: str, d: int) -> None:
    assert feature_count(kv.parse(text), d) == FINITE[text, d]


def test_dependent_features_of_the_half_line_count_once() -> None:
    assert feature_count(kv.parse("linear + linear @ abs"), 1, nonnegative=True) == 1


@pytest.mark.parametrize(("text", "d"), INFINITE)
def test_infinitely_many(text: str, d: int) -> None:
    assert feature_count(kv.parse(text), d) == math.inf


@pytest.mark.parametrize(("text", "d"), FEW)
def test_few_are_never_infinitely_many(text: str, d: int) -> None:
    assert feature_count(kv.parse(text), d) != math.inf


@given(st.data())
@few(60)
def test_the_rank_is_no_more_than_the_number_and_infinitely_many_are_of_a_kernel(
    data: st.DataObject,
) -> None:
    d = data.draw(st.integers(1, 2))
    k = data.draw(kernels(d, traps=True, size=4))
    count = feature_count(k, d)
    if count is None:
        return
    X = np.random.default_rng(data.draw(st.integers(0, 9))).normal(size=(12, d))
    with np.errstate(all="ignore"):
        K = k(X)
    if not np.isfinite(K).all() or not K.any():
        return
    values = np.abs(np.linalg.eigvalsh(K))
    if count < 12:
        assert (values > 1e-8 * values.max()).sum() <= count
    elif count == math.inf:
        assert kv.judge(k, d=d).verdict is kv.Verdict.PROVEN
