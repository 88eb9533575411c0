r"""Closure rule that maps the inputs first: k₁(φ(x), φ(z))."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number, Point
from kernviz.kernels.constant import Constant
from kernviz.kernels.diagonal_range import Extent
from kernviz.kernels.expr import ATOM, POWER, SCALED, SUM, Kernel, Show, kernel_of
from kernviz.kernels.featuremap import FeatureMap
from kernviz.kernels.form_writer import Unwritable, written_term
from kernviz.kernels.label import coordinates
from kernviz.kernels.linear import LINEAR
from kernviz.kernels.normal_form import Form, Piece, Term, TooMany, _form, form
from kernviz.kernels.object_types import Kind
from kernviz.kernels.operators import provide
from kernviz.kernels.point_map_base import PointMap
from kernviz.kernels.polynomial_in_x_and_z import Bipolynomial
from kernviz.kernels.rules_and_premises import SECOND, Rule, Space
from kernviz.wording import phrase, say


@dataclass(frozen=True, repr=False)
class Mapped(Kernel):
    """Closure rule: a kernel of mapped inputs.

    k(x, z) = k₁(φ(x), φ(z)) for any φ: A → ℝᵐ, written ``k @ phi``.
    The set A is ℝᵈ, or all words, sets, graphs.

    Source: S0 Theorem 1 (5).

    Parameters
    ----------
    k : Kernel, optional
        Inner kernel k₁. The default is x·z.
    phi : map of points, words, sets or graphs
        Map φ, such as ``Square()`` or ``NGrams(2)``. It must be given.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.RBF(1) @ kv.Circle(period=7)
    rbf(gamma=1) @ circle(period=7)
    >>> kv.Mapped(kv.Linear(), kv.NGrams(2))(["tool", "fool"]).tolist()
    [[3.0, 2.0], [2.0, 3.0]]
    """

    k: Kernel = LINEAR
    phi: PointMap = None  # type: ignore[assignment]
    _binds: ClassVar[int] = SCALED
    _latex_binds: ClassVar[int] = ATOM
    title: ClassVar[str] = phrase("a kernel after a map")
    rule: ClassVar[Rule] = Rule(
        phrase("map the inputs"),
        phrase("‹k›₁(‹φ›(x), ‹φ›(‹z›)) is a kernel, for any map ‹φ›"),
        phrase("Its Gram matrix is the Gram matrix of ‹k›₁ on the points ‹φ›(xᵢ)."),
        {"S0": "Theorem 1 (5)"},
    )
    _conditional_rule: ClassVar[Rule] = Rule(
        phrase("map the inputs, conditionally"),
        phrase("‹k›₁(‹φ›(x), ‹φ›(‹z›)) is conditionally positive definite where ‹k›₁ is, for any map ‹φ›"),
        phrase("Its Gram matrix is the Gram matrix of ‹k›₁ on the points ‹φ›(xᵢ)."),
        {"theory": "Schoenberg (1938)"},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.phi, PointMap):
            raise ValueError(say("k @ φ needs a map such as square or circle(period=2), got {phi!r}", phi=self.phi))

    @property
    def _diagonal_sign(self) -> int | None:
        return self.k._diagonal_sign

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        """Return the range of k(x, x) over all images.

        The range is one number if all images lie on a sphere and k₁(x, x) depends on ‖x‖² alone.
        """
        squared = None if space.every else self.phi.on_sphere(space.d)
        below = None if squared is None else form(self.k, self._child_space(space))
        if squared is None or below is None:
            return parts[0]
        on_sphere = below.diagonal().replaced(
            lambda piece: Form.number(float(squared)) if piece == LINEAR else Form.piece(piece)
        )
        return parts[0] if on_sphere.value is None else Extent.of(on_sphere.value.ball())

    def _gram(self, X: Array, Z: Array) -> Array:
        left, right = self.phi.pair(X, Z)
        return self.k._gram(left, right)

    def _diag(self, X: Array) -> Array:
        return self.k._diag(self.phi(X))

    def _enclosed(self, x: Point, z: Point) -> Number:
        return self.k._enclosed(*self.phi.enclosed_pair(x, z))

    @cached_property
    def _kinds(self) -> frozenset[Kind]:
        return frozenset({self.phi.takes})

    def _check_kind(self) -> None:
        self.phi.check(self.k)

    def _child_space(self, space: Space) -> Space:
        return self.phi.onto(space)

    def _child_points(self, X: Array) -> Array:
        return self.phi(X)

    def _child_length(self, length: float) -> float:
        return self.phi.length_before(length)

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        """Return the normal form with the map applied to every piece.

        If possible, a stretch is applied to the numbers of a piece. Other maps are kept as k @ φ.
        """
        return parts[0].replaced_terms(lambda term: self._form_of(term, space))

    def _form_of(self, term: Term, space: Space) -> Form:
        s = self.phi.factor(space)
        if s is not None:
            try:
                return term.replaced(lambda piece: _required(kernel_of(piece)._stretch(s)))
            except _CannotStretch:
                pass
        if self.phi.on_sphere(1) is not None and not space.every:
            return term.replaced(lambda piece: self._on_image_sphere(kernel_of(piece), space))
        rest = Form.number(1.0)
        for piece, n in term.pieces:
            rest = rest * self._of_piece(piece).power(n)
        if term.exponent is None:
            return rest
        try:
            body = written_term(Term(frozenset(), term.exponent))
        except Unwritable:
            raise TooMany from None
        return rest * Form.piece(Mapped(body or Constant(1.0), self.phi))

    def _of_piece(self, piece: Piece) -> Form:
        return Form.piece(Mapped(kernel_of(piece), self.phi))

    def _on_image_sphere(self, piece: Kernel, space: Space) -> Form:
        """Return the form of a piece if all images have one length.

        Distances are then at most the diameter of their sphere.
        """
        squared = self.phi.on_sphere(space.d)
        assert squared is not None
        within = piece._within(Fraction(4 * squared))
        if within is not None:
            return within.replaced(lambda inner: self._on_image_sphere(kernel_of(inner), space))
        fixed = piece._on_sphere(squared)
        if fixed is not None:
            return fixed
        if piece._of_values and piece.children:
            images = tuple(Mapped(child, self.phi) for child in piece.children)
            # the piece depends on values of its children only, so the map can be applied to the children
            there = piece.with_children(images)
            return there._form(tuple(_form(image, space) for image in images), space)
        return Form.piece(Mapped(piece, self.phi))

    def _on_sphere(self, squared: int) -> Form | None:
        return self.k._of_sum(squared) if self.phi.squares else None

    def _exponentiated(self, c: Fraction) -> Form | None:
        found = self.k._exponentiated(c)
        return None if found is None else found.replaced(self._of_piece)

    def _on_diagonal(self) -> Form:
        return Form.piece(self) if self.k._level is None else Form.number(self.k._level)

    def _diagonal_sum(self) -> Form | None:
        return None if self.k._level is None else Form.number(2 * self.k._level)

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial | None:
        images = self.phi.monomials(d)
        return None if images is None else parts[0].substituted(images, d)

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        return maps[0].after(self.phi, self.phi.labels(coordinates(d)))

    def _text(self, show: Show) -> str:
        return f"{show(self.k, POWER) if not isinstance(self.k, Constant) else f'({self.k})'} @ {self.phi}"

    def _latex(self, show: Show) -> str:
        return rf"\left[{show(self.k, SUM)}\right]_{{x\to {self.phi.latex('x')},\;‹\z›\to {self.phi.latex(SECOND)}}}"


class _CannotStretch(Exception):
    """Error for a piece that cannot be stretched exactly.

    Raised if k(s·x, s·z) of a piece is unknown, or known only with rounded numbers.
    """


def _required(stretched: Form | None) -> Form:
    if stretched is None:
        raise _CannotStretch
    return stretched


provide(mapped=Mapped)
