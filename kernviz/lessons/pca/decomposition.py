"""Kernel PCA of the data, computed once for the whole page.

The components are also evaluated over the plane or line. If a computation fails, the reason is
returned instead.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

import kernviz.grid_size as grid_size
from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.features import geometry
from kernviz.kernels import Kernel
from kernviz.lessons.pca.state import PANELS
from kernviz.lessons.shared.refusal import sentence
from kernviz.models.cross_gram import block
from kernviz.models.gram_checks import gram
from kernviz.models.pca import KernelPCA
from kernviz.models.refusals import NotAKernelError
from kernviz.ranges import spread
from kernviz.surfaces import Curve, Surface, Window, expansions, in_blocks
from kernviz.wording import say, several

COUNTED = 30  # largest number of eigenvalues computed
SIDE = 56  # grid points per side of a small panel
LINE = 200  # grid points on a line
DRAWN = 1e37  # largest value in a picture, as values are sent as float32
LARGEST = 1e100  # largest kernel value: sums of thousands of products of two such values do not overflow


@dataclass(frozen=True)
class Decomposition:
    """Fitted kernel PCA model, and K as the model used it.

    The matrix is K′ if centred.
    """

    model: KernelPCA
    used: Array  # (n, n): Gram matrix K, or K′ if the images are centred
    mean_norm: float  # ‖Φ̄‖², which S4 assumes to be 0
    projections: Array  # (n, M): projections of the data under the present switches

    @property
    def size(self) -> int:
        return len(self.used)

    @property
    def values(self) -> Array:
        """Return the eigenvalues N·λ (M,) of the matrix."""
        return np.asarray(self.model.eigenvalues_)

    @property
    def lam(self) -> Array:
        """Return λ (M,), the eigenvalues N·λ divided by N."""
        return self.values / self.size

    @cached_property
    def live(self) -> int:
        """Return the number of eigenvalues above roundoff."""
        return int((self.values > 0).sum())

    @cached_property
    def residual(self) -> float:
        """Return the largest eigenvector residual, relative to Nλ₁.

        The value is max ‖K′u − Nλ u‖ / Nλ₁ over the unit eigenvectors.
        """
        U = self.model.eigenvectors_
        gap = np.linalg.norm(self.used @ U - U * self.values, axis=0)
        return float(gap.max() / self.values[0]) if self.live else 0.0

    @cached_property
    def orthonormality_defect(self) -> float:
        """Return max |UᵀU − I|, the deviation from orthonormal eigenvectors."""
        U = self.model.eigenvectors_
        return float(np.abs(U.T @ U - np.eye(U.shape[1])).max())

    @cached_property
    def lengths(self) -> Array:
        """Return the squared lengths ‖vᵢ‖² = aᵢᵀ K′ aᵢ (M,).

        They are 1 if normalised.
        """
        a = self.model.dual_coef_
        return np.asarray(np.einsum("ij,ij->j", a, self.used @ a))


@dataclass(frozen=True)
class Refused:
    """Reason why there are no components.

    ``eigenvalues`` (n,) are those of the matrix, if a negative eigenvalue is the reason. Negative are
    those below −``tolerance``.
    """

    words: str
    eigenvalues: Array | None = None
    tolerance: float = 0.0


@shared(maxsize=64)
def decompose(data: Dataset, kernel: Kernel, center: bool = True, normalize: bool = True) -> Decomposition | Refused:
    """Compute kernel PCA of the data.

    Errors are returned as words, so that they are cached and shown like results.
    """
    try:
        K = gram(kernel, data.X)
        if np.abs(K).max() > LARGEST:
            return Refused(
                say(
                    "Kernel values reach {largest:.2}; beyond {limit:.1} their squares and sums are no "
                    "numbers any more. Scale the data, or lower the degree or the factor in the exponent.",
                    largest=np.abs(K).max(),
                    limit=LARGEST,
                )
            )
        with np.errstate(over="ignore", invalid="ignore"):
            model = KernelPCA(kernel, min(COUNTED, data.n), center, normalize).fit(data.X)
            used = geometry.center(K) if center else K
            projections = used @ model.dual_coef_
    except NotAKernelError as problem:
        values: Array = np.asarray(np.linalg.eigvalsh(geometry.center(K) if center else K)[::-1], dtype=np.float64)
        return Refused(_no_kernel(values, problem.tolerance, center), values, problem.tolerance)
    except ValueError as problem:
        return Refused(sentence(problem))
    return Decomposition(model, used, float(K.mean()), projections)


def _no_kernel(values: Array, tolerance: float, center: bool) -> str:
    negative = int((values < -tolerance).sum())
    which = say("centred Gram matrix ‹K›′") if center else say("Gram matrix ‹K›")
    return several(
        negative,
        "This is no kernel on these points: {n} of the {total} eigenvalues of the {matrix} is negative, {smallest}. "
        "A variance λ cannot be negative, so there are no components. Choose a kernel in the sidebar.",
        "This is no kernel on these points: {n} of the {total} eigenvalues of the {matrix} are negative, the smallest "
        "{smallest}. A variance λ cannot be negative, so there are no components. Choose a kernel in the sidebar.",
        total=len(values),
        matrix=which,
        smallest=values[-1],
    )


@shared(maxsize=32)
def functions(
    data: Dataset, kernel: Kernel, center: bool, normalize: bool
) -> tuple[Surface, ...] | tuple[Curve, ...] | str:
    """Return the first PANELS components on a grid around the data.

    If there are no components, or a value on the grid is too large, the result is a sentence with the reason.
    """
    pca = decompose(data, kernel, center, normalize)
    if isinstance(pca, Refused):
        return pca.words
    model = pca.model
    too_large = say(
        "In the picture around the points a component reaches values too large to be drawn: "
        "scale the data, or lower the degree or the factor in the exponent."
    )
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            drawn = _over(data, model, PANELS)
    except ValueError:
        return too_large
    return drawn if max(np.abs(f.values).max() for f in drawn) < DRAWN else too_large


def _over(data: Dataset, model: KernelPCA, count: int) -> tuple[Surface, ...] | tuple[Curve, ...]:
    """Return the first ``count`` components `Σ aᵢ k(xᵢ, ·) + b` on a grid."""
    window, weights, begin = Window.of(data), model.dual_coef_[:, :count], model.intercept_
    if data.d > 1:
        sums = expansions(model.kernel, data.X, weights, window, grid_size.side(SIDE))
        return tuple(replace(f, values=f.values + b) for f, b in zip(sums, begin, strict=False))
    x = np.linspace(*window.x_range, LINE)
    values = in_blocks(lambda Z: block(model.kernel, Z, data.X) @ weights, x[:, None])
    return tuple(Curve(x, column + b, window) for column, b in zip(values.T, begin, strict=False))


def best_threshold(z: Array, labels: NDArray[np.int64]) -> float:
    """Return the largest accuracy of a single threshold on z (n,).

    The threshold separates one class from the rest. ``labels`` is (n,).

    >>> best_threshold(np.array([1.0, 2.0, 3.0, 4.0]), np.array([0, 1, 1, 1]))
    1.0
    """
    order = np.argsort(z, kind="stable")
    n, sorted_z = len(z), z[order]
    cuts = np.r_[np.flatnonzero(np.diff(sorted_z) > 1e-9 * spread(z.min(), z.max())) + 1, n]
    best = 0.0
    for label in np.unique(labels):
        inside = np.cumsum(labels[order] == label)
        right = (inside[cuts - 1] + (n - cuts) - (inside[-1] - inside[cuts - 1])) / n
        best = max(best, float(right.max()), float(1 - right.min()))
    return best
