r"""Decomposition: a kernel is multiplied out, and terms with a common factor are decided together.

Σ c·G·h: for each common factor G that is a kernel, its cofactor may be a combination of functions of x − z (decided
by its spectral measure), of functions of x·z (by its power series), or a polynomial (by its coefficient matrix).
Signs are decided exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kernviz.features.polynomial import polynomial
from kernviz.kernels.algebra import Product, Scaled, Sum
from kernviz.kernels.constant import Constant
from kernviz.kernels.exact_numbers import ONE, Exact
from kernviz.kernels.expr import Kernel
from kernviz.kernels.from_normal_form import Unwritable, in_order, written, written_term
from kernviz.kernels.normal_form import Form, Term, TooMany, form
from kernviz.kernels.rules import LINEAR
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.squared_norms import SquaredNorms
from kernviz.mercer import mixture_times_conditional
from kernviz.mercer.bochner import Mixture
from kernviz.mercer.power_series import Series, power_series, series_of_exponent
from kernviz.mercer.spectral_measure import mixture

MOST_FACTORS = 8  # of a polynomial term among other terms: more would have too many coefficients

Known = Callable[[Kernel, Space], bool]  # True if the function is proven to be a kernel


@dataclass(frozen=True)
class Part:
    """One group of terms: `shared`, their common factor (None: none), and `rest`, the cofactor as a kernel.

    `way` names what proves `rest`: "terms" if every coefficient is ≥ 0 and every term is a kernel; "spectral",
    "falling" or "series" for these arguments.
    """

    shared: Kernel | None
    rest: Kernel
    way: str
    mixture: Mixture | None = None
    series: Series | None = None
    of: Kernel = LINEAR  # the variable of the power series

    @property
    def kernel(self) -> Kernel:
        """The whole group as one kernel."""
        return self.rest if self.shared is None else Product((self.shared, self.rest))


Item = tuple[Exact, Kernel | None]


def parts(k: Kernel, space: Space, known: Known) -> tuple[Part, ...] | None:
    """Groups of terms that add up to k, each proven to be a kernel; None if no such decomposition is found."""
    f = form(k, space)
    if f is None:
        return None
    try:
        if not f:
            return (Part(None, Constant(0.0), "terms"),)
        return (
            _grouped_by_factor(f, space, known)
            or _with_series(f, space, known)
            or _with_polynomial(f, space, known)
            or _as_series_in_a_kernel(k, f, space, known)
            or _as_series_after_expansion(k, f, space, known)
        )
    except Unwritable:
        pass
    try:
        k = written(f, roughly=True)
        return (Part(None, k, "terms"),) if known(k, space) else None
    except Unwritable:
        return None


def _grouped_by_factor(f: Form, space: Space, known: Known) -> tuple[Part, ...] | None:
    """Group terms by their factors that are no functions of x − z."""
    groups: dict[tuple[Kernel, ...], dict[Term, Item]] = {}
    for term, c in in_order(f):
        every = operands(written_term(term))
        shared = tuple(k for k in every if not k.stationary)
        groups.setdefault(shared, {})[term] = c, _product([k for k in every if k.stationary])
    found: list[Part] = []
    for shared, group in groups.items():
        part = _part(_product(shared), f, group, space, known)
        if part is None:
            return None  # one group without a proof ends the attempt
        found.append(part)
    return tuple(found)


def _part(shared: Kernel | None, f: Form, group: dict[Term, Item], space: Space, known: Known) -> Part | None:
    if shared is not None and not known(shared, space):
        return None
    items = list(group.values())
    proven = [k is None or known(k, space) for _, k in items]
    if all(proven) and all(c.sign == 1 for c, _ in items):
        if shared is not None and not all(known(factor, space) for _, k in items for factor in operands(k)):
            return Part(shared, _sum(items), "terms")  # products that are kernels though some factor is not
        return Part(None, written(Form(frozenset((term, f.terms[term]) for term in group))), "terms")
    rest = _sum(items)
    if space.kind != "vectors" or space.every:
        return None
    found = mixture(items, space.d, proven)
    decided = None if found is None else found.decided()
    if decided is not None and decided.holds:
        return Part(shared, rest, "spectral", mixture=found)
    return (
        Part(shared, rest, "falling")
        if decided is None and mixture_times_conditional.holds(items, space.d, proven)
        else None
    )


def _with_series(f: Form, space: Space, known: Known) -> tuple[Part, ...] | None:
    """Group functions of x·z by their weight f(x)·f(z) and decide each group by its power series.

    The other terms are grouped as in `_grouped_by_factor`.
    """
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
            others |= dict(items.values())  # without a minus, term by term suffices
            continue
        weight = Form.piece(SquaredNorms()).scaled(ends).exponential() if ends else None
        shared = None if weight is None else written(weight)
        found.append(Part(shared, written(group), "series", series=series))
    rest = _grouped_by_factor(Form(frozenset(others.items())), space, known) if others else ()
    return None if rest is None or not found else (*found, *rest)


def _with_polynomial(f: Form, space: Space, known: Known) -> tuple[Part, ...] | None:
    """Take all polynomials in the coordinates as one part, decided by its coefficients.

    The other terms are grouped as in `_grouped_by_factor`.
    """
    if space.kind != "vectors" or space.every:
        return None
    inside = {term: c for term, c in f.items if _polynomial(term, space)}
    rest = Form(frozenset((term, c) for term, c in f.items if term not in inside))
    if not inside or not rest or any(sum(n for _, n in term.pieces) > MOST_FACTORS for term in inside):
        return None
    k = written(Form(frozenset(inside.items())), exactly=True)
    found = _grouped_by_factor(rest, space, known) if known(k, space) else None
    return None if found is None else (Part(None, k, "terms"), *found)


def _polynomial(term: Term, space: Space) -> bool:
    return term.exponent is None and all(polynomial(piece, space.d) is not None for piece, _ in term.pieces)


def _as_series_in_a_kernel(k: Kernel, f: Form, space: Space, known: Known) -> tuple[Part, ...] | None:
    """Decide f as one power series in a kernel, or in the common base of its exponents."""
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


def _as_series_after_expansion(k: Kernel, f: Form, space: Space, known: Known) -> tuple[Part, ...] | None:
    """Try `_as_series_in_a_kernel` after also expanding those pieces that the normal form keeps whole."""
    if space.every or all(piece._opened(space) is None for piece in f.pieces()):
        return None
    try:
        opened = f.replaced(lambda piece: piece._opened(space) or Form.piece(piece))
    except (TooMany, OverflowError):
        return None
    return _as_series_in_a_kernel(k, opened, space, known)


def _base(exponent: Form) -> Kernel:
    """An exponent as a kernel, exactly; rounded only where the rounded factors may be any number > 0."""
    try:
        return written(exponent, exactly=True)
    except Unwritable:
        return written(exponent, roughly=True)


def _exponents(term: Term) -> tuple[Term, ...]:
    return () if term.exponent is None else tuple(inner for inner, _ in term.exponent.items)


def without_ends(term: Term) -> tuple[Exact, Term]:
    """(c, t) such that the term is e^{c(‖x‖² + ‖z‖²)}·t."""
    if term.exponent is None:
        return Exact(), term
    ends = Term(frozenset({(SquaredNorms(), 1)}))
    rest = Form(frozenset((t, c) for t, c in term.exponent.items if t != ends))
    return term.exponent.terms.get(ends, Exact()), Term(term.pieces, rest or None)


def whole_mixture(k: Kernel, space: Space, known: Known) -> Mixture | None:
    """Spectral measure of all of k on ℝᵈ; None if k is no function of x − z, or part of its measure is unknown."""
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
    """Power series of all of k in x·z, up to a weight f(x)·f(z) that is nowhere 0; None if there is none."""
    f = form(k, space) if space.kind == "vectors" else None
    if not f:
        return None
    split = [(*without_ends(term), c) for term, c in f.items]
    if len({ends for ends, _, _ in split}) > 1:
        return None
    return power_series(Form(frozenset((inner, c) for _, inner, c in split)))


def operands(k: Kernel | None) -> list[Kernel]:
    """Factors of a product; a power counts as one factor."""
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
