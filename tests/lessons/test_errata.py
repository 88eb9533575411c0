"""Deciding numbers of the errata belong to the current state, and are right."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad
from sklearn.gaussian_process.kernels import Matern
from sklearn.svm import SVC

import kernviz as kv
from kernviz.data import load
from kernviz.lessons import compose, dual, gaussian, geometry, lift, mercer, pca, ridge, svm
from kernviz.lessons.erratum import Erratum
from kernviz.lessons.lesson import Lesson
from kernviz.wording import with_exponents
from tests.lessons.reading import value

MOONS = load("moons", n=60, noise=0.3)


def check(lesson: Lesson, number: str, place: int = 0) -> str:
    """Deciding words of an erratum by its number."""
    (notes,) = (tab.blocks for tab in lesson.tabs if tab.title == "What the notes say")
    return [b.check for b in notes if isinstance(b, Erratum) and f"({number})" in b.where][place]


def numbers(text: str) -> list[float]:
    return [
        value(found.rstrip(".")) for found in re.findall(r"(?<![\w.])[−]?\d[\d.]*(?:e-?\d+)?", with_exponents(text))
    ]


def at(k: str = "rbf(gamma=1)", **more: Any) -> dict[str, Any]:
    return {"data": MOONS, "kernel": kv.parse(k), **more}


@pytest.mark.parametrize(("x", "z", "gamma"), [(1.0, 0.5, 0.5), (0.5, 0.25, 0.5), (0.3, -0.4, 2.0)])
def test_e16_the_printed_map_sums_to_another_number(x: float, z: float, gamma: float) -> None:
    verdict_text = check(gaussian.build(gaussian.State(**at("linear"), own_gamma=gamma, x=(x, 0.0), z=(z, 0.0))), "E16")
    total = sum(
        (2 * gamma) ** m / math.factorial(m) * math.exp(-gamma * (x * x * x**m)) * math.exp(-gamma * (z * z * z**m))
        for m in range(60)
    )
    assert numbers(verdict_text)[-2:] == pytest.approx([total, math.exp(-gamma * (x - z) ** 2)], rel=1e-4)
    if (x, z, gamma) == (1.0, 0.5, 0.5):
        assert "the sum as printed is 1.5296, k is 0.8825" in verdict_text


def test_e17_all_or_one() -> None:
    theirs = SVC(C=1.0, gamma=1.0, tol=1e-9).fit(MOONS.X, MOONS.signs)
    margins = MOONS.signs * theirs.decision_function(MOONS.X)
    reached = int((margins >= 1 - 1e-5).sum())
    assert 0 < reached < MOONS.n
    verdict_text = check(svm.build(svm.State(**at(), C=1.0)), "E17")
    assert verdict_text.startswith(f"{reached} of {MOONS.n} points have y·f ≥ 1 here: f is ∞")
    hard = svm.build(svm.State(load("xor"), kv.parse("poly(degree=2)"), hard=True))
    assert check(hard, "E17") == "4 of 4 points have y·f ≥ 1 here: all, so f is 0"


def test_e27_the_duel_is_the_dual() -> None:
    lesson = svm.build(svm.State(**at(), C=1.0))
    K = kv.parse("rbf(gamma=1)")(MOONS.X)
    theirs = SVC(C=1.0, kernel="precomputed", tol=1e-9).fit(K, MOONS.signs)
    beta = np.zeros(MOONS.n)
    beta[theirs.support_] = theirs.dual_coef_[0]
    assert numbers(check(lesson, "E27", 1))[0] == pytest.approx(np.abs(beta).sum() - beta @ K @ beta / 2, rel=1e-5)


def test_e46_on_the_right_side_with_slack() -> None:
    theirs = SVC(C=1.0, gamma=1.0, tol=1e-9).fit(MOONS.X, MOONS.signs)
    margins = MOONS.signs * theirs.decision_function(MOONS.X)
    verdict_text = check(svm.build(svm.State(**at(), C=1.0)), "E46")
    count, point, yf, slack = numbers(verdict_text.partition("Here ")[2])
    assert count == int(((margins > 0) & (margins < 1 - 1e-5)).sum())
    assert (yf, slack) == pytest.approx((margins[int(point) - 1], 1 - margins[int(point) - 1]), abs=1e-3)


def theirs_on_moons(C: float) -> tuple[Any, Any, Any]:
    """Machine of scikit-learn, its y·α and y·f."""
    theirs = SVC(C=C, gamma=1.0, tol=1e-9).fit(MOONS.X, MOONS.signs)
    beta = np.zeros(MOONS.n)
    beta[theirs.support_] = theirs.dual_coef_[0]
    return theirs, beta, MOONS.signs * theirs.decision_function(MOONS.X)


def test_e25_the_printed_primal_has_another_optimum() -> None:
    _, beta, margins = theirs_on_moons(0.5)
    K = kv.parse("rbf(gamma=1)")(MOONS.X)
    printed = beta @ K @ beta + np.maximum(0, 1 - margins).sum()
    dual, primal, as_printed = numbers(check(svm.build(svm.State(**at(), C=1.0)), "E25").replace("½w", "w"))
    assert dual == primal
    assert as_printed == pytest.approx(printed, rel=1e-4)


def test_e26_e40_e44_say_what_another_machine_says() -> None:
    theirs, beta, margins = theirs_on_moons(1.0)
    lesson = svm.build(svm.State(**at(), C=1.0))
    remainder = MOONS.signs - (theirs.decision_function(MOONS.X) - theirs.intercept_)
    mean, b = numbers(check(lesson, "E26", 1).partition("mean")[2])
    assert (mean, b) == (
        pytest.approx(remainder[theirs.support_].mean(), abs=2e-4),
        pytest.approx(theirs.intercept_[0], abs=2e-4),
    )
    point, signed, distance = numbers(check(lesson, "E40"))
    norm = np.sqrt(beta @ kv.parse("rbf(gamma=1)")(MOONS.X) @ beta)
    assert (point, signed) == (margins.argmin() + 1, pytest.approx(margins.min() / norm, rel=1e-3))
    assert distance == -signed
    f = kv.parse("linear")(MOONS.X) @ beta + theirs.intercept_[0]
    alpha = np.abs(beta)
    worst = np.abs(alpha - np.clip(alpha - (MOONS.signs * f - 1), 0, 1)).max()
    assert numbers(check(lesson, "E44"))[-1] == pytest.approx(worst, rel=0.05)


def test_e34_the_printed_matern() -> None:
    verdict_text = check(compose.build(compose.State(**at("linear"))), "E34")
    assert "as printed 0.2431, 0.2978, 0.3173, right 0.1353, 0.1397, 0.1387" in verdict_text
    x, z = np.array([1.0, 2.0]), np.array([3.0, -1.0])
    own = check(compose.build(compose.State(**at("2*matern(nu=1.2, length=1.5)"))), "E34")
    r, nu, length = math.sqrt(13), 1.2, 1.5
    right = Matern(length_scale=length, nu=nu)(x[None], z[None])[0, 0]

    def bessel(s: float) -> float:  # DLMF 10.32.9
        return quad(lambda t: math.exp(-s * math.cosh(t)) * math.cosh(nu * t), 0, 12)[0]

    s = math.sqrt(2 * nu * r) / length
    wrong = 2 ** (1 - nu) / math.gamma(nu) * s**nu * bessel(s)
    assert numbers(own)[-2:] == pytest.approx([wrong, right], rel=1e-3)


def test_the_others_of_compose_are_at_the_two_points() -> None:
    lesson = compose.build(compose.State(**at("rbf(0.1)"), x=(1.0, 2.0), z=(2.0, 0.0)))
    u = math.exp(-0.5)
    assert numbers(check(lesson, "E3"))[-1] == pytest.approx((1 + u) ** 2, rel=1e-3)
    assert f"= {(1 + u) ** 2:.4g} is another number" in check(lesson, "E20")
    assert "the squares are (1, 4), ‖x − z‖² = 5" in check(lesson, "E21")
    assert "on all three λₘᵢₙ = −0.4998" in check(lesson, "E2")
    assert check(lesson, "E22").endswith(
        "dot product (rule 1), scaling (rule 2), exponential (rule 7), weight (rule 6)"
    )


def test_e30_e31_e43_the_shapes() -> None:
    seen = check(mercer.build(mercer.State(**at("poly(degree=2)"), used=60)), "E30")
    assert seen == "P is 6 × 60, one column a point: PᵀP is 60 × 60, as K is, and PPᵀ is 6 × 6"
    views = dual.build(dual.State(**at("linear"), lam=0.1))
    X, t = MOONS.X, MOONS.signs
    w = np.linalg.inv(X.T @ X + 0.1 * np.eye(2)) @ X.T @ t
    assert numbers(check(views, "E31"))[-2:] == pytest.approx([w @ X.T @ t, 0.1], rel=1e-5)
    assert check(views, "E31").startswith("w is 2 × 1 and Φᵀt is 2 × 1")
    assert "Φ is 60 × 2 here" in check(views, "E43")
    plane = lift.build(lift.State(**at("linear**2"), probe=(1.0, 2.0)))
    first = X[0]
    assert numbers(check(plane, "E43"))[-2:] == pytest.approx([(first @ (1, 2)) ** 2, 25], rel=1e-3)


def test_e24_the_solution_is_the_minimum() -> None:
    lesson = ridge.build(ridge.State(load("ridge_line"), kv.parse("linear"), ridge=0.1))
    x, y = np.array([1.0, 2, 3]), np.array([2.0, 4, 6])
    w = 28 / 14.1
    best = ((y - w * x) ** 2).sum() + 0.1 * w * w
    beside = ((y - 1.01 * w * x) ** 2).sum() + 0.1 * (1.01 * w) ** 2
    assert numbers(check(lesson, "E24"))[:2] == pytest.approx([best, beside], rel=1e-5)
    assert beside > best


def test_e5_e6_span_and_hull() -> None:
    lesson = geometry.build(geometry.State(**at("poly(degree=2)"), p="1, 0.5, -1"))
    assert "Σp = 0.5, smallest −1: a combination of images, and not a convex one" in check(lesson, "E5")
    assert check(lesson, "E6").endswith("Here 2 become 6")
    hull = geometry.build(geometry.State(**at(), p="0.25, 0.75"))
    assert check(hull, "E5").endswith("and a convex one")


def test_e37_a_projection_is_one_number() -> None:
    verdict_text = check(pca.build(pca.State(**at("linear"))), "E37")
    X = MOONS.X - MOONS.X.mean(axis=0)
    direction = np.linalg.svd(X, full_matrices=False)[2][0]
    assert abs(numbers(verdict_text.partition("=")[2])[0]) == pytest.approx(abs(X[0] @ direction), rel=1e-3)
    assert verdict_text.endswith("φ(x₁)φ(x₁)ᵀ is a 2 × 2 matrix")


@pytest.mark.parametrize("text", ["linear", "rbf(gamma=1)"])
def test_e9_the_slope_is_that_of_a_difference_quotient(text: str) -> None:
    verdict_text = check(geometry.build(geometry.State(**at(text), t=0.4)), "E9")
    K = kv.parse(text)(MOONS.X)

    def g(t: float) -> float:  # from the origin to the mean: Φ(t) = tΦ̄
        return float(np.trace(K) - 2 * t * K.sum() / 60 + 60 * t * t * K.mean())

    slope = (g(0.4 + 1e-4) - g(0.4 - 1e-4)) / 2e-4
    numeric, _, right, printed = numbers(verdict_text.partition("says")[2])
    assert (numeric, right) == (pytest.approx(slope, rel=1e-3), pytest.approx(slope, rel=1e-3))
    assert printed == pytest.approx(-2 * K.sum() / 60 + 2 * 0.4 * K.mean(), rel=1e-3)


def test_e11_the_centred_images_have_the_mean_0() -> None:
    verdict_text = check(geometry.build(geometry.State(**at("linear"), i=3)), "E11")
    centred = MOONS.X - MOONS.X.mean(axis=0)
    mean2 = float((MOONS.X.mean(axis=0) ** 2).sum())
    assert numbers(verdict_text.partition("point ")[2]) == pytest.approx(
        [3, (centred[2] ** 2).sum(), 0, mean2, 60 * mean2], rel=1e-3
    )


def test_e18_a_minimiser_off_the_span() -> None:
    lesson = dual.build(dual.State(**at("linear**2"), t=0.5, grows="constant"))
    verdict_text = check(lesson, "E18")
    off, inside, whole = numbers(verdict_text.partition("But w lies")[2])
    assert whole == pytest.approx(math.hypot(inside, off), rel=1e-3)
    assert off == pytest.approx(inside / 2, rel=1e-3)
    rows = list(lesson.facts["space"].rows)
    K, y = (MOONS.X[rows] @ MOONS.X[rows].T) ** 2, MOONS.signs[rows]
    assert inside == pytest.approx(math.sqrt(y @ np.linalg.solve(K, y)), rel=1e-3)
    assert verdict_text.count(f"({', '.join('−1' if v < 0 else '1' for v in y)})") == 2


def test_e36_one_point_is_not_all() -> None:
    verdict_text = check(pca.build(pca.State(**at("linear"))), "E36")
    X = MOONS.X - MOONS.X.mean(axis=0)
    across = np.linalg.svd(X, full_matrices=False)[2][1]
    lost = (X @ across) ** 2
    mean, values, first = (value(v.rstrip(".")) for v in re.findall(r"(?<= is )[\d.e-]+", with_exponents(verdict_text)))
    assert (mean, values) == (pytest.approx(lost.mean(), rel=1e-3), pytest.approx(lost.mean(), rel=1e-3))
    assert first == pytest.approx(lost[0] / MOONS.n, rel=1e-3)
