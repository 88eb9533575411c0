"""Normalised kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import ONE, ZERO, Number, Point, root, unknown
from kernviz.kernels.diagonal_range import Extent, extent, with_zero
from kernviz.kernels.diagonal_range import number as only
from kernviz.kernels.exact_numbers import ONE as ONE_EXACT
from kernviz.kernels.expr import SUM, Kernel, Show
from kernviz.kernels.featuremap import FeatureMap
from kernviz.kernels.form_writer import Unwritable, exactly_written, mirrored, written_term
from kernviz.kernels.functions import Decay
from kernviz.kernels.gaussian_of import GaussianOf
from kernviz.kernels.label import inverse_length
from kernviz.kernels.linear import LINEAR
from kernviz.kernels.normal_form import UNIT, Form, Term
from kernviz.kernels.rules_and_premises import Rule, Space
from kernviz.kernels.weighted import Weighted, weighted_block
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class Normalized(Kernel):
    """Normalised kernel k(x, z)/√(k(x,x)·k(z,z)).

    The kernel is rule 6 with f(x) = 1/√k(x,x); every image has length 1. Source: S2 rule 6.

    Parameters
    ----------
    k : Kernel, optional
        Inner kernel. The default is x·z.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Normalized(kv.Linear())([[3.0, 4.0], [4.0, 3.0]]).round(2).tolist()
    [[1.0, 0.96], [0.96, 1.0]]
    """

    k: Kernel = LINEAR
    name: ClassVar[str] = "normalize"
    title: ClassVar[str] = phrase("normalised kernel")
    _of_values: ClassVar[bool] = True
    rule: ClassVar[Rule] = Rule(
        phrase("normalise"),
        phrase("dividing by √(‹k›(x,x)·‹k›(‹z›,‹z›)) keeps a kernel a kernel"),
        phrase(
            "It is f(x)·‹k›·f(‹z›) with f(x) = 1/√‹k›(x,x), and f = 0 where ‹k›(x,x) = 0: every image is "
            "put on the unit sphere."
        ),
        {"S0": "Theorem 1 (4)", "S2": "rule 6, f = 1/√k(x,x)", "S4": "rule 2"},
    )

    def _child_space(self, space: Space) -> Space:
        return self.k._positive_on(space)

    def _parts(self, X: Array) -> tuple[Kernel, Array]:
        """Return the kernel without factors e^{−γ‖x‖²}, and its k(x, x).

        Such factors cancel, but far out they are 0 in floats.
        """
        k = self.k
        while isinstance(k, Weighted) and isinstance(k.f, Decay):
            k = k.k
        return k, k._diag(X)

    def _gram(self, X: Array, Z: Array) -> Array:
        k, squared = self._parts(X)
        left = _inverse_root(squared)
        return weighted_block(left, k._gram(X, Z), left if X is Z else _inverse_root(k._diag(Z)))

    def _diag(self, X: Array) -> Array:
        _, squared = self._parts(X)
        # 1, or 0 for points whose image has length 0
        return np.where(squared > 0, squared / np.where(squared > 0, squared, 1), 0)

    def _enclosed(self, x: Point, z: Point) -> Number:
        left, right = self.k._enclosed(x, x), self.k._enclosed(z, z)
        if left <= 0 or right <= 0:
            return ZERO
        if not (left > 0 and right > 0):
            return unknown()  # unknown if the length, by which the value is divided, is 0
        return ONE if x is z else self.k._enclosed(x, z) / root(left * right)

    @property
    def _diagonal_sign(self) -> int:
        return 1

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        return with_zero(only(0.0 if parts[0].high <= 0 else 1.0))

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        return maps[0].weighted(lambda X: _inverse_root(self.k._diag(X)), inverse_length(maps[0].formulas))

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        """Return the normal form of the normalised kernel.

        The form is k/v if k(x, x) is one number v for every x, or 0 if v ≤ 0.
        Otherwise the form is one piece.
        """
        diagonal = parts[0].diagonal()
        value = diagonal.value
        if value is None:
            value = self.k._on_diagonal().value
        if value is None and (
            -1 in (parts[0]._diagonal_sign, diagonal._diagonal_sign) or extent(self.k, space).high <= 0
        ):
            return Form()
        if value is None or value.sign is None:
            return self._simpler(parts[0], space)
        if value.sign <= 0:
            return Form()
        inverse = value.inverse()
        return Form.piece(self) if inverse is None else parts[0].scaled(inverse)

    def _simpler(self, below: Form, space: Space) -> Form:
        """Simplify the inner kernel of the normalisation.

        A factor > 0 of the inner kernel is dropped. A factor e^E becomes the Gaussian of E's features, as
        e^{E(x,z)}/√(e^{E(x,x)}·e^{E(z,z)}) = e^{E(x,z) − ½E(x,x) − ½E(z,z)}. −max(x, z) is written as min(−x, −z).
        """
        reflected = mirrored(below) if space.line else None
        if reflected is not None:
            return Form.piece(reflected)
        ((term, c),) = below.items if len(below.items) == 1 else ((UNIT, ONE_EXACT),)
        if c.sign != 1 or (c == ONE_EXACT and term.exponent is None):
            return Form.piece(self)
        try:
            bare = written_term(Term(term.pieces))
            smooth = Form.number(1.0)
            if term.exponent is not None:
                smooth = GaussianOf(exactly_written(term.exponent), 0.5)._form((term.exponent,), space)
        except Unwritable:
            return Form.piece(self)
        return smooth if bare is None else Form.piece(Normalized(bare)) * smooth

    def _latex(self, show: Show) -> str:
        body = show(self.k, SUM)
        return rf"\frac{{{body}}}{{\sqrt{{‹\k›(x,x)\,‹\k›(‹\z›,‹\z›)}}}}"


def _inverse_root(squared: Array) -> Array:
    """Return 1/√k(x, x), the inverse lengths of images.

    The value is 0 where k(x, x) ≤ 0. An infinite k(x, x) gives nan, which callers report.
    """
    inverse = np.where(squared > 0, 1 / np.sqrt(np.where(squared > 0, squared, 1)), 0)
    return np.where(np.isinf(squared), np.nan, inverse)
