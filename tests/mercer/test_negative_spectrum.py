"""A negative spectrum shown by one integral: the claim by another quadrature, and true kernels left alone."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import j0

import kernviz as kv
from kernviz import Verdict
from kernviz.mercer.theorems.negative_spectrum import dip

KERNELS = (
    "rbf(3)",
    "matern(0.3)",
    "matern(2.5, 0.1)",
    "rational(25, 0.16)",
    "expower(1.3)",
    "expower(0.2)",
    "rational",
    "rbf*tent(1.13)",
    "matern(0.5)*tent(3)",
    "exp(rbf)",
    "rbf(2)*rational + 1",
    "2.8285*rbf(2) - rbf(1)",
    "gaussian_of(matern(1.5), 3)",
    "normalize(exp(3*rational))",
    "rbf(9) + 0.001*rbf(0.01)",
)


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("text", KERNELS)
def test_no_kernel_has_one(text: str, d: int) -> None:
    assert dip(kv.parse(text), d) is None


@pytest.mark.parametrize("text", ["cosine(3)", "expsine(0.5)*rbf(0.01)", "cosine(20)*expower(1.5, 3)"])
def test_no_kernel_of_the_line_has_one_there(text: str) -> None:
    assert dip(kv.parse(text), 1) is None
    assert dip(kv.parse(text), 2) is not None


@pytest.mark.parametrize(
    ("text", "d"),
    [
        ("rbf*tent(1.1)", 3),
        ("matern(0.5)*tent(0.99)", 1),
        ("rational(25, 1) + expsine(13, 1.3)", 2),
        ("(expower(1.4, 0.5)*exp(expsine(0.2, 2)))**2", 2),
        ("gaussian_of(gaussian_of(tent(0.63)*rbf(0.16), 0.05), 16)", 1),
        ("expower(2.6)", 1),
        ("rbf(1) - 0.5*rbf(2)", 2),
    ],
)
def test_the_claim_is_what_another_sum_gives(text: str, d: int) -> None:
    k = kv.parse(text)
    claim = dip(k, d)
    assert claim is not None
    t = (np.arange(400_000) + 0.5) * (9.5 / 400_000)
    wave = {1: np.cos, 2: j0, 3: lambda a: np.sinc(a / math.pi)}[d](claim.omega * claim.sigma * t)
    rows = np.zeros((len(t), d))
    rows[:, 0] = claim.sigma * t
    values = np.concatenate([k(part, np.zeros((1, d)))[:, 0] for part in np.array_split(rows, 40)])
    whole = float(np.sum(values * wave * np.exp(-t * t / 2) * t ** (d - 1)) * (9.5 / 400_000))
    assert claim.share < 0
    assert whole / float(k(np.zeros((1, d)))[0, 0]) == pytest.approx(claim.share, rel=2e-2)


def test_edges_and_other_shapes_are_left_alone() -> None:
    for text in ("triangle", "laplacian - 2*rbf", "linear"):
        assert dip(kv.parse(text), 2) is None


def test_the_verdict_says_so() -> None:
    judged = kv.judge(kv.parse("rational(25, 1) + expsine(13, 1.3)"), d=2)
    assert judged.verdict is Verdict.REFUTED
    assert "in every direction" in judged.sentence
