"""Kernels by power series without a negative coefficient.

The series are in x·z, in a kernel, and in the base of the exponents.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.kernels.exact_numbers import ONE, Exact
from kernviz.kernels.expr import Kernel, kernel_of
from kernviz.kernels.form_writer import Unwritable
from kernviz.kernels.from_normal_form import in_order, written, written_term
from kernviz.kernels.linear import LINEAR, SquaredNorms
from kernviz.kernels.normal_form import UNIT, Form, Term
from kernviz.kernels.rules_and_premises import Premise, Space
from kernviz.mercer.argument_rules import SERIES, SERIES_IN
from kernviz.mercer.power_series import Series, power_series, series_of_exponent, summand
from kernviz.mercer.terms import whole_series, without_ends
from kernviz.mercer.theorems.grouped_terms import grouped_by_factor
from kernviz.mercer.theorems.theorem import Argument, Group, Known, Prover, Theorem
from kernviz.wording import say, superscript


@dataclass(frozen=True)
class SeriesEvidence:
    """Power series of the whole kernel in x·z.

    The series holds up to a weight f(x)·f(z) that is nowhere 0.
    """

    value: Series
    method: str = "series"

    @property
    def refutes(self) -> bool:
        """Return True if a computed coefficient is negative."""
        return self.value.negative is not None

    @property
    def reason(self) -> str:
        """Return the first negative coefficient, in words."""
        n = self.value.negative
        assert n is not None
        return say(
            "the coefficient of (‹x·z›){power} in its power series is {coefficient}, below 0",
            power=superscript(n),
            coefficient=self.value.value(n),
        )


def found_series(k: Kernel, space: Space, known: Known) -> SeriesEvidence | None:
    """Return the power series of k in x·z; else None.

    Its coefficients are paid here, so that their cost counts for this theorem.
    """
    series = whole_series(k, space)
    if series is None:
        return None
    series.pay()
    return SeriesEvidence(series)


def _argument(of: Kernel) -> Argument:
    premise = Premise(say("every coefficient ≥ 0"), say("aₙ ≥ 0 for every n, in exact numbers"), True)
    return Argument("series", SERIES, (premise,)) if of == LINEAR else Argument("series", SERIES_IN, (premise,), of)


def with_series(k: Kernel, f: Form, space: Space, by: Prover, known: Known) -> tuple[Group, ...] | None:
    """Group functions of x·z by their weight f(x)·f(z).

    Each group is decided by its power series. The other terms are grouped as in `grouped_by_factor`. None if no
    power series is needed, or if a group of the other terms is not proven.
    """
    groups: dict[Exact, dict[Term, tuple[Term, Exact]]] = {}
    others: dict[Term, Exact] = {}
    for term, c in in_order(f):
        ends, inner = without_ends(term)
        if power_series(Form(frozenset({(inner, ONE)}))) is None:
            others[term] = c
        else:
            groups.setdefault(ends, {})[inner] = term, c
    found: list[Group] = []
    for ends, items in groups.items():
        group = Form(frozenset((inner, c) for inner, (_, c) in items.items()))
        series = power_series(group)
        if series is None or not series.holds or all(c.sign == 1 for _, c in items.values()):
            others |= dict(items.values())  # without a negative coefficient, each term is a kernel by itself
            continue
        weight = Form.piece(SquaredNorms()).scaled(ends).exponential() if ends else None
        shared = None if weight is None else written(weight)
        found.append(Group(shared, written(group), _argument(LINEAR)))
    rest = grouped_by_factor(Form(frozenset(others.items())), space, by, known) if others else ()
    return None if rest is None or not found else (*found, *rest)


def series_in_a_kernel(k: Kernel, f: Form, space: Space, by: Prover, known: Known) -> tuple[Group, ...] | None:
    """Prove k as a power series in a kernel, beside other terms.

    f is the normal form of k. The kernel u is a piece of f, a term of its exponents, or the common base of its
    exponents. The terms that are no functions of u are grouped as in `grouped_by_factor`. None if no coefficient is
    negative, as other theorems prove this case, and if no such u is found.
    """
    if all(c.sign == 1 for _, c in f.items):
        return None
    for base, u in _bases(f):
        inside = Form(frozenset((term, c) for term, c in f.items if summand(term, c, base) is not None))
        rest = f - inside
        if not any(c.sign == -1 for _, c in inside.items) or any(c.sign != 1 for _, c in rest.items):
            continue
        series = power_series(inside, base)
        if series is None or not series.holds or not known(u, space):
            continue
        others = grouped_by_factor(rest, space, by, known) if rest else ()
        if others is not None:
            return (Group(None, written(inside) if rest else k, _argument(u)), *others)
    found = series_of_exponent(f)
    if found is not None and found[1].holds and known(u := _base(found[0]), space):
        return (Group(None, k, _argument(u)),)
    return None


def _bases(f: Form) -> list[tuple[Term, Kernel]]:
    """Return candidate terms u for a power series, with their kernels.

    They are the pieces of f, and the terms of its exponents that are more than a piece.
    """
    terms = [t for term, _ in f.items for t in (term, *_exponents(term))]
    pieces = {kernel_of(piece) for term in terms for piece, _ in term.pieces} - {LINEAR}
    found = [(Term(frozenset({(piece, 1)})), piece) for piece in sorted(pieces, key=str)]
    whole = {inner for term, _ in f.items for inner in _exponents(term)}
    for term in whole - {base for base, _ in found} - {UNIT}:
        try:
            u = written_term(term)
        except Unwritable:
            continue
        if u is not None and u != LINEAR and (term.exponent is not None or len(term.pieces) > 1):
            found.append((term, u))
    return sorted(found, key=lambda pair: str(pair[1]))


def _base(exponent: Form) -> Kernel:
    """Return an exponent as a kernel, exactly where possible.

    Otherwise its factors are rounded. This is allowed only if all factors are > 0: with any other positive factors
    the exponent is a kernel, too.
    """
    try:
        return written(exponent, exactly=True)
    except Unwritable:
        return written(exponent, roughly=True)


def _exponents(term: Term) -> tuple[Term, ...]:
    return () if term.exponent is None else tuple(inner for inner, _ in term.exponent.items)


OF_DOT_PRODUCT = Theorem("power series in x·z", "Schoenberg (1942)", groups=with_series, finds=found_series)
OF_KERNEL = Theorem("power series in a kernel", "S2 rules 2, 3, 4, 5", groups=series_in_a_kernel)
