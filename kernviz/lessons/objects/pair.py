"""Common features of a pair of objects, and k computed three ways."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernviz.kernels import Constant, Kernel, Linear
from kernviz.kernels.gaussian_of import GaussianOf
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.normalized import Normalized
from kernviz.kernels.object_types import objects
from kernviz.kernels.structured import Edit, ObjectMap, Subsets
from kernviz.kernels.structured._base import CountKernel
from kernviz.lessons.lesson import Block, Formula, paragraph
from kernviz.lessons.number_format import tex
from kernviz.lessons.objects.comparison import ObjectComparison, common, count_pairs
from kernviz.lessons.objects.object_inputs import ELEMENTS, GRAPHS_VIEW, KINDS, SETS_VIEW
from kernviz.lessons.shared.three_ways import WayLine, up_the_tree
from kernviz.mercer import prove
from kernviz.wording import say, short

LEAST = 1e-150  # the square of a smaller number loses digits or underflows


@dataclass(frozen=True)
class ObjectPair:
    """Kernel value k(x, z) computed three ways, with intermediate values.

    `counted` is k from the number of shared occurrences, None if k also depends on other values.
    `shared` are the features of both objects, for each feature map.
    """

    closed: float
    tree: float
    counted: float | None
    on_counts: float | None  # k₁(φ(x), φ(z)) for a kernel k₁ @ φ
    cosine: float
    lines: tuple[WayLine, ...]
    shared: tuple[tuple[ObjectMap, tuple[str, ...]], ...]


def compare(compared: ObjectComparison) -> ObjectPair:
    """Compute k(x, z) three ways.

    Raises ValueError with a sentence for the visitor if k(x, x) and k(z, z) are so small that their
    product may underflow.
    """
    k = compared.kernel
    x, z = (objects([thing], KINDS[compared.view]) for thing in (compared.x, compared.z))
    own = k.diag(compared.pair)
    if 0 < own.max() < LEAST:
        raise ValueError(
            say(
                "‹k›(x, x) = {value:.2g} is too small to compute with: give the kernel a larger factor", value=own.max()
            )
        )
    closed = float(k(x, z)[0, 0])
    length = math.sqrt(own[0]) * math.sqrt(own[1]) if own.min() > 0 else math.nan
    lines = up_the_tree(prove(k), x, z)
    replaced = _counted(k, compared.x, compared.z)
    return ObjectPair(
        closed,
        float(k.fully_expanded()(x, z)[0, 0]),
        None if replaced is None else float(replaced(np.zeros((1, 1)))[0, 0]),
        _on_counts(k, x, z),
        closed / length,
        tuple(lines),
        tuple((phi, tuple(common(phi, compared.x, compared.z))) for phi in compared.maps),
    )


def _counted(k: Kernel, x: Any, z: Any) -> Kernel | None:
    """Return k with every dot product of counts replaced by a constant.

    The constant is the number of shared occurrences. The result is None if k also depends on other
    values.
    """
    if isinstance(k, Subsets):
        return Constant(float(2 ** len(x & z)))
    if isinstance(k, CountKernel):
        return Constant(count_pairs(k.map(), x, z))
    if isinstance(k, Mapped):
        plain = k.k == Linear() and isinstance(k.phi, ObjectMap)
        return Constant(count_pairs(k.phi, x, z)) if plain and isinstance(k.phi, ObjectMap) else None
    if isinstance(k, (GaussianOf, Normalized, Edit)):  # these kernels also need k(x, x), or use no counts
        return None
    parts = [_counted(child, x, z) for child in k.children]
    known = tuple(part for part in parts if part is not None)
    return k.with_children(known) if len(known) == len(parts) else None


def _on_counts(k: Kernel, x: Any, z: Any) -> float | None:
    if not isinstance(k, Mapped):
        return None
    left, right = k.phi.pair(x, z)
    return float(k.k(left, right)[0, 0])


def values_compared(compared: ObjectComparison, pair: ObjectPair) -> tuple[Block, ...]:
    """Show the kernel value, computed three ways, in a single line."""
    ways = [(say("closed form"), pair.closed), (say("up the tree of rules"), pair.tree)]
    if pair.counted is not None:
        listed = {SETS_VIEW: say("elements"), GRAPHS_VIEW: say("neighbourhoods")}.get(compared.view, say("pieces"))
        ways.append((say("by listing the shared {listed}", listed=listed), pair.counted))
    elif pair.on_counts is not None:
        ways.append((say("‹k›₁ on the two vectors of counts"), pair.on_counts))
    value_list = " · ".join(f"{way} **{short(value, 8)}**" for way, value in ways)
    count = (say("two"), say("three"))[len(ways) - 2]
    return (
        *_vectors(compared),
        paragraph("‹k›(x, ‹z›) in {value} ways: {values}", value=count, values=value_list),
    )


def _vectors(compared: ObjectComparison) -> tuple[Block, ...]:
    """Show the indicator vectors x_S of both sets.

    They are written as in the notes. The result is () for other objects, and for more than eight
    elements.
    """
    if compared.view != SETS_VIEW:
        return ()
    names = sorted({*compared.x, *compared.z, *(ELEMENTS[:4] if compared.x | compared.z <= set(ELEMENTS) else ())})
    if len(names) > 8:
        return ()
    rows = [",".join(str(int(e in s)) for e in names) for s in (compared.x, compared.z)]
    over = r",".join(rf"\text{{{name}}}" for name in names)
    shared, word = len(compared.x & compared.z), say("over")
    return (
        Formula(
            rf"\begin{{aligned}}&\text{{{word} }}({over})\\x_{{S_1}}&=({rows[0]})\\x_{{S_2}}&=({rows[1]})\\"
            rf"x_{{S_1}}^\mathsf T x_{{S_2}}&={shared},\quad e^{{{shared}}}={tex(math.exp(shared))},\quad"
            rf" 2^{{{shared}}}={2**shared}\end{{aligned}}"
        ),
    )
