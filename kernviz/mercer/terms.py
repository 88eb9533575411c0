"""Terms of a kernel multiplied out (of its normal form).

The functions split a term into factors and a weight, and join factors again. They also give the
spectral measure and the power series of a whole kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import Kernel
from kernviz.kernels.form_writer import Unwritable
from kernviz.kernels.from_normal_form import in_order, written_term
from kernviz.kernels.linear import SquaredNorms
from kernviz.kernels.normal_form import Form, Term, form
from kernviz.kernels.products import Product
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.bochner import Mixture
from kernviz.mercer.power_series import Series, power_series
from kernviz.mercer.spectral_measure import mixture

Item = tuple[Exact, Kernel | None]  # coefficient and product; None is the number 1
Known = Callable[[Kernel, Space], bool]  # True if the function is proven to be a kernel


def without_ends(term: Term) -> tuple[Exact, Term]:
    """Return (c, t) such that the term is e^{c(‖x‖² + ‖z‖²)}·t."""
    if term.exponent is None:
        return Exact(), term
    ends = Term(frozenset({(SquaredNorms(), 1)}))
    rest = Form(frozenset((t, c) for t, c in term.exponent.items if t != ends))
    return term.exponent.terms.get(ends, Exact()), Term(term.pieces, rest or None)


def whole_mixture(k: Kernel, space: Space, known: Known) -> Mixture | None:
    """Return the spectral measure of all of k on ℝᵈ.

    None if k is no function of x − z, or part of its measure is unknown.
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
    """Return the power series of all of k in x·z.

    The series holds up to a weight f(x)·f(z) that is nowhere 0. None if there is no such series.
    """
    f = form(k, space) if space.kind == "vectors" else None
    if not f:
        return None
    split = [(*without_ends(term), c) for term, c in f.items]
    if len({ends for ends, _, _ in split}) > 1:
        return None
    return power_series(Form(frozenset((inner, c) for _, inner, c in split)))


def operands(k: Kernel | None) -> list[Kernel]:
    """Return the factors of a product; a power counts as one factor."""
    return [] if k is None else list(k.terms) if isinstance(k, Product) else [k]


def product_of(found: Sequence[Kernel]) -> Kernel | None:
    if not found:
        return None
    return found[0] if len(found) == 1 else Product(tuple(found))
