"""Pre-images of combinations of images in feature space.

A pre-image is a point z whose image φ(z) is close to a combination Σ wᵢ φ(xᵢ).

The combination is in general the image of no point. ‖φ(z) − Σ wᵢφ(xᵢ)‖² = k(z,z) − 2 Σ wᵢ
k(z,xᵢ) + const is minimised, for every target from its own start.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import kernviz.budget as budget
from kernviz.arrays import Array, Indices
from kernviz.kernels import RBF, Linear
from kernviz.kernels.linear_combinations import Scaled
from kernviz.models.base import KernelLike

ROUNDS = 100
# coordinate differences in all rounds together, some seconds; more points mean fewer rounds, but at least 10
WORK = 2e9
AT_ONCE = 1_000_000  # kernel values computed at once, which bounds the memory
STILL = 1e-9  # share of the data's extent, far below a pixel; a shorter step ends a descent
# share of the extent: the cube root of eps, which balances truncation and roundoff of a central difference
DIFFERENCE = 6e-6
ARMIJO = 1e-4  # least share of the decrease predicted by the slope that a step must achieve (Armijo's rule)
FEW_COLUMNS = 3  # up to this number of columns a Hessian per target costs less than the rounds it saves
# largest ratio of a Newton step to the fixed-point step; Newton's method must not leave the nearest minimum
LONGEST_STEP = 20


def preimages(kernel: KernelLike, X: Array, W: Array, start: Array | None = None) -> Array:
    """Return the pre-images of weighted combinations of images.

    The pre-images (m, d) are for weights W (m, n) over the points X (n, d). ``start`` (m, d):
    further starting points.

    Linear kernel: Σ wᵢ xᵢ, exact. Gaussian: Mika's fixed point z ← Σ wᵢ k(z,xᵢ) xᵢ / Σ wᵢ
    k(z,xᵢ). The fixed point is found with step halving, by Newton's method if X has few
    columns. Any other kernel: gradient descent, the gradient by differences.

    Both iterations begin at the training point that is closest in feature space, or at ``start`` if
    this is closer. Every step lowers the distance, so the answer is never worse than the best
    training point. The answer may be a local minimum. There are at most 100 steps, fewer for very many
    points or columns.
    """
    if _core(kernel, Linear) is not None:
        return np.asarray(W @ X)
    core = _core(kernel, RBF)
    gaussian = core is not None
    per_row = len(X) * (1 if gaussian else 2 * X.shape[1])
    rows = max(1, AT_ONCE // per_row)
    rounds = int(np.clip(WORK / (per_row * X.shape[1] * max(len(W), 1)), 10, ROUNDS))
    parts = []
    for begin in range(0, len(W), rows):
        target = _Target(kernel, X, W[begin : begin + rows], core.gamma if gaussian else np.nan)
        Z = target.best_start(None if start is None else start[begin : begin + rows])
        parts.append(_descend(target, Z, gaussian, rounds))
    return np.concatenate(parts) if parts else np.empty((0, X.shape[1]))


def _core(kernel: Any, kind: type) -> Any:
    """Return the kernel without a positive factor.

    The result is the kernel itself, or the kernel it is a positive multiple of. A factor does
    not move a pre-image.
    """
    while isinstance(kernel, Scaled) and kernel.c > 0:
        kernel = kernel.k
    return kernel if isinstance(kernel, kind) else None


class _Target:
    """Squared distance to the combinations Σ wᵢφ(xᵢ).

    Each row of W gives a combination, called a target. The constant ‖Σ wᵢφ(xᵢ)‖² is left out of the distance.
    """

    def __init__(self, kernel: KernelLike, X: Array, W: Array, gamma: float) -> None:
        self.kernel, self.points, self.gamma = kernel, X, gamma
        self.extent = float(np.ptp(X, axis=0).max()) or 1.0
        # skips points without weight; the centre of a sphere is a combination of few points
        used = W.any(axis=0) if W.any() else slice(None)
        self.X, self.W = X[used], W[:, used]
        self.lifted = self.W @ np.asarray(kernel(self.X, X))
        self.own = np.asarray(kernel.diag(X))
        # A squared distance cannot be negative. A negative one shows that z has left the set on which k is a kernel.
        norms = (self.W * self.lifted[:, used]).sum(axis=1).clip(min=0)
        self.floor = -(1 + 1e-9) * norms - 1e-12 * float(self.own.max())
        self.middle = X.mean(axis=0)
        spread = self.X - self.middle
        self.squares = (spread[:, :, None] * spread[:, None, :]).reshape(len(spread), -1)

    def best_start(self, start: Array | None) -> Array:
        at_points = self.own[None, :] - 2 * self.lifted
        best = at_points.argmin(axis=1)
        Z = self.points[best].copy()
        if start is not None:
            closer = self.value(start, np.arange(len(self.W))) < at_points[np.arange(len(best)), best]
            Z[closer] = start[closer]
        return Z

    def value(self, Z: Array, rows: Indices) -> Array:
        """Return the objective at Z.

        The objective (r,) is at Z (r, d) for the targets in ``rows`` (r,). The objective is inf where it is not
        finite, or so small that the squared distance would be negative.
        """
        values = np.asarray(self.kernel.diag(Z)) - 2 * (np.asarray(self.kernel(Z, self.X)) * self.W[rows]).sum(axis=1)
        return np.where(values >= self.floor[rows], values, np.inf)

    def gradient(self, Z: Array, rows: Indices) -> Array:
        """Return the gradient (r, d) by central differences."""
        r, d = Z.shape
        step = DIFFERENCE * self.extent
        shifts = step * np.concatenate([np.eye(d), -np.eye(d)])
        around = (Z[:, None, :] + shifts[None]).reshape(-1, d)
        values = self.value(around, np.repeat(rows, 2 * d)).reshape(r, 2, d)
        slope = (values[:, 0] - values[:, 1]) / (2 * step)
        return np.where(np.isfinite(slope), slope, 0.0)

    def value_and_shift(self, Z: Array, rows: Indices) -> tuple[Array, Array]:
        """Return the objective and the fixed-point step.

        The step is z′ − z (r, d), and is 0 where the weights determine no mean.
        """
        pulls = np.asarray(self.kernel(Z, self.X)) * self.W[rows]
        total = pulls.sum(axis=1)
        values = np.asarray(self.kernel.diag(Z)) - 2 * total
        good = total > np.finfo(float).tiny
        means = (pulls @ self.X) / np.where(good, total, 1.0)[:, None]
        shifts = np.where(good[:, None], means - Z, 0.0)
        if Z.shape[1] <= FEW_COLUMNS and good.all():
            shifts = self._newton(pulls / total[:, None], means - self.middle, shifts)
        return np.where(values >= self.floor[rows], values, np.inf), shifts

    def _newton(self, shares: Array, means: Array, shifts: Array) -> Array:
        """Return the Newton step for the fixed point.

        The step is (I − m′)⁻¹(m − z) for the fixed point z = m(z), the weighted mean of the points:
        m′ = 2γ·Cov.

        I − m′ is a Hessian up to a positive factor. Where I − m′ is not positive definite, or
        nearly singular, its eigenvalues are raised: a step goes downhill, and not far.
        """
        r, d = means.shape
        covariance = (shares @ self.squares).reshape(r, d, d) - means[:, :, None] * means[:, None, :]
        bends, axes = np.linalg.eigh(np.eye(d) - 2 * self.gamma * covariance)
        along = (shifts[:, None, :] @ axes) / np.maximum(bends, 1 / LONGEST_STEP)[:, None, :]
        return np.asarray((along @ axes.transpose(0, 2, 1))[:, 0])


def _descend(target: _Target, Z: Array, gaussian: bool, rounds: int) -> Array:
    rows = np.arange(len(Z))  # indices of the targets that still move
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        values, slopes = (
            target.value_and_shift(Z, rows) if gaussian else (target.value(Z, rows), _down(target, Z, rows))
        )
        sizes = np.ones(len(Z)) if gaussian else 0.1 * target.extent / np.linalg.norm(slopes, axis=1)
        for _ in range(rounds):
            budget.check()
            far = np.linalg.norm(sizes[rows, None] * slopes[rows], axis=1)
            # A slope of 1e-170 has a square that underflows to 0, so its step would be infinite.
            rows = rows[(far > STILL * target.extent) & np.isfinite(far)]
            if len(rows) == 0:
                break
            tried = Z[rows] + sizes[rows, None] * slopes[rows]
            reached, shifts = target.value_and_shift(tried, rows) if gaussian else (target.value(tried, rows), None)
            promised = 0.0 if gaussian else ARMIJO * sizes[rows] * (slopes[rows] ** 2).sum(axis=1)
            better = reached < values[rows] - promised
            sizes[rows[~better]] /= 2 if gaussian else 4
            moved = rows[better]
            steps, before = tried[better] - Z[moved], slopes[moved]
            Z[moved], values[moved] = tried[better], reached[better]
            slopes[moved] = _down(target, Z[moved], moved) if shifts is None else shifts[better]
            sizes[moved] = 1.0 if gaussian else _spectral(sizes[moved], steps, before - slopes[moved])
    return Z


def _down(target: _Target, Z: Array, rows: Indices) -> Array:
    return -target.gradient(Z, rows)


def _spectral(sizes: Array, steps: Array, bends: Array) -> Array:
    """Return Barzilai and Borwein's step size.

    The step is ‖s‖²/s·(change of the gradient). Under negative curvature the step is twice the
    last step.
    """
    curvature = (steps * bends).sum(axis=1)
    return np.where(curvature > 0, (steps**2).sum(axis=1) / curvature, 2 * sizes)
