"""Facts of a kernel node for normal forms."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, cast

from kernviz.kernels.differences import Differences
from kernviz.kernels.exact_numbers import as_typed
from kernviz.kernels.normal_form import Form, Piece
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import NumberSpec, Space


class FormFacts(Differences):
    """Forms of a node, its diagonal, its distance and its exponential.

    By default a node is a single piece of a normal form. The nodes with another form override these members.
    """

    _level: ClassVar[float | None] = None  # k(x, x), if equal for every x

    if TYPE_CHECKING:

        def param_specs(self) -> dict[str, NumberSpec]: ...

    def _own_piece(self) -> Form:
        """Return the form that consists of this node."""
        return Form.piece(cast(Piece, self))

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        """Return the normal form of this node.

        The children's forms are given. By default the form is the node itself as a single piece.
        """
        return self._own_piece()

    def _on_diagonal(self) -> Form:
        """Return the diagonal value k(x, x) of this piece as a form.

        A piece in this form stands for its own diagonal value.
        """
        return self._own_piece() if self._level is None else Form.number(self._level)

    def _diagonal_sum(self) -> Form | None:
        """Return k(x, x) + k(z, z) of this piece as a form.

        None if the sum is no form.
        """
        return None if self._level is None else Form.number(2 * self._level)

    def _negative_squared_distance(self, space: Space) -> Form | None:
        """Return the negative squared feature distance of this piece as a form.

        The value is 2k(x, z) − k(x, x) − k(z, z). None if the value is no form.
        """
        ends = self._diagonal_sum()
        return None if ends is None else self._own_piece() + self._own_piece() - ends

    def _stretch(self, s: Fraction) -> Form | None:
        """Return k(s·x, s·z) of this piece as a form.

        None if the stretched kernel is no form.
        """
        if not self._differences:
            return None
        if s == 0:
            return None if self._level is None else Form.number(self._level)
        # a length scale ℓ becomes ℓ/s
        powers = {name: round(-1 / p.length) for name, p in self.param_specs().items() if p.length}
        numbers = {name: as_typed(decimal(getattr(self, name)) * abs(s) ** power) for name, power in powers.items()}
        return None if None in numbers.values() else replace(cast(Any, self), **numbers)._own_piece()

    def _exponentiated(self, c: Fraction) -> Form | None:
        """Return the exponential e^{c·k} of this piece as a form.

        The form contains no exponential. None if there is no such form.
        """
        return None
