r"""A kernel multiplied out and sorted: terms that belong together are decided together, and what they share stands in
front.

Σ c·G·h: for each G that is a kernel, what stands beside it may be a combination of functions of x − z (decided by its
spectral measure), of functions of x·z (by its power series), or a polynomial (by its coefficients). Signs are decided
exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kernviz.features.polynomial import polynomial
from kernviz.kernels.algebra import Product, Scaled, Sum
from kernviz.kernels.constant import Constant
from kernviz.kernels.ends import SquaredNorms
from kernviz.kernels.exact import ONE, Exact
from kernviz.kernels.expr import Kernel
from kernviz.kernels.facts import Space
from kernviz.kernels.form import Form, Term, TooMany, form
from kernviz.kernels.rules import LINEAR
from kernviz.kernels.written import Unwritable, in_order, written, written_term
from kernviz.mercer import falling
from kernviz.mercer.bochner import Mixture
from kernviz.mercer.measures import mixture
from kernviz.mercer.power_series import Series, power_series, series_of_exponent

MOST_FACTORS = 8  # of a term that is a polynomial beside terms that are none: more have too many coefficients to ask

Known = Callable[[Kernel, Space], bool]  # whether a kernel is known to be one


@dataclass(frozen=True)
class Part:
    """One group of terms: what they share (None: nothing), the rest of them as a kernel, and what decides the rest.

    ``way``: "terms" where every factor is ≥ 0 and every term is a kernel; "spectral", "falling" or "series" where these
    decide.
    """

    shared: Kernel | None
    rest: Kernel
    way: str
    mixture: Mixture | None = None
    series: Series | None = None
    of: Kernel = LINEAR  # what it is a power series in

    @property
    def kernel(self) -> Kernel:
        """The group as one kernel."""
        return self.rest if self.shared is None else Product((self.shared, self.rest))


Item = tuple[Exact, Kernel | None]


def parts(k: Kernel, space: Space, known: Known) -> tuple[Part, ...] | None:
    """Groups of terms that add up to k, each shown to be a kernel; None where that does not come out."""
    f = form(k, space)
    if f is None:
        return None
    try:
        if not f:
            return (Part(None, Constant(0.0), "terms"),)
        return (
            _together(f, space, known)
            or _with_series(f, space, known)
            or _with_polynomial(f, space, known)
            or _in_another(k, f, space, known)
            or _in_opened(k, f, space, known)
        )
    except Unwritable:
        pass
    try:
        k = written(f, roughly=True)
        return (Part(None, k, "terms"),) if known(k, space) else None
    except Unwritable:
        return None


def _together(f: Form, space: Space, known: Known) -> tuple[Part, ...] | None:
    """Terms with the same part that does not hang on x − z alone form a group."""
    groups: dict[tuple[Kernel, ...], dict[Term, Item]] = {}
    for term, c in in_order(f):
        every = operands(written_term(term))
        shared = tuple(k for k in every if not k.stationary)
        groups.setdefault(shared, {})[term] = c, _product([k for k in every if k.stationary])
    found: list[Part] = []
    for shared, group in groups.items():
        part = _part(_product(shared), f, group, space, known)
        if part is None:
            return None  # one that is not shown is enough
        found.append(part)
    return tuple(found)


def _part(shared: Kernel | None, f: Form, group: dict[Term, Item], space: Space, known: Known) -> Part | None:
    if shared is not None and not known(shared, space):
        return None
    items = list(group.values())
    proven = [k is None or known(k, space) for _, k in items]
    if all(proven) and all(c.sign == 1 for c, _ in items):
        if shared is not None and not all(known(factor, space) for _, k in items for factor in operands(k)):
            return Part(shared, _sum(items), "terms")  # kernels as products, and not factor by factor
        return Part(None, written(Form(frozenset((term, f.terms[term]) for term in group))), "terms")
    rest = _sum(items)
    if space.kind != "vectors" or space.every:
        return None
    found = mixture(items, space.d, proven)
    decided = None if found is None else found.decided()
    if decided is not None and decided.holds:
        return Part(shared, rest, "spectral", mixture=found)
    return Part(shared, rest, "falling") if decided is None and falling.holds(items, space.d, proven) else None


def _with_series(f: Form, space: Space, known: Known) -> tuple[Part, ...] | None:
    """Functions of x·z that share a weight form a group first; then the others as above."""
    groups: dict[Exact, dict[Term, tuple[Term, Exact]]] = {}
    others: dict[Term, Exact] = {}
    for term, c in in_order(f):
        ends, inner = without_ends(term)
        if power_series(Form(frozenset({(inner, ONE)}))) is None:
            others[term] = c
        else:
            groups.setdefault(ends, {})[inner] = term, c
    found: list[Part] = []
    for ends, items in groups.items():
        group = Form(frozenset((inner, c) for inner, (_, c) in items.items()))
        series = power_series(group)
        if series is None or not series.holds or all(c.sign == 1 for _, c in items.values()):
            others |= dict(items.values())  # without a minus, term by term will do
            continue
        weight = Form.piece(SquaredNorms()).scaled(ends).exponential() if ends else None
        shared = None if weight is None else written(weight)
        found.append(Part(shared, written(group), "series", series=series))
    rest = _together(Form(frozenset(others.items())), space, known) if others else ()
    return None if rest is None or not found else (*found, *rest)


def _with_polynomial(f: Form, space: Space, known: Known) -> tuple[Part, ...] | None:
    """All that is a polynomial in the coordinates as one part, decided by its coefficients; the others as above."""
    if space.kind != "vectors" or space.every:
        return None
    inside = {term: c for term, c in f.items if _polynomial(term, space)}
    rest = Form(frozenset((term, c) for term, c in f.items if term not in inside))
    if not inside or not rest or any(sum(n for _, n in term.pieces) > MOST_FACTORS for term in inside):
        return None
    k = written(Form(frozenset(inside.items())), exactly=True)
    found = _together(rest, space, known) if known(k, space) else None
    return None if found is None else (Part(None, k, "terms"), *found)


def _polynomial(term: Term, space: Space) -> bool:
    return term.exponent is None and all(polynomial(piece, space.d) is not None for piece, _ in term.pieces)


def _in_another(k: Kernel, f: Form, space: Space, known: Known) -> tuple[Part, ...] | None:
    """All of it as a power series in one kernel, or in what its exponents are multiples of."""
    if all(c.sign == 1 for _, c in f.items):
        return None
    inside = {piece for term, _ in f.items for t in (term, *_exponents(term)) for piece, _ in t.pieces}
    for u in sorted(inside - {LINEAR}, key=str):
        series = power_series(f, u)
        if series is not None and series.holds and known(u, space):
            return (Part(None, k, "series", series=series, of=u),)
    found = series_of_exponent(f)
    if found is not None and found[1].holds and known(u := _base(found[0]), space):
        return (Part(None, k, "series", series=found[1], of=u),)
    return None


def _in_opened(k: Kernel, f: Form, space: Space, known: Known) -> tuple[Part, ...] | None:
    """The same with pieces multiplied out that are left whole, where there are some."""
    if space.every or all(piece._opened(space) is None for piece in f.pieces()):
        return None
    try:
        opened = f.replaced(lambda piece: piece._opened(space) or Form.piece(piece))
    except (TooMany, OverflowError):
        return None
    return _in_another(k, opened, space, known)


def _base(exponent: Form) -> Kernel:
    """The kernel an exponent is, exactly; rounded where all that is rounded may be any number > 0."""
    try:
        return written(exponent, exactly=True)
    except Unwritable:
        return written(exponent, roughly=True)


def _exponents(term: Term) -> tuple[Term, ...]:
    return () if term.exponent is None else tuple(inner for inner, _ in term.exponent.items)


def without_ends(term: Term) -> tuple[Exact, Term]:
    """c and t, where the term is e^{c(‖x‖² + ‖z‖²)}·t."""
    if term.exponent is None:
        return Exact(), term
    ends = Term(frozenset({(SquaredNorms(), 1)}))
    rest = Form(frozenset((t, c) for t, c in term.exponent.items if t != ends))
    return term.exponent.terms.get(ends, Exact()), Term(term.pieces, rest or None)


def whole_mixture(k: Kernel, space: Space, known: Known) -> Mixture | None:
    """All of k as a spectral measure on ℝᵈ; None where k is no function of x − z, or part of its measure is not
    known.
    """
    items = _stationary_items(k, space)
    if items is None:
        return None
    return mixture(items, space.d, [part is None or known(part, space) for _, part in items])


def _stationary_items(k: Kernel, space: Space) -> list[Item] | None:
    f = form(k, space) if space.kind == "vectors" and not space.every else None
    try:
        items = [] if f is None else [(c, written_term(term)) for term, c in in_order(f)]
    except Unwritable:
        return None
    return items if items and all(part is None or part.stationary for _, part in items) else None


def whole_series(k: Kernel, space: Space) -> Series | None:
    """All of k as a power series in x·z, up to a weight f(x)·f(z) that is nowhere 0; None where it is none."""
    f = form(k, space) if space.kind == "vectors" else None
    if not f:
        return None
    split = [(*without_ends(term), c) for term, c in f.items]
    if len({ends for ends, _, _ in split}) > 1:
        return None
    return power_series(Form(frozenset((inner, c) for _, inner, c in split)))


def operands(k: Kernel | None) -> list[Kernel]:
    """The factors of a product, a power as one."""
    return [] if k is None else list(k.terms) if isinstance(k, Product) else [k]


def _product(found: Sequence[Kernel]) -> Kernel | None:
    if not found:
        return None
    return found[0] if len(found) == 1 else Product(tuple(found))


def _sum(items: Sequence[Item]) -> Kernel:
    terms: list[Kernel] = []
    for c, k in items:
        size = float(c)
        if not size:
            raise Unwritable
        terms.append(Constant(size) if k is None else k if size == 1 else Scaled(size, k))
    return terms[0] if len(terms) == 1 else Sum(tuple(terms))


__all__ = ["Known", "Part", "parts", "whole_mixture", "whole_series", "without_ends"]
