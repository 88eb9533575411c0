r"""Matérn kernel."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from flint import arb, fmpq
from scipy.special import gamma as gamma_function
from scipy.special import kv

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import ONE, Number, Point, exp, hull, rational, squared, unknown
from kernviz.kernels.bessel import bessel_k
from kernviz.kernels.distances import distances
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import Show
from kernviz.kernels.named._base import NamedKernel
from kernviz.kernels.negative_distances import minus_distance
from kernviz.kernels.normal_form import Form
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import Rule, Space, latex_number, number
from kernviz.wording import phrase, say

LARGEST_NU = 100.0  # up to this ν, Γ(ν) and s^ν do not overflow; for larger ν the kernel looks like a Gaussian


@dataclass(frozen=True, repr=False)
class Matern(NamedKernel):
    """Matérn kernel of smoothness ν and length ℓ.

    k(r) = 2^{1−ν}/Γ(ν)·s^ν·K_ν(s), s = √(2ν)·r/ℓ, r = ‖x − z‖ (S4 prints √(2νr)/ℓ, ⚠ E34).

    ν = ½, 3/2, 5/2 have closed forms. ν → ∞ (write ``inf``) is exp(−r²/2ℓ²).
    Raises ValueError for ν ≤ 0, 100 < ν < ∞ or ℓ ≤ 0.

    Parameters
    ----------
    nu : float, default=1.5
        Smoothness ν, > 0; ``inf`` is the Gaussian.
    length : float, default=1.0
        Length ℓ, > 0: a larger ℓ is a wider kernel.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Matern(nu=0.5, length=2)([[0.0], [2.0]], [[0.0]]).round(4).tolist()
    [[1.0], [0.3679]]
    """

    nu: float = number(1.5, "ν", phrase("smoothness"), 0.25, math.inf, log=True, above=0)
    length: float = number(1.0, "ℓ", phrase("length"), 1e-2, 1e2, log=True, above=0, length=1)
    name: ClassVar[str] = "matern"
    title: ClassVar[str] = phrase("Matérn")
    _level: ClassVar[float | None] = 1.0
    _differences: ClassVar[bool] = True
    note: ClassVar[str] = phrase("Between the Laplacian-like ν = ½ and the Gaussian ν = ∞.")
    rule: ClassVar[Rule] = Rule(
        phrase("Bochner: Matérn"),
        phrase("the Matérn function of ‖x − ‹z›‖ is a kernel in every dimension, for ν > 0 and ℓ > 0"),
        phrase(
            "Its Fourier transform is, up to a positive factor, the multivariate Student density "
            "(2ν/ℓ² + ‖ω‖²)^{−ν−d/2}, for ν = ∞ the Gaussian one e^{−ℓ²‖ω‖²/2}; neither is ever negative, "
            "and Bochner's theorem does the rest."
        ),
        {"S4": phrase("examples of valid kernels")},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if LARGEST_NU < self.nu < math.inf:
            raise ValueError(
                say(
                    "nu = {nu:g} must be at most {limit:g}, or inf, the Gaussian it comes close to",
                    nu=self.nu,
                    limit=LARGEST_NU,
                )
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
        # K_ν is infinite at 0, but the kernel's limit there is 1
        inside = np.maximum(s.astype(np.float64), np.finfo(float).tiny ** 0.25)
        bessel = kv(self.nu, inside)
        value = 2 ** (1 - self.nu) / gamma_function(self.nu) * inside**self.nu * bessel
        # s^ν overflows only where e^{-s} underflows, and the kernel is 0
        far = np.where(np.isfinite(value), value, 0.0)
        return np.where(s == 0, 1.0, np.where(np.isinf(bessel), self._near(inside), far))

    def _near(self, s: Array) -> Array:
        """Return the values at small s by a power series.

        The series is 1 − q/(ν−1) + q²/(2(ν−1)(ν−2)) − … with q = s²/4.
        The series is for s where K_ν(s) overflows: there q < 10⁻³ for every ν ≤ 100.
        """
        if self.nu <= 3:
            return np.ones_like(s)  # not used: here K_ν is finite
        q = s * s / 4
        return 1 - q / (self.nu - 1) * (1 - q / (2 * (self.nu - 2)))

    def _gram(self, X: Array, Z: Array) -> Array:
        return self._of(distances(X, Z))

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        length = decimal(self.length)
        if self.nu == 0.5:
            return minus_distance(1).scaled(Exact.of(1 / length)).exponential()
        if math.isinf(self.nu):
            return minus_distance(2).scaled(Exact.of(1 / (2 * length**2))).exponential()
        return Form.piece(self)

    def _enclosed(self, x: Point, z: Point) -> Number:
        scaled = squared(x, z) / rational(self.length) ** 2
        return exp(-scaled / 2) if math.isinf(self.nu) else _enclosed(rational(self.nu), 2 * rational(self.nu) * scaled)

    def _latex(self, show: Show) -> str:
        if math.isinf(self.nu):  # a Gaussian, without Γ(ν) and K_ν
            return rf"e^{{-\|x-‹\z›\|^2/{latex_number(2 * self.length**2)}}}"
        return (
            rf"\tfrac{{2^{{1-\nu}}}}{{\Gamma(\nu)}}s^\nu K_\nu(s),\ s=\tfrac{{\sqrt{{2\nu}}\,\|x-‹\z›\|}}"
            rf"{{{latex_number(self.length)}}},\ \nu={latex_number(self.nu)}"
        )


def _enclosed(nu: fmpq, squared: Number) -> Number:
    """Return a ball that contains the value at s = √squared.

    The function decreases from 1 at s = 0. If the ball of s² contains 0, the value lies between 1 and the value at the
    ball's upper end.
    """
    if squared > 0:
        return _at(nu, arb(squared).sqrt())
    top = arb(squared).upper()
    return hull(ONE, _at(nu, top.sqrt())) if top > 0 else ONE if top == 0 else unknown()


def _closed(nu: fmpq, s: Any) -> Any:
    """Return the closed form of the kernel for half-integer ν.

    The form is e^{−s} times a polynomial of degree n = ν − ½.
    """
    n, whole = (int(nu.p) - 1) // 2, math.factorial
    terms = [(2 * s) ** (n - i) * fmpq(whole(n + i), whole(i) * whole(n - i)) for i in range(n + 1)]
    return (-s).exp() * sum(terms[1:], terms[0]) * fmpq(whole(n), whole(2 * n))


def _at(nu: fmpq, s: arb) -> Number:
    if nu.q == 2:
        return _closed(nu, s)
    return 2 * (s / 2) ** nu * bessel_k(nu, s) / arb.gamma_fmpq(nu)
