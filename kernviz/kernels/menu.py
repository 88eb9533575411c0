"""Menu of blocks for building a kernel expression.

The blocks are leaves by family, and nodes that wrap a kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Literal

import numpy as np

from kernviz.kernels.bilinear import Bilinear
from kernviz.kernels.constant import Constant
from kernviz.kernels.exponential import Exp
from kernviz.kernels.expr import Kernel
from kernviz.kernels.functions import SCALAR_FUNCTIONS, ScalarFunction
from kernviz.kernels.gaussian_of import GaussianOf
from kernviz.kernels.linear import Linear
from kernviz.kernels.linear_combinations import Scaled
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.normalized import Normalized
from kernviz.kernels.parse import kernel_words
from kernviz.kernels.point_map_base import PointMap
from kernviz.kernels.point_maps import POINT_MAPS
from kernviz.kernels.polynomial_of import PolynomialOf
from kernviz.kernels.products import Power
from kernviz.kernels.weighted import Weighted
from kernviz.wording import say

Family = Literal["everyday", "more", "looks like one"]
FAMILIES: tuple[Family, ...] = ("everyday", "more", "looks like one")


@dataclass(frozen=True)
class Leaf:
    """Menu entry of a kernel without children.

    The entry holds title, family, one sentence, and the kernel with default numbers.
    """

    title: str
    family: Family
    note: str
    kernel: Kernel

    @property
    def text(self) -> str:
        """Return the kernel as text."""
        return str(self.kernel)


@dataclass(frozen=True)
class Wrap:
    """Menu entry of a node around a kernel k.

    The entry holds the node's word, title, rule in one sentence, and constructor.
    """

    how: str
    title: str
    sentence: str
    build: Callable[[Kernel], Kernel]


def leaves(d: int = 2) -> list[Leaf]:
    """Return every kernel without children that fits ℝᵈ.

    The kernels come family by family, with default numbers.
    """
    found = [Leaf(Constant.title, "everyday", _says(Constant), Constant(1.0))]
    for cls in kernel_words().values():
        if not any(str(item.type) in ("Kernel", "tuple[Kernel, ...]") for item in fields(cls)):
            family: Family = getattr(cls, "family", "everyday" if cls is Linear else "more")
            found.append(Leaf(cls.title, family, getattr(cls, "note", "") or _says(cls), _default(cls, d)))
    fitting = [leaf for leaf in found if fits(leaf.kernel, d)]
    return sorted(fitting, key=lambda leaf: (FAMILIES.index(leaf.family), leaf.title.lower()))


def wraps() -> list[Wrap]:
    """Return every way to wrap a kernel in one node.

    The numbers of the nodes have their default values.
    """
    return [
        Wrap("scale", say("times a number: c·k"), _says(Scaled), lambda k: Scaled(2.0, k)),
        Wrap("power", say("power: kⁿ"), _says(Power), lambda k: Power(k, 2)),
        Wrap("exp", say("exponential: exp(k)"), _says(Exp), Exp),
        Wrap(
            "polynomial",
            say("polynomial: a₀ + a₁k + a₂k²"),
            _says(PolynomialOf),
            lambda k: PolynomialOf(k, (1.0, 1.0, 1.0)),
        ),
        Wrap("normalize", say("normalise: k/√(k(x,x)·k(z,z))"), _says(Normalized), Normalized),
        Wrap("gaussian_of", say("Gaussian of its features: exp(−γ‖φ(x) − φ(z)‖²)"), _says(GaussianOf), GaussianOf),
        *(_weight(name, f) for name, f in SCALAR_FUNCTIONS.items()),
        *(_map(name, phi) for name, phi in POINT_MAPS.items()),
    ]


def _weight(name: str, f: type[ScalarFunction]) -> Wrap:
    return Wrap(
        f"weight {name}",
        say("weight: f(x)·k·f(z), f = {formula}", formula=f.says),
        _says(Weighted),
        lambda k: Weighted(f(), k),
    )


def _map(name: str, phi: type[PointMap]) -> Wrap:
    return Wrap(
        f"@ {name}",
        say("map first: k(φ(x), φ(z)), φ = {formula}", formula=phi.says),
        _says(Mapped),
        lambda k: Mapped(k, phi()),
    )


def fits(k: Kernel, d: int) -> bool:
    """Return True if k can be evaluated on points of ℝᵈ.

    Example: a 2×2 matrix A does not fit the line.
    """
    return misfit(k, d) is None


def misfit(k: Kernel, d: int) -> str | None:
    """Return why k cannot be evaluated on points of ℝᵈ.

    The text names the reason and the remedy. None if k can be evaluated.
    """
    try:
        with np.errstate(all="ignore"):
            k(np.zeros((1, d)))
    except (ValueError, TypeError) as problem:
        return str(problem)
    return None


def _default(cls: type[Kernel], d: int) -> Kernel:
    if cls is Bilinear:
        return Bilinear(tuple(tuple(float(i == j) for j in range(d)) for i in range(d))) if d <= 10 else Bilinear()
    return cls()


def _says(cls: type[Kernel]) -> str:
    return cls.rule.says if cls.rule else ""
