"""The pre-images of the data, computed once, and how far points lie from the shape their toy has without noise."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.data.toys import toy
from kernviz.kernels import Kernel
from kernviz.models.pca import KernelPCA
from kernviz.wording import say

Array = NDArray[np.float64]
MOST_MOVED = 200  # points whose pre-image is searched; the components are of all points
WITHOUT_NOISE = (
    "moons",
    "circles",
    "spirals",
    "three_clusters",
)  # toys whose points without noise lie on a known curve


@dataclass(frozen=True)
class Denoised:
    """``rows`` (r,) of the data, their pre-images (r, d), the squared distances in feature space that are left out."""

    model: KernelPCA
    rows: NDArray[np.intp]
    images: Array
    left_out: Array


@shared(maxsize=64)
def denoise(data: Dataset, kernel: Kernel, M: int) -> Denoised | str:
    """Pre-images for at most 200 points, evenly taken; a sentence where there are none."""
    rows = np.unique(np.linspace(0, data.n - 1, min(data.n, MOST_MOVED)).astype(np.intp))
    try:
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            model = KernelPCA(kernel, min(M, data.n)).fit(data.X)
            images = model.reconstruct(data.X[rows])
            gone = model.left_out(data.X[rows])
    except ValueError as problem:
        return str(problem)
    if not np.isfinite(images).all():
        return say("A pre-image ran off to infinity: with this kernel these points have none that can be drawn.")
    return Denoised(model, rows, images, gone)


@dataclass(frozen=True)
class Distances:
    """Mean distance ``off`` of the points from the curve, and ``bare`` of the curve from its nearest point.

    Points that all gather in a few places of the curve have a small ``off``: only ``bare`` says that the shape is lost.
    """

    off: float
    bare: float


def from_the_curve(data: Dataset, X: Array) -> Distances | None:
    """Of X (m, d) and the toy without noise; None for data that have none."""
    if data.name not in WITHOUT_NOISE or data.d != 2:
        return None
    curve = _curve(data.name)
    return Distances(float(curve.query(X)[0].mean()), float(cKDTree(X).query(curve.data)[0].mean()))


@lru_cache(maxsize=len(WITHOUT_NOISE))
def _curve(name: str) -> cKDTree:
    return cKDTree(toy(name, n=1500, noise=0.0, seed=0).X)
