"""Pre-images of the data, computed once.

For some toy data sets, the distances from the curve without noise are measured.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.data.toys import toy
from kernviz.kernels import Kernel
from kernviz.lessons.shared.refusal import sentence
from kernviz.models.pca import KernelPCA
from kernviz.wording import Phrase, say

MOST_MOVED = 200  # largest number of points whose pre-image is computed; all points determine the components
WITHOUT_NOISE = (
    "moons",
    "circles",
    "spirals",
    "three_clusters",
)  # toy datasets whose points without noise lie on a known curve


@dataclass(frozen=True)
class Denoised:
    """Pre-images of the data as a result of denoising.

    ``rows`` (r,) are rows of the data, ``images`` (r, d) their pre-images. ``left_out`` (r,) are the
    squared distances of φ(x) from the subspace of the components.
    """

    model: KernelPCA
    rows: NDArray[np.intp]
    images: Array
    left_out: Array


@shared(maxsize=64)
def denoise(data: Dataset, kernel: Kernel, M: int) -> Denoised | str:
    """Return pre-images for at most 200 points, evenly spread.

    The result is a sentence if there are none.
    """
    rows = np.unique(np.linspace(0, data.n - 1, min(data.n, MOST_MOVED)).astype(np.intp))
    try:
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            model = KernelPCA(kernel, min(M, data.n)).fit(data.X)
            images = model.reconstruct(data.X[rows])
            gone = model.left_out(data.X[rows])
    except ValueError as problem:
        return sentence(problem)
    if not np.isfinite(images).all():
        return say(
            "The search for a pre-image does not converge: with this kernel these points have no pre-image that "
            "can be drawn. Choose another kernel."
        )
    return Denoised(model, rows, images, gone)


@dataclass(frozen=True)
class Distances:
    """Mean distances between points and the noise-free curve.

    ``off`` is from each point to the curve. ``bare`` is from the curve to the nearest point.
    Points that gather in a few places of the curve have a small ``off``. Only ``bare`` shows
    that the shape is lost.
    """

    off: float
    bare: float


def from_the_curve(data: Dataset, X: Array) -> Distances | None:
    """Return the mean distances between X (m, 2) and the noiseless curve.

    None for data without a known curve.
    """
    generated = isinstance(data.source, Phrase)  # a file's source is a plain text, whatever the file copies of a toy
    if not generated or data.name not in WITHOUT_NOISE or data.d != 2:
        return None
    curve = _curve(data.name)
    return Distances(float(curve.query(X)[0].mean()), float(cKDTree(X).query(curve.data)[0].mean()))


@lru_cache(maxsize=len(WITHOUT_NOISE))
def _curve(name: str) -> cKDTree:
    return cKDTree(toy(name, n=1500, noise=0.0, seed=0).X)
