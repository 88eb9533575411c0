"""Base class of kernels: an immutable expression tree.

The class holds everything that every node shares.

A node states local facts: its Gram block, rule, premises, text, formula, polynomial and features.
Recursive functions in other modules combine these facts over the tree (proof, printing, features).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import Any, ClassVar, Self

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number
from kernviz.kernels.diagonal_range import NOT_NEGATIVE, NOT_POSITIVE, WITHIN_ONE, Extent, one_value
from kernviz.kernels.featuremap import FeatureMap
from kernviz.kernels.form_facts import FormFacts
from kernviz.kernels.input_checks import one_kind, other_kind, taken
from kernviz.kernels.node import KernelNode, check_fields, fields_of, reduced
from kernviz.kernels.normal_form import Piece
from kernviz.kernels.object_types import Data, Kind, kind_in, precision
from kernviz.kernels.operators import Operators
from kernviz.kernels.parameters import Parameters
from kernviz.kernels.polynomial_in_x_and_z import Bipolynomial
from kernviz.kernels.rules_and_premises import Premise, Rule, Space, exact
from kernviz.kernels.text import latex, text
from kernviz.wording import say

Show = Callable[["Kernel", int], str]  # prints a child, in parentheses if it binds looser than the level

SUM, SCALED, PRODUCT, POWER, ATOM = 1, 2, 3, 4, 5  # precedence of a node's text: a higher number binds tighter


@dataclass(frozen=True)
class Kernel(KernelNode, Operators["Kernel"], Parameters["Kernel"], FormFacts):
    """Kernel k(x, z), a node of the expression tree.

    ``k(X)`` is the Gram matrix (n, n), ``k(X, Z)`` the block (n, m). X and Z are tables with a row for each point, so
    the value for two points x and z is ``k([x], [z])[0, 0]``. A list of n numbers is n points of the line.

    ``k.diag(X)`` (n,) is the diagonal of the Gram matrix.

    A kernel is immutable and hashable. An instance need not be positive semi-definite: `kernviz.judge` decides this,
    and building a tree never raises for this reason. Raises ValueError for invalid numbers, such as a degree of 2.5.

    Examples
    --------
    >>> import kernviz as kv
    >>> k = kv.parse("rbf(2) + linear")
    >>> k([[0.0], [1.0]]).round(4).tolist()
    [[1.0, 0.1353], [0.1353, 2.0]]
    >>> k.with_params(**{"0__gamma": 5})
    rbf(gamma=5) + linear
    """

    rule: ClassVar[Rule | None] = None  # rule or axiom that makes this node a kernel if its children are kernels
    _binds: ClassVar[int] = ATOM  # precedence of its text
    # precedence of its formula: a power of e^{…} needs brackets, rbf(1)**2 does not
    _latex_binds: ClassVar[int] = POWER
    name: ClassVar[str] = ""  # name in a kernel text, for nodes written as a call
    title: ClassVar[str] = ""  # title on a menu
    _takes: ClassVar[Kind | None] = "vectors"  # kind of objects a leaf compares; None for any
    _opens: ClassVar[bool] = True  # multiplying out continues in its expansion
    _idempotent: ClassVar[bool] = False  # k² = k
    # rule that makes the node conditionally positive definite if its children are
    _conditional_rule: ClassVar[Rule | None] = None
    # rule that makes the node a kernel if its child is conditionally positive definite
    _schoenberg: ClassVar[Rule | None] = None

    def __post_init__(self) -> None:
        check_fields(self)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return reduced(self)

    # ---- values -------------------------------------------------------------------------------------------------

    def __call__(self, X: Data, Z: Data | None = None) -> Array:
        """Return the Gram block of the points X and Z.

        Shapes: (n, d), (m, d) -> (n, m); with one argument (n, n).
        Raises ValueError for unequal d.
        """
        left = self.points(X)
        right = left if Z is None else self.points(Z)
        if left.ndim != right.ndim:  # a constant takes both
            raise ValueError(other_kind(self, kind_in(X), kind_in(Z)))
        if left.shape[1:] != right.shape[1:]:
            raise ValueError(
                say(
                    "X has {x_columns} columns and Z has {z_columns}: points must have equal length",
                    x_columns=left.shape[1],
                    z_columns=right.shape[1],
                )
            )
        with np.errstate(over="ignore", invalid="ignore", under="ignore"):  # callers report overflow
            return self._gram(left, right)

    def diag(self, X: Data) -> Array:
        """Return the diagonal value k(x, x) for every row.

        Shapes: (n, d) -> (n,).
        """
        with np.errstate(over="ignore", invalid="ignore", under="ignore"):
            return self._diag(self.points(X))

    def points(self, X: Data) -> Array:
        """Return X as a checked array: (n, d) floats or (n,) objects.

        Raises ValueError if the kernel does not take such data.
        """
        return taken(self, X)

    def _gram(self, X: Array, Z: Array) -> Array:
        raise TypeError(f"{type(self).__name__} does not say how to compute its Gram block")

    def _diag(self, X: Array) -> Array:
        if self._level is not None:
            return np.full(len(X), self._level, dtype=precision(X))
        # small blocks, whose Gram matrices take little memory
        blocks = (X[start : start + 32] for start in range(0, len(X), 32))
        return np.concatenate([np.diagonal(self._gram(rows, rows)) for rows in blocks] or [np.zeros(0, precision(X))])

    def _enclosed(self, x: Any, z: Any) -> Number:
        """Return k(x, z) as a fraction or as a ball.

        The ball contains the value: see `kernels.ball_arithmetic`.

        x, z: tuples of fractions or balls, or objects. If both are one point, ``x is z``.
        """
        raise TypeError(f"{type(self).__name__} does not say what it is with certainty")

    # ---- tree -------------------------------------------------------------------------------------------------

    @property
    def children(self) -> tuple[Kernel, ...]:
        """Return the kernels this node is built from, in order."""
        return tuple(value for _, value in self._child_items())

    def _child_items(self) -> Iterator[tuple[str, Kernel]]:
        for item in fields_of(self):
            value = getattr(self, item.name)
            if isinstance(value, Kernel):
                yield item.name, value

    def with_children(self, children: tuple[Kernel, ...]) -> Self:
        """Return this node with other children."""
        names = [name for name, _ in self._child_items()]
        return replace(self, **dict(zip(names, children, strict=True)))

    def walk(self) -> Iterator[Kernel]:
        """Yield every node of the tree, beginning with the root."""
        yield self
        for child in self.children:
            yield from child.walk()

    def expand(self) -> Kernel | None:
        """Return the expansion of a named kernel by closure rules.

        None if there is no expansion.
        The kernel's proof, polynomial and features are those of the expansion.
        """
        return None

    def fully_expanded(self) -> Kernel:
        """Return the tree with every named kernel expanded.

        Expansions consist of closure rules. They may contain named kernels, which are expanded, too.
        """
        opened = self.expand() or self
        return opened.with_children(tuple(child.fully_expanded() for child in opened.children))

    @cached_property
    def _kinds(self) -> frozenset[Kind]:
        """Return the kinds of objects the kernel compares.

        Usually there is one kind. A constant has none, as it takes anything.
        A mixture has several.
        """
        own = frozenset({self._takes}) if self._takes and not self.children else frozenset()
        return own.union(*(child._kinds for child in self.children))

    @cached_property
    def kind(self) -> Kind | None:
        """Return the kind of objects that this kernel compares.

        None for a constant, which takes any kind. Raises ValueError for a mixture of kinds.
        """
        return one_kind(self)

    def _check_kind(self) -> None:
        """Check the kind of objects that this node passes on.

        Raises ValueError if a child cannot compare the objects this node passes to it.
        """

    # ---- facts for algorithms on trees --------------------------------------------------------------------------

    def premises(self, space: Space) -> tuple[Premise, ...]:
        """Return the side conditions of this node's rule, decided on `space`."""
        return ()

    def _child_space(self, space: Space) -> Space:
        """Return the space of the children's points."""
        return space

    def _child_points(self, X: Array) -> Array:
        """Return the points for the children, X itself or φ(X)."""
        return X

    def _child_length(self, length: float) -> float:
        """Return the children's distance of points at the distance `length`."""
        return length

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial | None:
        """Return this node as a polynomial in (x, z).

        The children's polynomials are given. None if the node is no polynomial.
        """
        return None

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        """Return the explicit feature map of this node.

        The children's feature maps are given. None if the node has no finite feature map.
        """
        return None

    def _conditional_premises(self, space: Space) -> tuple[Premise, ...]:
        """Return the side conditions of `_conditional_rule`, decided on `space`."""
        return ()

    @property
    def _diagonal_sign(self) -> int | None:
        """Return the sign of the diagonal values k(x, x).

        The sign is 1 if k(x, x) ≥ 0 for every x, and −1 if k(x, x) ≤ 0 for every x.
        The value 0 counts as 1. None if the sign is unknown.
        """
        return None if self._level is None else 1 if self._level >= 0 else -1

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        """Return the range of k(x, x) over the space.

        The ranges of the node's children are given.
        """
        if self._level is not None:
            return one_value(self._level)
        if self._within_one:
            return WITHIN_ONE
        return {1: NOT_NEGATIVE, -1: NOT_POSITIVE, None: Extent()}[self._diagonal_sign]

    def _positive_on(self, space: Space) -> Space:
        """Return a space that contains every point with k(x, x) > 0."""
        return space

    def _text(self, show: Show) -> str:
        arguments = [show(child, SUM) for child in self.children]
        arguments += [f"{name}={exact(value)}" for name, value in self._numbers()]
        return f"{self.name}({', '.join(arguments)})" if arguments else self.name

    def _latex(self, show: Show) -> str:
        raise TypeError(f"{type(self).__name__} has no formula")

    def __str__(self) -> str:
        return text(self)

    __repr__ = __str__

    def _repr_latex_(self) -> str:
        """Return the formula of the kernel for a notebook."""
        return f"$k(x, z) = {latex(self)}$"

    def _repr_html_(self) -> str:
        """Return text and formula of the kernel as HTML, for a notebook.

        A notebook sets the formula between the dollar signs.
        """
        return f"<p><code>{escape(text(self))}</code>: {escape(self._repr_latex_())}</p>"


def kernel_of(piece: Piece) -> Kernel:
    """Return a piece of a normal form as a kernel.

    Every piece is one.
    """
    assert isinstance(piece, Kernel)
    return piece
