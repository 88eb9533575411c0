r"""A kernel is an immutable expression tree; this file holds what every node shares.

A node states local facts: its Gram block, its rule and premises, its template as text and as a formula, its polynomial,
its features. Folds elsewhere (proof, printing, parsing, features) combine the facts and never name a node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from kernviz.kernels.accepted import one_kind, taken
from kernviz.kernels.bipolynomial import Bipolynomial, decimal
from kernviz.kernels.differences import Differences
from kernviz.kernels.enclosure import Number
from kernviz.kernels.extent import NOT_NEGATIVE, NOT_POSITIVE, WITHIN_ONE, Extent
from kernviz.kernels.extent import number as only
from kernviz.kernels.facts import NumberSpec, Premise, Rule, Space, exact
from kernviz.kernels.featuremap import FeatureMap
from kernviz.kernels.form import Form
from kernviz.kernels.kinds import Data, Kind, precision
from kernviz.kernels.node import check_fields, fields_of, params, reduced
from kernviz.kernels.operators import Operators
from kernviz.wording import say

Array = NDArray[np.float64]
Show = Callable[["Kernel", int], str]  # prints a child, in parentheses if it binds looser than the level

SUM, SCALED, PRODUCT, POWER, ATOM = 1, 2, 3, 4, 5  # how tightly a node's text binds


@dataclass(frozen=True)
class Kernel(Operators, Differences):
    r"""k(x, z), a node of the tree. ``k(X)`` is the Gram matrix (n, n), ``k(X, Z)`` the block (n, m), ``k.diag(X)``
    (n,).

    Immutable and hashable. Building one never judges it: a tree that is not a kernel is a fine tree, see
    `kernviz.judge`. Raises ValueError for numbers that make no sense (a degree of 2.5), never for a kernel that is not
    one.
    """

    rule: ClassVar[Rule | None] = None  # the closure rule or axiom that makes this node a kernel
    binds: ClassVar[int] = ATOM  # how tightly its text holds together
    latex_binds: ClassVar[int] = POWER  # and its formula: a power of e^{…} needs brackets that rbf(1)**2 does not
    name: ClassVar[str] = ""  # the word in a kernel text, for nodes written as a call
    title: ClassVar[str] = ""  # the words on a menu
    takes: ClassVar[Kind | None] = "vectors"  # what a leaf compares; None for one that takes anything
    opens: ClassVar[bool] = True  # whether multiplying out goes on in its expansion
    idempotent: ClassVar[bool] = False  # whether k² is k
    level: ClassVar[float | None] = None  # k(x, x), where it is one number for every x
    # a function of x·z whose power series ends at points off the positive axis: "transcendental" where no entire
    # functions relate its powers to each other, "meromorphic" where no polynomials do
    singular: ClassVar[str | None] = None
    root: ClassVar[Fraction | None] = None  # q where it is f(x)·f(z)·(1 + (x·z)²)^q, f analytic near 0
    conditional: ClassVar[Rule | None] = None  # why uᵀKu ≥ 0 for Σu = 0, given that of its children
    schoenberg: ClassVar[Rule | None] = None  # the rule that makes this node a kernel when its child is that
    vanishing: ClassVar[Rule | None] = None  # why this node is 0 when minus its child is a kernel

    def __post_init__(self) -> None:
        check_fields(self)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return reduced(self)

    # ---- values -------------------------------------------------------------------------------------------------

    def __call__(self, X: Data, Z: Data | None = None) -> Array:
        """Gram block: (n, d), (m, d) -> (n, m); with one argument (n, n). Raises ValueError on shapes that do
        not fit.
        """
        left = self.points(X)
        right = left if Z is None else self.points(Z)
        if left.shape[1:] != right.shape[1:]:
            raise ValueError(
                say(
                    "X has {shape} columns and Z has {shape_2}: points must have equal length",
                    shape=left.shape[1],
                    shape_2=right.shape[1],
                )
            )
        with np.errstate(over="ignore", invalid="ignore", under="ignore"):  # overflow is reported by who uses the block
            return self._gram(left, right)

    def diag(self, X: Data) -> Array:
        """k(x, x) for every row: (n, d) -> (n,)."""
        with np.errstate(over="ignore", invalid="ignore", under="ignore"):
            return self._diag(self.points(X))

    def points(self, X: Data) -> Array:
        """X as this kernel takes it, (n, d) floats or (n,) objects. Raises ValueError where it takes something else."""
        return taken(self, X)

    def _gram(self, X: Array, Z: Array) -> Array:
        raise TypeError(f"{type(self).__name__} does not say how to compute its Gram block")

    def _diag(self, X: Array) -> Array:
        blocks = (X[start : start + 32] for start in range(0, len(X), 32))  # small ones: their Gram blocks stay cheap
        return np.concatenate([np.diagonal(self._gram(rows, rows)) for rows in blocks] or [np.zeros(0, precision(X))])

    def _enclosed(self, x: Any, z: Any) -> Number:
        """k(x, z) with certainty, as a fraction or a ball that holds it: see `kernels.enclosure`. x, z: tuples of
        fractions or balls, or objects; x is z where they are one point.
        """
        raise TypeError(f"{type(self).__name__} does not say what it is with certainty")

    def effort(self) -> int:
        """What a certain value costs, in those of a Gaussian kernel for a leaf, else in values of its children."""
        return 1

    # ---- the tree -----------------------------------------------------------------------------------------------

    @property
    def children(self) -> tuple[Kernel, ...]:
        """The kernels this node is built from, in order."""
        return tuple(value for _, value in self._child_items())

    def _child_items(self) -> Iterator[tuple[str, Kernel]]:
        for item in fields_of(self):
            value = getattr(self, item.name)
            if isinstance(value, Kernel):
                yield item.name, value

    def with_children(self, children: tuple[Kernel, ...]) -> Self:
        """The same node over other children."""
        names = [name for name, _ in self._child_items()]
        return replace(self, **dict(zip(names, children, strict=True)))

    def walk(self) -> Iterator[Kernel]:
        """Every node, this one first."""
        yield self
        for child in self.children:
            yield from child.walk()

    def expand(self) -> Kernel | None:
        """A named kernel as closure rules, where it is one: its proof, its polynomial and its features are the
        expansion's.
        """
        return None

    def spelled_out(self) -> Kernel:
        """The tree with every named kernel replaced by its expansion into closure rules, all the way down."""
        opened = self.expand() or self
        return opened.with_children(tuple(child.spelled_out() for child in opened.children))

    @cached_property
    def kinds(self) -> frozenset[Kind]:
        """What the kernel compares: one kind; none for a constant, which takes anything; several for a mixture."""
        own = frozenset({self.takes}) if self.takes and not self.children else frozenset()
        return own.union(*(child.kinds for child in self.children))

    @cached_property
    def kind(self) -> Kind | None:
        """The one kind of things this kernel compares, None for a constant. Raises ValueError for a mixture."""
        return one_kind(self)

    def check_kind(self) -> None:
        """Refuse, in words, children that cannot compare what this node hands them."""

    # ---- facts for the folds ------------------------------------------------------------------------------------

    def premises(self, space: Space) -> tuple[Premise, ...]:
        """The side conditions of this node's rule, decided on `space`."""
        return ()

    def child_space(self, space: Space) -> Space:
        """Where the children's points live."""
        return space

    def child_points(self, X: Array) -> Array:
        """The points the children see: X itself, or φ(X)."""
        return X

    def child_length(self, length: float) -> float:
        """The distance between points that the children see as this one."""
        return length

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial | None:
        """This node as a polynomial in (x, z), given its children's; None if it is not one."""
        return None

    def _features(self, maps: tuple[FeatureMap, ...], d: int) -> FeatureMap | None:
        """This node's explicit feature map, given its children's; None if it has no finite one."""
        return None

    def power_rule(self, n: int, space: Space) -> tuple[Rule, tuple[Premise, ...]] | None:
        """A rule of its own for kⁿ, where kⁿ may be a kernel though k is none, with its side conditions."""
        return None

    def sphere_rule(self, squared: int, conditional: bool = False) -> tuple[Rule, tuple[Premise, ...]] | None:
        """A rule that makes it a kernel, or conditionally positive definite, where every ‖x‖² is this number."""
        return None

    def conditional_premises(self, space: Space) -> tuple[Premise, ...]:
        """The side conditions of `conditional`, decided on `space`."""
        return ()

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        """This node multiplied out, given its children's forms; by default it is a piece that does not open up."""
        return Form.piece(self)

    @property
    def diagonal_sign(self) -> int | None:
        """1 where k(x, x) ≥ 0 for every x, −1 where k(x, x) ≤ 0 for every x (0 counts as 1); None where that is not
        known.
        """
        return None if self.level is None else 1 if self.level >= 0 else -1

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        """Between which numbers k(x, x) lies for every x of the space, given its children's."""
        if self.level is not None:
            return only(self.level)
        if self.within_one:
            return WITHIN_ONE
        return {1: NOT_NEGATIVE, -1: NOT_POSITIVE, None: Extent()}[self.diagonal_sign]

    def _on_diagonal(self) -> Form:
        """k(x, x) of this piece, as a form in what such values are."""
        return Form.piece(self) if self.level is None else Form.number(self.level)

    def _ends(self) -> Form | None:
        """k(x, x) + k(z, z) of this piece, where that is a form too."""
        return None if self.level is None else Form.number(2 * self.level)

    def _apart(self, space: Space) -> Form | None:
        """2k(x, z) − k(x, x) − k(z, z), where that is one."""
        ends = self._ends()
        return None if ends is None else Form.piece(self) + Form.piece(self) - ends

    def positive_on(self, space: Space) -> Space:
        """A space that holds every point with k(x, x) > 0."""
        return space

    def _stretch(self, s: Fraction) -> Form | None:
        """k(s·x, s·z) of this piece, where it is a form too."""
        from kernviz.kernels.exact import as_typed

        if not self.differences:
            return None
        if s == 0:
            return None if self.level is None else Form.number(self.level)
        powers = {
            name: round(-1 / p.length) for name, p in self.param_specs().items() if p.length
        }  # a length ℓ becomes ℓ/s
        numbers = {name: as_typed(decimal(getattr(self, name)) * abs(s) ** power) for name, power in powers.items()}
        return None if None in numbers.values() else Form.piece(replace(self, **numbers))

    def _opened(self, space: Space) -> Form | None:
        """A piece that is left whole, multiplied out after all: for a power series in what is inside."""
        return None

    def _exponentiated(self, c: Fraction) -> Form | None:
        """e^{c·k} of this piece, where it is a form without e."""
        return None

    def _turns(self, c: Fraction) -> Fraction | None:
        """q where e^{c·k} is f(x)·f(z)·(1 + u²)^q, u = x·z, and f analytic near 0; None where it is not."""
        return None

    def _text(self, show: Show) -> str:
        arguments = [show(child, SUM) for child in self.children]
        arguments += [f"{name}={exact(value)}" for name, value in self._numbers()]
        return f"{self.name}({', '.join(arguments)})" if arguments else self.name

    def _latex(self, show: Show) -> str:
        raise TypeError(f"{type(self).__name__} has no formula")

    # ---- parameters ---------------------------------------------------------------------------------------------

    def _numbers(self) -> list[tuple[str, float]]:
        return [(name, getattr(self, name)) for name in self.param_specs()]

    def param_specs(self) -> dict[str, NumberSpec]:
        """Name -> `NumberSpec` of this node's own numbers."""
        return params(self)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Every number of the tree by path, scikit-learn's way: ``{"c": 0.5, "k__gamma": 2.0}``."""
        found: dict[str, Any] = dict(self._numbers())
        if deep:
            for name, child in self._child_items():
                found[name] = child
                found.update({f"{name}__{key}": value for key, value in child.get_params().items()})
        return found

    def with_params(self, **values: Any) -> Kernel:
        """A new kernel with some numbers (or sub-kernels) replaced, by the names of `get_params`."""
        own: dict[str, Any] = {}
        nested: dict[str, dict[str, Any]] = {}
        for path, value in values.items():
            head, _, rest = path.partition("__")
            if rest:
                nested.setdefault(head, {})[rest] = value
            else:
                own[head] = value
        unknown = (own.keys() | nested.keys()) - set(self.get_params(deep=False)) - {n for n, _ in self._child_items()}
        if unknown:
            raise ValueError(
                say(
                    "{this} has no parameter {unknown!r}; it has {get_params}",
                    this=self,
                    unknown=sorted(unknown)[0],
                    get_params=sorted(self.get_params()),
                )
            )
        return self._replaced(own, nested)

    def _replaced(self, own: dict[str, Any], nested: dict[str, dict[str, Any]]) -> Kernel:
        children = {name: own.pop(name, child) for name, child in self._child_items()}
        for name in nested.keys() & children.keys():
            children[name] = children[name].with_params(**nested[name])
        grown = self.with_children(tuple(children.values()))
        return replace(grown, **own)

    def set_params(self, **values: Any) -> Self:
        """Kernels are immutable, so this changes nothing and says what to do. Raises ValueError when given a value."""
        if values:
            raise ValueError(say("a kernel is immutable: use with_params(...), or search over a list of kernels"))
        return self

    def __sklearn_clone__(self) -> Self:
        return self

    def __str__(self) -> str:
        from kernviz.kernels.text import text

        return text(self)

    __repr__ = __str__
