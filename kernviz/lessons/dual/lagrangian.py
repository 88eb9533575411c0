"""Lagrangian of the SVM in coordinates of feature space, and its gradient."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels import Kernel
from kernviz.lessons.dual.gram import images
from kernviz.models.svm import KernelSVC


@dataclass(frozen=True, eq=False)
class Stationarity:
    """Condition ∂L/∂w = 0 of a trained machine.

    Images, w and ∂L/∂w are computed on demand.
    """

    kernel: Kernel
    X: Array
    K: Array
    machine: KernelSVC

    @cached_property
    def _coordinates(self) -> tuple[Array, str]:
        return images(self.kernel, self.X, self.K)

    @property
    def images(self) -> Array:
        """Return the images (n, D), with images @ images.T = K."""
        return self._coordinates[0]

    @property
    def words(self) -> str:
        """Return words that name the coordinates."""
        return self._coordinates[1]

    @cached_property
    def w(self) -> Array:
        """Return the weight vector w = Σ a t φ (D,)."""
        return np.asarray(self.images.T @ (self.machine.alpha_ * self.machine.signs_))

    @cached_property
    def slope(self) -> Array:
        """Return the gradient ∂L/∂w (D,) at the machine's solution."""
        m = self.machine
        return gradient(self.images, m.signs_, m.alpha_, self.w)


def gradient(Z: Array, t: Array, a: Array, w: Array) -> Array:
    """Return ∂L/∂w (D,) by central differences.

    L(w, b, a) = ½‖w‖² − Σ aₙ(tₙ(w·φ(xₙ) + b) − 1). Z (n, D) are the images φ(xₙ), t (n,) the labels ±1.
    With slack, the terms in ξ sum to 0 at the optimum and leave the condition a ≤ C.

    L is quadratic, so the differences are exact up to roundoff.
    """
    h = float(np.linalg.norm(w)) or 1.0
    steps = h * np.eye(len(w))
    # computed at once for all steps: ½‖w ± h e‖² and the linear part
    outputs = Z @ steps.T
    return np.array([((w + e) @ (w + e) - (w - e) @ (w - e)) / (4 * h) for e in steps]) - (a * t) @ outputs / h
