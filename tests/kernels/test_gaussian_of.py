"""The Gaussian of a kernel's features: exact where two points are equal."""

from __future__ import annotations

import numpy as np
import pytest

import kernviz as kv

X = np.random.default_rng(0).uniform(-50, 50, (60, 2))


@pytest.mark.parametrize("inner", ["linear", "poly(3)", "poly(10)", "poly(2)*linear", "exp(0.1*linear)"])
def test_the_diagonal_is_exactly_1_however_large_the_inner_kernel_is(inner: str) -> None:
    k = kv.GaussianOf(kv.parse(inner))
    assert np.array_equal(np.diagonal(k(X)), np.ones(len(X)))
    assert np.array_equal(k.diag(X), np.ones(len(X)))


@pytest.mark.parametrize("inner", ["linear", "poly(3)", "poly(10)", "exp(0.1*linear)"])
def test_roundoff_never_makes_a_value_greater_than_1(inner: str) -> None:
    block = kv.GaussianOf(kv.parse(inner))(X, np.vstack([X[::-1], X * (1 + 1e-16)]))
    assert block.max() <= 1


def test_a_function_that_is_no_kernel_keeps_its_values_above_1() -> None:
    far = np.array([[1e3], [1e3 + 1]])
    assert kv.GaussianOf(-1 * kv.Linear())(far)[0, 1] == pytest.approx(np.e, rel=1e-9)
