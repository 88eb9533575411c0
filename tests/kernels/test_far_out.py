"""Periodic functions far from the origin keep their digits: values against balls of the very floats."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from flint import arb

import kernviz as kv

Value = Callable[[list[arb], list[arb]], arb]
EPS = float(np.finfo(float).eps)


def periodic(length: float, period: float) -> Value:
    def value(x: list[arb], z: list[arb]) -> arb:
        waves = sum(((a - b) / arb(period)).sin_pi() ** 2 for a, b in zip(x, z, strict=True))
        return (-2 * waves / arb(length) ** 2).exp()

    return value


def circle(period: float) -> Value:
    return lambda x, z: sum((2 * (a - b) / arb(period)).cos_pi() for a, b in zip(x, z, strict=True))


def cosine(omega: float) -> Value:
    return lambda x, z: (arb(omega) * (x[0] - z[0])).cos()


def of_distance(f: Callable[[arb], arb]) -> Value:
    return lambda x, z: f(sum(((a - b) ** 2 for a, b in zip(x, z, strict=True)), arb(0)).sqrt())


def of_sums(f: Callable[[arb], arb], sign: int) -> Value:
    return lambda x, z: f(sum((a + sign * b for a, b in zip(x, z, strict=True)), arb(0)))


VALUES: dict[str, tuple[Value, tuple[int, ...]]] = {
    "periodic(0.7, 1.3)": (periodic(0.7, 1.3), (1, 2)),
    "expsine(0.7, 1.3)": (periodic(0.7, 1.3), (1,)),
    "cosine(0.7)": (cosine(0.7), (1,)),
    "cosine(100)": (cosine(100), (1,)),
    "1*cosine(0.7)": (of_distance(lambda r: (arb(0.7) * r).cos()), (2, 3)),
    "1*cosine(100)": (of_distance(lambda r: (arb(100.0) * r).cos()), (2, 3)),
    "1*expsine(0.7, 1.3)": (
        of_distance(lambda r: (-2 * (r / arb(1.3)).sin_pi() ** 2 / arb(0.7) ** 2).exp()),
        (2, 3),
    ),
    "cosinesum": (of_sums(arb.cos, 1), (1, 2, 3)),
    "sinesum": (of_sums(arb.sin, 1), (1, 2, 3)),
    "sinediff": (of_sums(arb.sin, -1), (1, 2, 3)),
    "linear @ circle(1.3)": (circle(1.3), (1, 2)),
    "rbf(0.5) @ circle(1.3)": (lambda x, z: (circle(1.3)(x, z) - len(x)).exp(), (1, 2)),
}


@pytest.mark.parametrize("text", VALUES)
@pytest.mark.parametrize("size", [1.0, 1e3, 1e6, 1e9])
def test_no_digit_is_lost_far_out(text: str, size: float) -> None:
    value, dimensions = VALUES[text]
    for d in dimensions:
        rng = np.random.default_rng(d)
        X = rng.normal(size=(10, d)) * size
        X[1] = X[0] + 1e-3 * rng.normal(size=d)
        K = kv.parse(text)(X)
        points = [[arb(float(v)) for v in row] for row in X]
        worst = max(
            float(abs(arb(float(K[i, j])) - value(x, z))) for i, x in enumerate(points) for j, z in enumerate(points)
        )
        assert worst < 40 * EPS, worst
        assert np.array_equal(K, -K.T if text == "sinediff" else K.T)
        assert np.array_equal(np.diagonal(K), kv.parse(text).diag(X)) or "linear" in text
