"""Tent 1 − ‖x − z‖/w without a cut at 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point, distance, rational
from kernviz.kernels.distances import distances
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import SUM, Show
from kernviz.kernels.named._base import Family, NamedKernel
from kernviz.kernels.named.minimum import Minimum
from kernviz.kernels.named.plus import Plus
from kernviz.kernels.normal_form import Form
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import Rule, Space, latex_number, number
from kernviz.wording import phrase


@dataclass(frozen=True, repr=False)
class Tent(NamedKernel):
    """Tent function k(x, z) = 1 − ‖x − z‖/w.

    The tent is positive semi-definite on {0, 1, 2} for w = 1. Points farther apart refute the tent.

    Parameters
    ----------
    width : float, default=1.0
        Width w, > 0: the distance at which the value is 0.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Tent(1)([[0.0], [1.0], [2.0]], [[0.0]]).tolist()
    [[1.0], [0.0], [-1.0]]
    >>> kv.judge(kv.Tent(1), d=1).verdict
    <Verdict.REFUTED: 'refuted'>
    """

    width: float = number(1.0, "w", phrase("width"), 0.1, 100.0, log=True, above=0, length=1)

    name: ClassVar[str] = "tent"
    title: ClassVar[str] = phrase("tent without a floor")
    _level: ClassVar[float | None] = 1.0
    _differences: ClassVar[bool] = True
    _latex_binds: ClassVar[int] = SUM
    family: ClassVar[Family] = "looks like one"
    note: ClassVar[str] = phrase(
        "For w = 1 its matrix on the points 0, 1, 2 has no negative eigenvalue; on points farther apart it has "
        "one. A few points are no proof."
    )

    _conditional_rule: ClassVar[Rule] = Rule(
        phrase("a number less a distance"),
        phrase("1 − ‖x − ‹z›‖/w is conditionally positive definite in every dimension"),
        phrase(
            "−‖x − ‹z›‖ is conditionally positive definite. The number 1 has the matrix 11ᵀ, and uᵀ11ᵀu = (Σuᵢ)² = "
            "0 if Σuᵢ = 0."
        ),
        {"theory": "Schoenberg (1938)"},
    )

    def _gram(self, X: Array, Z: Array) -> Array:
        return 1 - distances(X, Z) / self.width

    def _enclosed(self, x: Point, z: Point) -> Number:
        return 1 - distance(x, z) / rational(self.width)

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        """Return the normal form of the tent.

        On [0, ∞) −|x − z| is 2 min(x, z) − x − z, and the minimum is a kernel there.
        """
        if not (space.line and space.nonnegative):
            return Form.piece(self)
        slope = Exact.of(1 / decimal(self.width))
        return Form.number(1.0) + (Form.piece(Minimum()).scaled(Exact.of(2)) - Form.piece(Plus())).scaled(slope)

    def _latex(self, show: Show) -> str:
        return r"1-\|x-‹\z›\|" + ("" if self.width == 1 else f"/{latex_number(self.width)}")
