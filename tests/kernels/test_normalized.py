"""The normalised kernel: values, and lengths that overflow."""

from __future__ import annotations

import numpy as np

import kernviz as kv


def test_an_image_of_length_0_stays_0() -> None:
    k = kv.Normalized(kv.Linear())
    assert k.diag([[0.0, 0.0], [0.0, 2.0]]).tolist() == [0.0, 1.0]
    assert k([[0.0, 0.0], [0.0, 2.0]]).tolist() == [[0.0, 0.0], [0.0, 1.0]]


def test_a_length_that_overflows_is_not_a_length_of_0() -> None:
    inner = kv.Normalized(kv.exp(kv.Polynomial(2)))
    outer = kv.Normalized(inner + 1)  # its k(x, x) is nan, since the inner one is ∞/∞
    for k in (inner, outer):
        assert np.isnan(k.diag([[1e3]])).all()
        assert np.isnan(k([[1e3]])).all()
