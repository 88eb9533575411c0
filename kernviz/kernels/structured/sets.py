"""Kernels of finite sets by common elements or common subsets.

The kernels count how many elements two sets share, and how many subsets.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
from flint import fmpq

from kernviz.arrays import Array
from kernviz.kernels.ball_arithmetic import Number
from kernviz.kernels.exponential import Exp
from kernviz.kernels.expr import Kernel, Show
from kernviz.kernels.linear import LINEAR
from kernviz.kernels.linear_combinations import Scaled
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.normal_form import Form
from kernviz.kernels.object_types import Kind, called
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.structured._base import CountKernel
from kernviz.kernels.structured.counts import ObjectMap, register
from kernviz.wording import phrase, say

MOST_MEMBERS = 12  # members of a set whose subsets are listed; there are 4096 subsets


@register
@dataclass(frozen=True, repr=False)
class Members(ObjectMap):
    """Feature map of a set to its indicator vector.

    φ(S) = x_S: 1 for every element of S. Source: S2 Quiz 2.

    Examples
    --------
    >>> import kernviz as kv
    >>> dict(kv.Members().counts({"b", "a"}))
    {'a': 1.0, 'b': 1.0}
    """

    takes: ClassVar[Kind] = "sets"
    name: ClassVar[str] = "members"
    says: ClassVar[str] = phrase("x_S, 1 for every element of the set S")

    def counts(self, thing: Any) -> Mapping[str, float]:
        return dict.fromkeys(sorted(thing), 1.0)

    def latex(self, point: str) -> str:
        return f"x_{{{point}}}"


@register
@dataclass(frozen=True, repr=False)
class PowerSet(ObjectMap):
    """Feature map of a set to all its subsets.

    φ(S): 1 for every subset of S, the empty one included. Sets of up to 12 elements.
    Source: S4, 2^{|A₁∩A₂|}.

    Examples
    --------
    >>> import kernviz as kv
    >>> list(kv.PowerSet().counts({"b", "a"}))
    ['∅', '{a}', '{b}', '{a,b}']
    """

    takes: ClassVar[Kind] = "sets"
    name: ClassVar[str] = "powerset"
    says: ClassVar[str] = phrase("1 for every subset of the set S")

    def counts(self, thing: Any) -> Mapping[str, float]:
        if len(thing) > MOST_MEMBERS:
            raise ValueError(
                say(
                    "a set of {count} elements has 2^{count} subsets: @ powerset can list the subsets only if a set "
                    "has at most {limit} elements. The kernel subsets counts them without a list",
                    count=len(thing),
                    limit=MOST_MEMBERS,
                )
            )
        # a comma in an element is escaped, so that every subset has a name of its own
        members = [member.replace("\\", "\\\\").replace(",", "\\,") for member in sorted(thing)]
        return {called(frozenset(s)): 1.0 for size in range(len(members) + 1) for s in combinations(members, size)}

    def latex(self, point: str) -> str:
        return rf"‹\phi›_{{\subseteq}}({point})"


@dataclass(frozen=True, repr=False)
class Shared(CountKernel):
    """Kernel of sets by the number of common elements.

    k(x, z) = |x ∩ z| for sets x and z, the dot product of indicator vectors. Source: S2 Quiz 2.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Shared()([{"milk", "bread"}, {"bread"}]).tolist()
    [[2.0, 1.0], [1.0, 1.0]]
    """

    _takes: ClassVar[Kind] = "sets"
    name: ClassVar[str] = "shared"
    title: ClassVar[str] = phrase("shared elements of two sets")
    note: ClassVar[str] = phrase("How many elements two sets have in common.")

    def map(self) -> Members:
        return Members()

    def _latex(self, show: Show) -> str:
        return r"|x\cap ‹\z›|"


@dataclass(frozen=True, repr=False)
class Subsets(CountKernel):
    """Kernel of sets by the number of common subsets.

    k(x, z) = 2^{|x ∩ z|} = exp(ln 2·|x ∩ z|), the number of common subsets of x and z.
    Source: S4, kernel for sets.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Subsets()([{"milk", "bread"}, {"bread"}]).tolist()
    [[4.0, 2.0], [2.0, 2.0]]
    """

    _takes: ClassVar[Kind] = "sets"
    name: ClassVar[str] = "subsets"
    title: ClassVar[str] = phrase("shared subsets of two sets")
    note: ClassVar[str] = phrase("How many subsets two sets have in common, the empty set included.")

    # ln 2 in the expansion is rounded, so multiplied out this kernel stays the dot product of its map
    _opens: ClassVar[bool] = False

    def map(self) -> PowerSet:
        return PowerSet()

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        return Form.piece(Mapped(LINEAR, self.map()))

    def expand(self) -> Kernel:
        return Exp(Scaled(math.log(2), Shared()))

    def _gram(self, X: Array, Z: Array) -> Array:
        left, right = Members().pair(X, Z)
        return np.exp2(left @ right.T)

    def _enclosed(self, x: Any, z: Any) -> Number:
        return fmpq(2) ** len(x & z)

    def _latex(self, show: Show) -> str:
        return r"2^{|x\cap ‹\z›|}"
