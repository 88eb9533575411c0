"""Regularised risk minimisation (S1) with a duality gap.

J(w) = (1/n) Σ ℓ(⟨w, φ(xᵢ)⟩, yᵢ) + λ‖w‖² is minimised for three losses ℓ, without a bias.

By the representer theorem w = Σ αᵢ φ(xᵢ). So J needs the Gram matrix G = k(X) only: it is a function of Gα
plus λ αᵀGα, and is minimised over α.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import cho_solve
from scipy.special import entr, expit

import kernviz.budget as budget
from kernviz.arrays import Array
from kernviz.solvers.qp import solve
from kernviz.solvers.threads import one_thread
from kernviz.wording import say

Loss = Literal["squared", "hinge", "logistic"]

NEWTON_STEPS = 100
MOST_POINTS = 1000  # largest number of points; each step factors an n × n matrix


@dataclass(frozen=True, eq=False)
class Minimiser:
    """Minimiser of the regularised risk with its duality gap.

    The minimiser is w = Σ αᵢ φ(xᵢ). The primal J(w) is ≥ every dual value, so the gap bounds the
    distance of J(w) from the minimum.

    ``alpha`` (n,), ``outputs`` Gα (n,), ``norm2`` αᵀGα, ``risk`` the mean loss f(Gα),
    ``primal`` = risk + λ·norm2. ``gradient``: ‖∂J/∂w‖ for the smooth losses, nan for the hinge,
    which has corners.
    """

    loss: Loss
    lam: float
    alpha: Array
    outputs: Array
    norm2: float
    risk: float
    dual: float
    gradient: float

    @property
    def primal(self) -> float:
        return self.risk + self.lam * self.norm2

    @property
    def gap(self) -> float:
        """Return the duality gap.

        The gap is primal − dual ≥ 0, up to roundoff.
        """
        return self.primal - self.dual


def minimise(G: ArrayLike, y: ArrayLike, loss: Loss, lam: float) -> Minimiser:
    r"""Minimise (1/n) Σ ℓ((Gα)ᵢ, yᵢ) + λ αᵀGα over α.

    G (n, n) is symmetric without negative eigenvalues, y is (n,), and λ > 0. ℓ(a, y) is (a − y)² (squared), max(0,
    1 − ya) (hinge: the SVM without b, C = 1/(2λn)) or log(1 + e^(−ya)) (logistic). For hinge and logistic y must be
    ±1. Raises ValueError for other targets, unless 0 < λ < ∞, and for more than 1000 points. Source: S1 §2.1.

    >>> best = minimise([[1.0, 2.0], [2.0, 4.0]], [2.0, 4.0], "squared", 0.05)
    >>> round(float(best.outputs[0]), 6), abs(best.gap) < 1e-12
    (1.960784, True)
    """
    G, y = np.asarray(G, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if not 0 < lam < np.inf:
        raise ValueError(say("λ = {lam!r} must be a number > 0: otherwise the minimum need not be attained", lam=lam))
    if len(y) > MOST_POINTS:
        raise ValueError(
            say("{count} points: at most {limit} are solved for here, choose fewer", count=len(y), limit=MOST_POINTS)
        )
    if loss != "squared" and not np.all(np.abs(y) == 1):
        raise ValueError(say("hinge and logistic loss need labels ±1, and y has other numbers: use the squared loss"))
    gradient = float("nan")
    with one_thread():
        if loss == "hinge":
            alpha = _hinge(G, y, lam)
        elif loss == "logistic":
            alpha = _logistic(G, y, lam)
        else:
            values, vectors = np.linalg.eigh(G)
            alpha = vectors @ ((vectors.T @ y) / (values.clip(min=0) + len(y) * lam))
    a = G @ alpha
    if loss != "hinge":
        rest = slopes(a, y, loss) / len(y) + 2 * lam * alpha  # coefficients of the gradient: ∂J/∂w = Σ restᵢ φ(xᵢ)
        gradient = float(np.sqrt(max(rest @ G @ rest, 0.0)))
    return Minimiser(
        loss,
        lam,
        alpha,
        a,
        max(float(alpha @ a), 0.0),
        float(losses(a, y, loss).mean()),
        dual_value(G, y, alpha, loss, lam),
        gradient,
    )


def losses(a: Array, y: Array, loss: Loss) -> Array:
    """Return the losses ℓ(aᵢ, yᵢ) (n,)."""
    if loss == "squared":
        return np.asarray((a - y) ** 2)
    return np.maximum(0.0, 1 - y * a) if loss == "hinge" else np.logaddexp(0.0, -y * a)


def slopes(a: Array, y: Array, loss: Loss) -> Array:
    """Return the derivatives ∂ℓ/∂a (n,) of the smooth losses."""
    return np.asarray(2 * (a - y) if loss == "squared" else -y * expit(-y * a))


def dual_value(G: Array, y: Array, alpha: Array, loss: Loss, lam: float) -> float:
    """Return Fenchel's lower bound on J.

    The bound is −(1/n) Σ ℓ*(−cᵢ) − λ αᵀGα, c = 2λn α; −∞ where some ℓ* is ∞.

    Values yᵢcᵢ outside [0, 1] by roundoff are clipped.
    """
    c = 2 * lam * len(y) * alpha
    if loss == "squared":
        terms = c * y - c**2 / 4
    else:
        t = y * c
        if np.any((t < -1e-6) | (t > 1 + 1e-6)):
            return -float("inf")
        t = t.clip(0.0, 1.0)
        terms = t if loss == "hinge" else entr(t) + entr(1 - t)
        alpha = t * y / (2 * lam * len(y))
    return float(terms.mean() - lam * alpha @ G @ alpha)


def _hinge(G: Array, y: Array, lam: float) -> Array:
    """Minimise the regularised hinge loss.

    This is a support vector machine without b. The solver fixes a sum of all coordinates to 0. So a coordinate with
    kernel values 0 and without bounds is added, and Σ αy may have any value.
    """
    n, C = len(y), 1 / (2 * lam * len(y))
    K = np.zeros((n + 1, n + 1))
    K[:n, :n] = G
    lo, hi = np.where(y > 0, 0.0, -C), np.where(y > 0, C, 0.0)
    answer = solve(K, np.append(-y, 0.0), np.append(lo, -np.inf), np.append(hi, np.inf))
    return np.asarray(answer.x[:n])


def _logistic(G: Array, y: Array, lam: float) -> Array:
    """Minimise the regularised logistic loss by Newton's method.

    Newton's matrix is I + S G S/(2λ), S² = ℓ″/n, all eigenvalues ≥ 1. Steps are halved until J
    falls.
    """
    n = len(y)
    alpha, a = np.zeros(n), np.zeros(n)
    value, last = float(losses(a, y, "logistic").mean()), False
    for _ in range(NEWTON_STEPS):
        budget.check()
        rest = slopes(a, y, "logistic") / n + 2 * lam * alpha
        S = np.sqrt(expit(a) * expit(-a) / n)
        factor = np.linalg.cholesky(np.eye(n) + S[:, None] * G * S / (2 * lam))
        move = -(rest - S * cho_solve((factor, True), S * (G @ rest)) / (2 * lam)) / (2 * lam)
        fall = -float(rest @ G @ move)  # decrease of J per unit of the step
        length = 1.0
        while length > 1e-10:
            tried = alpha + length * move
            outputs = G @ tried
            found = float(losses(outputs, y, "logistic").mean() + lam * tried @ outputs)
            if found <= value - 1e-4 * length * fall:
                break
            length /= 2
        else:
            break  # no shorter step decreases J: the rest is roundoff
        alpha, a, value = tried, outputs, found
        if last:
            break
        last = fall <= 1e-15 * value  # converged; one more Newton step squares the remaining error
    return alpha


def penalty(lam: float, n: int) -> float:
    """Return the C of a support vector machine that belongs to λ.

    C = 1/(2λn): then (1/(2λ))·J = ½‖w‖² + C Σ ξ. Raises ValueError unless λ > 0 and n ≥ 1. Source: S1 §2.

    >>> penalty(0.005, 100)
    1.0
    """
    if not lam > 0 or n < 1:
        raise ValueError(say("λ = {lam!r} and n = {n!r}: both must be > 0", lam=lam, n=n))
    return 1 / (2 * lam * n)
