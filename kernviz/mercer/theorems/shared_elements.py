"""Functions of the number of shared elements, by their differences.

Let f(i) be the value of k for two objects of s elements each, i of them in common. Every function on whole numbers is
a Newton series f(u) = Σ Δʲf(0)·C(u, j), with the differences Δf(i) = f(i + 1) − f(i).

* C(|x ∩ z|, j) is the number of subsets of j elements that x and z share, a kernel of sets. So f(|x ∩ z|) is a kernel
  where no Δʲf(0) is negative.
* Take b elements common to all sets, j pairs of further elements, and many other elements. For each choice of one
  element of each pair take a set of these elements, the b common ones, and s − b − j of the others, with the weight
  (−1) to the number of second elements. The sets of one choice are many, and share only the chosen elements. Then
  uᵀKu for a mean over these sets tends to 2ʲ·Δʲf(b). So k is no kernel where Δʲf(b) < 0.

Two words of letters that all differ, with fillers between them, share counts of n-grams as such sets share elements. So
do two graphs without edges whose labels all differ: each common label is a common neighbourhood of every depth. An
element of a word or graph may stand for copies of a letter or label, so that few elements lie far apart. For a kernel
that tells more of words than n-grams, an object has a single element: words aaa, bbb, ccc… share all or nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import perm
from typing import Any

from flint import arb

from kernviz.kernels.constant import Constant
from kernviz.kernels.exact_numbers import ZERO, Exact
from kernviz.kernels.expr import Kernel
from kernviz.kernels.linear import LINEAR
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.normal_form import Form, Term, form
from kernviz.kernels.object_types import Graph, Kind
from kernviz.kernels.rules_and_premises import Premise, Rule, Space
from kernviz.kernels.structured._base import CountKernel
from kernviz.kernels.structured.sets import Members, PowerSet
from kernviz.kernels.structured.words import Gappy, NGrams
from kernviz.kernels.work_budget import charge
from kernviz.mercer.proof import Proof
from kernviz.mercer.search_budget import cost
from kernviz.mercer.theorems.theorem import Flaw, Prover, Theorem
from kernviz.wording import phrase, say, several

# numbers s of elements that are tried, and of copies of each
SIZES = tuple((size, 1) for size in (1, 2, 3, 4, 6, 8, 11, 16, 32, 60, 128, 320))
BUNDLES = (*SIZES, (20, 3), (12, 5), (6, 10), (3, 20))
SINGLE = tuple((1, copies) for copies in (1, 2, 3, 4, 6, 10, 20, 40, 60))
WINDOW, STEP = 32, 16  # values of f in a row that are computed, and the step to find them for larger objects
MARGIN = 8  # values before the first change of f in a row
CHECKED = 60  # differences at 0 that are computed; a bound covers the later ones
LARGEST_POWER = 40  # largest power of u in a polynomial
FIRST_LETTER = 0x4E00  # of a block of 20 000 letters of Unicode
FILLER = " "

NEWTON = Rule(
    phrase("Newton series in shared elements"),
    phrase("Σ cⱼ·C(|x∩‹z›|, j) is a kernel of sets exactly when no cⱼ is negative"),
    phrase("C(|x∩‹z›|, j) counts the subsets of j elements that both sets have: a dot product of indicators."),
    {"theory": "Newton series", "S2": "rules 2, 3"},
)


# ---- proof -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FallingPower:
    """Function `c·u⁽ˡ⁾·aᵘ` of the number of shared elements `u = |x ∩ z|`.

    u⁽ˡ⁾ = u(u − 1)…(u − l + 1) is the falling factorial, and a ≥ 1.
    """

    c: Exact
    falling: int
    base: int

    def difference(self, j: int) -> Exact:
        """Return the difference of order j at 0, `c·j⁽ˡ⁾·aˡ·(a − 1)ʲ⁻ˡ`."""
        if j < self.falling:
            return ZERO
        whole = perm(j, self.falling) * self.base**self.falling * (self.base - 1) ** (j - self.falling)
        return self.c * Exact.of(Fraction(whole))


def parts_of(f: Form) -> list[FallingPower] | None:
    """Return a form as a function of `u = |x ∩ z|`, or None.

    The pieces of the form must be u and 2ᵘ, with powers that are not too large.
    """
    total: dict[tuple[int, int], Exact] = defaultdict(Exact)
    for term, c in f.items:
        powers = _powers(term)
        if powers is None or powers[0] > LARGEST_POWER or powers[1] > LARGEST_POWER:
            return None
        for falling, count in enumerate(_stirling(powers[0])):
            if count:
                key = falling, 2 ** powers[1]
                total[key] = total[key] + c * Exact.of(Fraction(count))
    return [FallingPower(c, falling, base) for (falling, base), c in sorted(total.items()) if c]


def _powers(term: Term) -> tuple[int, int] | None:
    found = {Mapped(LINEAR, Members()): 0, Mapped(LINEAR, PowerSet()): 0}
    if term.exponent is not None or any(piece not in found for piece, _ in term.pieces):
        return None
    found.update(dict(term.pieces))  # type: ignore[arg-type]
    u, powers_of_two = found.values()
    return u, powers_of_two


def _stirling(m: int) -> list[int]:
    """Return the numbers S(m, l) with uᵐ = Σ S(m, l)·u⁽ˡ⁾."""
    row = [1]
    for _ in range(m):
        row = [(row[i - 1] if i else 0) + (i * row[i] if i < len(row) else 0) for i in range(len(row) + 1)]
    return row


def nowhere_negative(parts: Sequence[FallingPower]) -> bool:
    """Return True if no difference at 0 of the sum is negative.

    The first CHECKED are computed. For the later ones, a positive part with the largest base must outweigh the others.
    """
    charge(len(parts) * CHECKED)
    differences = [sum((part.difference(j) for part in parts), ZERO) for j in range(CHECKED)]
    if any(value.sign not in (0, 1) for value in differences):
        return False
    last = CHECKED - 1
    down = [part for part in parts if part.c.sign != 1 and (part.base > 1 or part.falling > last)]
    if not down:
        return True
    top = max((part for part in parts if part.c.sign == 1), key=lambda part: (part.base, part.falling), default=None)
    if top is None or top.falling > last:
        return False
    total = arb(0)
    for part in down:
        # the quotient of the next two differences, by that of `top`, is at most 1 from here on
        slower = (part.base - 1) * (last + 1 - top.falling) <= (top.base - 1) * (last + 1 - part.falling)
        if part.falling > last or part.base > top.base or not slower:
            return False
        total += abs(part.difference(last).ball())
    return bool(total <= top.difference(last).ball())


def by_newton_series(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Prove a function of `|x ∩ z|` by its differences at 0; else None."""
    f = form(k, space) if space.kind == "sets" else None
    parts = None if f is None or all(c.sign == 1 for _, c in f.items) else parts_of(f)
    if not parts or not nowhere_negative(parts):
        return None
    premise = Premise(say("every cⱼ ≥ 0"), say("cⱼ = Δʲf(0) ≥ 0 for every j, in exact numbers"), True)
    return Proof(k, space, "rule", NEWTON, (premise,), ())


# ---- refutation ------------------------------------------------------------------------------------------------------


def refuted(k: Kernel, space: Space) -> Flaw | None:
    """Return the refutation of k by a negative difference, or None."""
    if space.kind == "vectors":
        return None
    spacing = _spacing(k) if space.kind == "words" else 1
    for size, copies in SINGLE if spacing is None else BUNDLES if space.kind != "sets" else SIZES:
        made = Objects(space.kind, spacing or 0, copies)
        try:
            first = _changes(k, size, made) if size > WINDOW else 0
            values = [_value(k, size, i, made) for i in range(first, min(first + WINDOW, size) + 1)]
        except ValueError:  # too large an object for a map
            continue
        found = negative_difference(values)
        if found is not None:
            order, start = found[0], first + found[1]
            return Flaw(
                several(
                    size,
                    "let f(i) be its value for two objects of {n} element each, i of them in common: the "
                    "difference of order {order} of f at {start} is negative, and a kernel has none",
                    "let f(i) be its value for two objects of {n} elements each, i of them in common: the "
                    "difference of order {order} of f at {start} is negative, and a kernel has none",
                    order=order,
                    start=start,
                ),
                say("Newton series"),
            )
    return None


def negative_difference(values: Sequence[arb]) -> tuple[int, int] | None:
    """Return order and place of a certainly negative difference, or None."""
    row = list(values)
    for order in range(len(values)):
        charge(len(row) / 4)
        place = next((b for b, value in enumerate(row) if value < 0), None)
        if place is not None:
            return order, place
        row = [after - before for before, after in pairwise(row)]
    return None


def _changes(k: Kernel, size: int, made: Objects) -> int:
    """Return how many shared elements leave f unchanged, as a tent does.

    The number is smaller by a margin for the differences; 0 if f changes at once or never.
    """
    begin = _value(k, size, 0, made)
    places = range(STEP, size + 1, STEP)
    after = next((i for i in places if _value(k, size, i, made) != begin), STEP)
    return max(0, after - STEP - MARGIN)


def _value(k: Kernel, size: int, shared: int, made: Objects) -> arb:
    """Return f(shared): k of two objects of this size."""
    charge(2 * cost(k) + size * made.copies / 4)
    first = made.of(range(size))
    other = first if shared == size else made.of([*range(shared), *range(size, 2 * size - shared)])
    return arb(k._enclosed(first, other))


@dataclass(frozen=True)
class Objects:
    """Way to make objects of a kind from elements.

    Each element is copied. Between the letters of a word stand `spacing` fillers.
    """

    kind: Kind
    spacing: int = 1
    copies: int = 1

    def of(self, elements: Iterable[int]) -> Any:
        """Return the object of these elements."""
        letters = [chr(FIRST_LETTER + i) for i in elements for _ in range(self.copies)]
        match self.kind:
            case "words":
                return (FILLER * self.spacing).join(letters).join([FILLER * self.spacing] * 2)
            case "graphs":
                return Graph(tuple(letters))
        return frozenset(letters)


def _spacing(k: Kernel) -> int | None:
    """Return how many fillers make words sets of letters for k.

    None if k compares words by more than n-grams.
    """
    if isinstance(k, Constant):
        return 1
    if isinstance(k, CountKernel | Mapped):
        phi = k.map() if isinstance(k, CountKernel) else k.phi
        if isinstance(phi, NGrams):
            return max(1, phi.n - 1)
        return 1 if isinstance(phi, Gappy) and phi.n == 1 else None
    below = [_spacing(child) for child in k.children]
    known = [n for n in below if n is not None]
    return max(known) if known and len(known) == len(below) else None


SHARED_ELEMENTS = Theorem("shared elements", "Newton series", proves=by_newton_series, refutes=refuted)
