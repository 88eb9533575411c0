r"""The Matérn kernel."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy.special import gamma as gamma_function
from scipy.special import kv

from kernviz.kernels.distances import distances
from kernviz.kernels.expr import Array, Show
from kernviz.kernels.facts import Rule, latex_number, number
from kernviz.kernels.named._base import NamedKernel


@dataclass(frozen=True, repr=False)
class Matern(NamedKernel):
    r"""k(r) = 2^{1−ν}/Γ(ν)·s^ν·K_ν(s), s = √(2ν)·r/ℓ, r = ‖x − z‖ (S4 prints √(2νr)/ℓ, ⚠ E34).

    ν = ½, 3/2, 5/2 have closed forms; ν → ∞ (write ``inf``) is exp(−r²/2ℓ²). Raises ValueError for ν ≤ 0 or ℓ ≤ 0.
    """

    nu: float = number(1.5, "ν", "smoothness", 0.25, math.inf, log=True, above=0)
    length: float = number(1.0, "ℓ", "length", 1e-2, 1e2, log=True, above=0)
    name: ClassVar[str] = "matern"
    title: ClassVar[str] = "Matérn"
    note: ClassVar[str] = "Between the Laplacian-like ν = ½ and the Gaussian ν = ∞."
    rule: ClassVar[Rule] = Rule(
        "Bochner: Matérn",
        "the Matérn function of ‖x − z‖ is a kernel in every dimension, for ν > 0 and ℓ > 0",
        "Its Fourier transform is a multivariate Student density, (2ν/ℓ² + ‖ω‖²)^{−ν−d/2} up to a positive factor, "
        "which is never negative; Bochner's theorem does the rest.",
        {"S4": "examples of valid kernels"},
    )

    def _of(self, r: Array) -> Array:
        if math.isinf(self.nu):
            return np.exp(-((r / self.length) ** 2) / 2)
        s = math.sqrt(2 * self.nu) * r / self.length
        if self.nu == 0.5:
            return np.exp(-s)
        if self.nu == 1.5:
            return (1 + s) * np.exp(-s)
        if self.nu == 2.5:
            return (1 + s + s * s / 3) * np.exp(-s)
        inside = np.maximum(s.astype(np.float64), np.finfo(float).tiny ** 0.25)  # K_ν is infinite at 0, the limit is 1
        value = 2 ** (1 - self.nu) / gamma_function(self.nu) * inside**self.nu * kv(self.nu, inside)
        return np.where(s == 0, 1.0, np.nan_to_num(value, nan=0.0))

    def _gram(self, X: Array, Z: Array) -> Array:
        return self._of(distances(X, Z))

    def _diag(self, X: Array) -> Array:
        return np.ones(len(X), dtype=X.dtype)

    def _latex(self, show: Show) -> str:
        return (
            rf"\tfrac{{2^{{1-\nu}}}}{{\Gamma(\nu)}}s^\nu K_\nu(s),\ s=\tfrac{{\sqrt{{2\nu}}\,\|x-z\|}}"
            rf"{{{latex_number(self.length)}}},\ \nu={latex_number(self.nu)}"
        )
