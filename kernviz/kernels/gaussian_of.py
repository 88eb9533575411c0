"""Gaussian kernel of the features of a kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import ONE, Number, Point, exp, rational
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import SUM, Kernel, Show
from kernviz.kernels.form_writer import Unwritable, exactly_written
from kernviz.kernels.linear import LINEAR
from kernviz.kernels.norm_weight import ExpNormWeight
from kernviz.kernels.normal_form import Form
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import Rule, Space, number
from kernviz.kernels.widths import decaying
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class GaussianOf(Kernel):
    """Gaussian kernel of the features that k defines.

    The value is exp(−γ·(k(x,x) − 2k(x,z) + k(z,z))). Source: S0 Exercise.

    The value equals f(x)·exp(2γk(x,z))·f(z) with f(x) = exp(−γk(x,x)).
    So the result is a kernel whenever k is one.

    Parameters
    ----------
    k : Kernel, optional
        Kernel of the features. The default is x·z.
    gamma : float, default=1.0
        Inverse width γ, > 0: a larger γ is a narrower kernel.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.GaussianOf(kv.Polynomial(2), gamma=0.1)([[0.0], [1.0]], [[0.0]]).round(4).tolist()
    [[1.0], [0.7408]]
    """

    k: Kernel = LINEAR
    gamma: float = number(1.0, "γ", phrase("inverse width"), 1e-3, 1e3, log=True, above=0, length=-0.5, idea="width")
    name: ClassVar[str] = "gaussian_of"
    title: ClassVar[str] = phrase("Gaussian of a kernel's features")
    _of_values: ClassVar[bool] = True
    _level: ClassVar[float | None] = 1.0
    _latex_binds: ClassVar[int] = SUM
    rule: ClassVar[Rule] = Rule(
        phrase("Gaussian of features"),
        phrase("exp(−‹γ‖φ(x) − φ(z)‖²›) is a kernel, where ‹φ› is the feature map of ‹k›"),
        phrase(
            "‖‹φ›(x) − ‹φ›(‹z›)‖² = ‹k›(x,x) − 2‹k›(x,‹z›) + ‹k›(‹z›,‹z›), so it is the Gaussian kernel after the "
            "map ‹φ›: f(x)·exp(‹2γ›‹k›)·f(‹z›) with f(x) = exp(−‹γ›‹k›(x,x))."
        ),
        {"S0": phrase("Exercise, by Theorem 1 (5)"), "S2": "rules 2, 7, 6"},
    )
    _schoenberg: ClassVar[Rule] = Rule(
        phrase("Gaussian of a conditionally positive definite function"),
        phrase(
            "exp(−‹γ›(‹k›(x,x) − 2‹k›(x,‹z›) + ‹k›(‹z›,‹z›))) is a kernel where ‹k› is conditionally positive definite"
        ),
        phrase(
            "Let ‹k›₀(x,‹z›) = ‹k›(x,‹z›) − ‹k›(x,o) − ‹k›(o,‹z›) + ‹k›(o,o), for any point o. ‹k›₀ is a kernel, and "
            "it gives the same ‹k›(x,x) − 2‹k›(x,‹z›) + ‹k›(‹z›,‹z›). So this number is ‖‹φ›₀(x) − ‹φ›₀(‹z›)‖²."
        ),
        {"theory": "Schoenberg (1938)"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        left = self.k._diag(X)
        # this sum first, so that the matrix is exactly symmetric
        lengths = left[:, None] + (left if X is Z else self.k._diag(Z))[None, :]
        return np.exp(-self.gamma * (lengths - 2 * self.k._gram(X, Z)))

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        """Return the normal form of the Gaussian of features.

        The form is e^{γ(2k − k(x,x) − k(z,z))} with known diagonals inserted.
        Terms f(x) + f(z) in k cancel there, and so do numbers in k.
        """
        exponent, expanding, rest = Form(), Form(), Form()
        for term, c in parts[0].items:
            part = Form(frozenset({(term, c)}))
            distance = part.negative_distance(space)
            if distance is not None:
                exponent = exponent + distance
            elif part.scaled(Exact.of(2 * decimal(self.gamma))).exponential().plain:
                expanding = expanding + part
            else:
                rest = rest + part
        gamma = Exact.of(self.gamma)
        opened = exponent.scaled(gamma).exponential()
        try:
            if expanding:  # f(x)·e^{2γk}·f(z): e^{2γk} is expanded into a polynomial, f is kept
                lengths = Form.piece(ExpNormWeight(exactly_written(expanding), self.gamma))
                opened = opened * lengths * (expanding + expanding).scaled(gamma).exponential()
            if rest:
                opened = opened * Form.piece(GaussianOf(exactly_written(rest), self.gamma))
        except Unwritable:
            return Form.piece(self)
        return opened

    def _enclosed(self, x: Point, z: Point) -> Number:
        if x is z:
            return ONE
        squared = self.k._enclosed(x, x) - 2 * self.k._enclosed(x, z) + self.k._enclosed(z, z)
        return exp(-rational(self.gamma) * squared)

    def _latex(self, show: Show) -> str:
        exponent = decaying(self.gamma, r"\|‹\varphi›(x)-‹\varphi›(‹\z›)\|^2")
        return rf"e^{{{exponent}}},\ ‹\varphi›\cdot‹\varphi›={show(self.k, SUM)}"
