r"""Decide A·ψ, A a mixture of Gaussians, ψ a decreasing conditionally positive definite function of the distance.

A·ψ is a kernel on ℝᵈ exactly when its integral over ℝᵈ is not negative. Let A(r) = ∫ e^{−γr²} dμ(γ), and S_γ the
density of e^{−γr²}. The density of ψ·e^{−γr²} is S_γ(ω)·∫ e^{−‖η‖²/4γ}·cosh(ω·η/2γ) dψ̂(η), with ψ̂ ≥ 0 away from 0
and any weight at 0, and cosh ≥ 1: so it is at least S_γ(ω)·b(γ), b(γ) the mean of ψ under the normal law of variance
1/2γ. b rises with γ, as ψ falls, and so does S_γ(ω)/S_γ(0) = e^{−‖ω‖²/4γ}; by Chebyshev's inequality for two
increasing functions ∫ S_γ(ω)·b(γ) dμ(γ) ≥ 0 if ∫ S_γ(0)·b(γ) dμ(γ) = ∫ Aψ dx ≥ 0. The other direction is S(0) ≥ 0.
e^{−γΣ|rᵢ|} is a mixture over coordinates, whose weights are log-supermodular: the inequality of Fortuin, Kasteleyn
and Ginibre replaces Chebyshev's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from flint import arb, fmpq

from kernviz.kernels.ball_arithmetic import rational
from kernviz.kernels.exact_numbers import ZERO, Exact, ball
from kernviz.kernels.expr import Kernel
from kernviz.kernels.named.laplacian import Laplacian
from kernviz.kernels.named.minus_distance import MinusDistance
from kernviz.kernels.named.tent import Tent
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import Premise, Rule, Space
from kernviz.kernels.work_budget import charge
from kernviz.mercer.candidates import lengths
from kernviz.mercer.search_budget import cost
from kernviz.mercer.spectral_measure import factors
from kernviz.mercer.theorems.theorem import Argument, Item, Theorem
from kernviz.wording import phrase, say

FALLING = Rule(
    phrase("a falling function beside a mixture of Gaussians"),
    phrase(
        "A·ψ is a kernel on ℝᵈ exactly when ∫ Aψ dx ≥ 0: A a mixture of Gaussians, ψ falling "
        "with the distance and conditionally positive definite"
    ),
    phrase(
        "The density of ψ·e^{−γr²} is at least that of e^{−γr²} times the mean of ψ under a "
        "normal law, which rises with γ; a larger ‖ω‖ favours a larger γ. So S(ω)/S_A(ω) ≥ "
        "S(0)/S_A(0)."
    ),
    {"theory": phrase("Bochner (1933), Schoenberg (1938), Chebyshev's inequality for rising functions")},
)
CELLS, DECADES = 200, 3  # of a sum that bounds an integral; powers of ten on either side of the smallest length


@dataclass
class _Sorted:
    """c·A + Σ c·A·(mixtures) − Σ e·r^p·A"""

    front: Counter[Kernel]
    number: Exact = ZERO
    powers: dict[Fraction, Exact] = field(default_factory=dict)
    more: list[tuple[Exact, Counter[Kernel]]] = field(default_factory=list)


def argument(items: Sequence[Item], space: Space, proven: Sequence[bool]) -> Argument | None:
    """Argument that Σ c·k is a kernel by this criterion."""
    if not holds(items, space.d, proven):
        return None
    return Argument("spectral", FALLING, (Premise(say("∫ Aψ dx ≥ 0"), say("worked out with error bounds"), True),))


def holds(items: Sequence[tuple[Exact, Kernel | None]], d: int, proven: Sequence[bool]) -> bool:
    """True if this criterion proves that Σ c·k is a kernel on ℝᵈ.

    The terms that are no kernels must share one A; all others must be kernels.
    """
    bad = [(c, k) for (c, k), known in zip(items, proven, strict=True) if not (known and c.sign == 1)]
    good = [(c, k) for (c, k), known in zip(items, proven, strict=True) if known and c.sign == 1]
    found = _sorted(bad, d)
    if found is None:
        return False
    for c, k in good:
        rest = _divided(Counter(factors(k)), found.front)
        if rest is not None and all(leaf.mixes for leaf in rest):
            found.more.append((c, rest))
    return _integral(found, d)


def _sorted(bad: Sequence[tuple[Exact, Kernel | None]], d: int) -> _Sorted | None:
    found: _Sorted | None = None
    for c, k in bad:
        every = Counter(factors(k))
        front = Counter({leaf: n for leaf, n in every.items() if leaf.mixes or isinstance(leaf, Laplacian)})
        rest = list((every - front).elements())
        if not front or len(rest) > 1 or c.sign is None:
            return None
        if found is None:
            found = _Sorted(front)
        if front != found.front:
            return None
        match rest:
            case []:
                found.number += c
            case [Tent() as tent] if c.sign == 1:
                found.number += c
                _add(found.powers, Fraction(1), c * Exact.of(1 / decimal(tent.width)))
            case [MinusDistance() as power] if c.sign == 1 and power.p <= 2:
                _add(found.powers, decimal(power.p), c)
            case _:
                return None
    return found


def _add(powers: dict[Fraction, Exact], p: Fraction, c: Exact) -> None:
    powers[p] = powers.get(p, ZERO) + c


def _divided(every: Counter[Kernel], front: Counter[Kernel]) -> Counter[Kernel] | None:
    """Factors left of a product after dividing by `front`; e^{−3r} can be divided by e^{−r}. None if impossible."""
    rest, left = Counter(every), Counter(front)
    for leaf in list(front):
        both = min(rest[leaf], left[leaf])
        rest[leaf] -= both
        left[leaf] -= both
    for leaf in left.elements():
        partner = next((other for other in rest.elements() if other._over(leaf) is not None), None)
        quotient = None if partner is None else partner._over(leaf)
        if partner is None or quotient is None:
            return None
        rest[partner] -= 1
        rest[quotient] += 1
    return +rest


def _integral(found: _Sorted, d: int) -> bool:
    """True if ∫ Aψ r^{d−1} dr is certainly ≥ 0."""
    front = list(found.front.elements())
    if any(isinstance(leaf, Laplacian) for leaf in front):
        return _manhattan(found, d)
    grid = _grid(front)
    number = found.number.ball()
    total = number * (_least(front, d - 1, grid) if number >= 0 else _most(front, Fraction(d - 1), grid))
    for p, e in found.powers.items():
        total -= e.ball() * _most(front, d - 1 + p, grid)
    for c, rest in found.more:
        if total >= 0:
            break
        total += c.ball() * _least([*front, *rest.elements()], d - 1, grid)
    return bool(total >= 0)


def _manhattan(found: _Sorted, d: int) -> bool:
    """True if the integral is ≥ 0 for A = e^{−γΣ|rᵢ|} alone; by Jensen the mean of ‖r‖^p is at most (2d/γ²)^{p/2}."""
    if not all(isinstance(leaf, Laplacian) for leaf in found.front):
        return False
    rate = sum((decimal(leaf.gamma) * n for leaf, n in found.front.items() if isinstance(leaf, Laplacian)), Fraction(0))
    squared = ball(2 * d / rate**2)
    return bool(sum((-e.ball() * squared ** ball(p / 2) for p, e in found.powers.items()), found.number.ball()) >= 0)


def _grid(front: list[Kernel]) -> list[fmpq]:
    own = [length for leaf in front for length in lengths(leaf)] or [1.0]
    middle, steps = min(own), CELLS // (2 * DECADES)
    sizes = (float(f"{middle * 10 ** (i / steps):.6g}") for i in range(-DECADES * steps, DECADES * steps + 1))
    return [fmpq(0), *map(rational, sizes)]


def _product(leaves: Sequence[Kernel], r: fmpq) -> arb:
    value, x, z = arb(1), (r,), (fmpq(0),)
    for leaf in leaves:
        value *= arb(leaf._enclosed(x, x if r == 0 else z))
    return value


def _shell(q: Fraction, a: fmpq, b: fmpq) -> arb:
    """∫ r^q dr from a to b."""
    power = ball(q + 1)
    return (arb(b) ** power - (arb(a) ** power if a else arb(0))) / power


def _least(leaves: list[Kernel], q: int, grid: list[fmpq]) -> arb:
    """A lower bound of ∫ A r^q dr, A decreasing."""
    whole = leaves[0]._moment(Fraction(q)) if len(leaves) == 1 else None
    if whole is not None:
        return whole
    charge(sum(map(cost, leaves)) * len(grid))
    return sum((_product(leaves, b) * _shell(Fraction(q), a, b) for a, b in pairwise(grid)), arb(0))


def _most(leaves: list[Kernel], q: Fraction, grid: list[fmpq]) -> arb:
    """An upper bound of ∫ A r^q dr; nan if none is known."""
    ends = sorted(((leaf._moment(q), i) for i, leaf in enumerate(leaves)), key=lambda pair: pair[0] is None)
    whole, first = ends[0]
    if whole is None:
        return arb.nan()
    others = [leaf for i, leaf in enumerate(leaves) if i != first]
    if not others:
        return whole
    charge(sum(map(cost, others)) * len(grid))
    far = whole * _product(others, grid[-1])
    return far + sum((_product(leaves, a) * _shell(q, a, b) for a, b in pairwise(grid)), arb(0))


MIXTURE_TIMES_CONDITIONAL = Theorem(
    "mixture of Gaussians times a falling function",
    FALLING.says,
    "Bochner (1933), Schoenberg (1938), Chebyshev",
    "whether it is a mixture of Gaussians; its moments; its quotient by one of its family",
    cofactor=argument,
)

__all__ = ["MIXTURE_TIMES_CONDITIONAL", "holds"]
