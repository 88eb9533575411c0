"""Matrix shown on the Mercer page.

The matrix is that of the data's points, that of typed points, or typed itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.features import feature_map
from kernviz.kernels import Kernel
from kernviz.lessons.mercer.state import State
from kernviz.lessons.mercer.typed_matrix import typed_matrix
from kernviz.lessons.shared.refusal import fit_for_drawing, fit_for_picture
from kernviz.lessons.shared.subsample import spread
from kernviz.lessons.shared.typed_points import typed_points
from kernviz.mercer import Judgement, judge
from kernviz.mercer.spectrum import CERTAIN, MatrixSpectrum, spectrum, spectrum_on


@dataclass(frozen=True)
class Matrix:
    """Matrix shown on the page, its spectrum, and its points.

    The points are None for a typed matrix.
    """

    spectrum: MatrixSpectrum
    data: Dataset | None
    own: bool  # True if the points were typed, False if they are the sidebar's data

    @property
    def n(self) -> int:
        return self.spectrum.n

    @property
    def K(self) -> Array:  # noqa: N802
        return self.spectrum.matrix

    @property
    def rank(self) -> int:
        """Return the rank of K itself.

        The spectrum is that of (K + Kᵀ)/2, whose rank differs if K is not symmetric.
        """
        s = self.spectrum
        if s.symmetric:
            return s.rank
        singular = np.linalg.svd(s.matrix, compute_uv=False)
        return int((singular > s.n * np.finfo(float).eps * singular[0]).sum())

    @property
    def labels(self) -> NDArray[np.int64] | None:
        return None if self.data is None else self.data.codes_or_none

    @property
    def signs(self) -> Array:
        """Return labels ±1 (n,) for a machine.

        The last class of the points is +1, the others are −1. Without two classes the signs alternate.
        """
        labels = self.labels
        if labels is None or not self.labelled:
            return np.where(np.arange(self.n) % 2 == 0, 1.0, -1.0)
        return np.where(labels == labels.max(), 1.0, -1.0)

    @property
    def labelled(self) -> bool:
        """Return True if the points have two classes or more."""
        return self.labels is not None and len(np.unique(self.labels)) > 1


def matrix_of(state: State) -> Matrix:
    """Return the matrix of a state.

    Raises ValueError with a sentence for the visitor: for unreadable text, points of more than two
    columns, and values too large to draw.
    """
    if state.matrix.strip():
        return Matrix(spectrum(fit_for_drawing(typed_matrix(state.matrix))), None, True)
    own = bool(state.typed.strip())
    data = fit_for_picture(typed_points(state.typed) if own else _taken(state))
    found = spectrum_of(data, state.kernel)
    fit_for_drawing(found.matrix)
    return Matrix(found, data, own)


def _taken(state: State) -> Dataset:
    """Return the data points in use, spread evenly over the data."""
    data = state.data
    if state.taken == data.n:
        return data
    return data.take(spread(data.codes_or_zeros, state.taken))


@shared(maxsize=64)
def spectrum_of(data: Dataset, kernel: Kernel) -> MatrixSpectrum:
    """Return the spectrum of the kernel's matrix on the data's points, cached."""
    return spectrum_on(kernel, data.X)


@shared(maxsize=64)
def rank_of(data: Dataset, kernel: Kernel) -> int:
    """Return the numerical rank of K alone, without eigenvectors.

    With fewer features than points, the eigenvalues of K = ΦΦᵀ are the squared singular values of Φ.
    """
    phi = feature_map(kernel, data.d)
    if data.n <= CERTAIN:
        return spectrum_of(data, kernel).rank
    if phi is None or phi.dimension >= data.n:
        values = np.linalg.eigvalsh(kernel(data.X))
    else:
        values = np.linalg.svd(phi(data.X), compute_uv=False) ** 2
    return int((np.abs(values) > data.n * np.finfo(float).eps * np.abs(values).max()).sum())


@shared(maxsize=64)
def judged(data: Dataset, kernel: Kernel) -> Judgement:
    """Return the judgement on the kernel over the space of the data.

    The judgement has a witness among the data if there is one.
    """
    return judge(kernel, data.X)
