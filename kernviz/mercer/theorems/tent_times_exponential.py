r"""(1 − ‖x − z‖/w)·e^{−γ‖x − z‖}: a tent, which takes negative values, times an exponential that decays fast enough."""

from __future__ import annotations

from fractions import Fraction

from kernviz.kernels.algebra import Product
from kernviz.kernels.expr import Kernel
from kernviz.kernels.from_normal_form import Unwritable, written
from kernviz.kernels.named.minimum import Minimum
from kernviz.kernels.named.minus_distance import MinusDistance
from kernviz.kernels.named.tent import Tent
from kernviz.kernels.normal_form import Form, Term, form
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import Premise, Rule, Space, rounded
from kernviz.mercer.proof import Proof
from kernviz.mercer.spectral_measure import factors
from kernviz.mercer.theorems.beside import beside
from kernviz.mercer.theorems.theorem import Prover, Theorem
from kernviz.wording import phrase

TENT = Rule(
    phrase("tent beside an exponential"),
    phrase("(1 − ‖x − z‖/w)·e^{−γ‖x − z‖} is a kernel on ℝᵈ exactly when γ ≥ d/w"),
    phrase(
        "e^{−γr} has the spectral density c·γ/(γ² + ‖ω‖²)^{(d+1)/2}, and r·e^{−γr} minus its "
        "derivative by γ: together c·(γ²(γ − d/w) + ‖ω‖²(γ + 1/w))/(γ² + ‖ω‖²)^{(d+3)/2}."
    ),
    {"theory": "Bochner (1933)"},
)


def beside_exponential(k: Kernel, space: Space) -> tuple[Premise, list[Kernel]] | None:
    """Premise γ ≥ d/w for a product with one tent, and the other factors, which must be kernels; else None."""
    every = list(factors(k)) if isinstance(k, Product) and space.kind == "vectors" and not space.every else []
    tents = [factor for factor in every if isinstance(factor, Tent)]
    if len(tents) != 1:
        return None
    rate = Fraction(0)
    rest: list[Kernel] = []
    for factor in every:
        if factor is not tents[0]:
            own, left = _split(factor, space)
            rate, rest = rate + own, [*rest, left]
    least = space.d / decimal(tents[0].width)
    premise = Premise("γ ≥ d/w", f"γ = {rounded(float(rate))} and d/w = {rounded(float(least))}", rate >= least)
    return premise, rest


def _split(k: Kernel, space: Space) -> tuple[Fraction, Kernel]:
    """(γ, k₁) such that k is e^{−γ‖x − z‖}·k₁ up to a weight f(x)·f(z); (0, k) if no exponential is found."""
    f = form(k, space)
    if f is None or len(f.items) != 1:
        return Fraction(0), k
    ((term, c),) = f.items
    if term.exponent is None:
        return Fraction(0), k
    of = {_single(MinusDistance(1.0)): Fraction(1)} | ({_single(Minimum()): Fraction(1, 2)} if space.line else {})
    taken = {own: size for own, size in term.exponent.items if own in of and size.sign == 1 and size.fraction}
    if not taken:
        return Fraction(0), k
    rest = Form(frozenset((own, size) for own, size in term.exponent.items if own not in taken))
    try:
        left = written(Form(frozenset({(Term(term.pieces, rest or None), c)})), exactly=True)
    except Unwritable:
        return Fraction(0), k
    return sum((of[own] * (size.fraction or 0) for own, size in taken.items()), Fraction(0)), left


def _single(piece: Kernel) -> Term:
    return Term(frozenset({(piece, 1)}))


def proof(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Proof of a product by this criterion, the other factors being kernels."""
    return beside(k, space, by, TENT, beside_exponential(k, space))


TENT_TIMES_EXPONENTIAL = Theorem(
    "tent beside an exponential",
    TENT.says,
    "Bochner (1933)",
    "its normal form",
    proves=proof,
)

__all__ = ["TENT_TIMES_EXPONENTIAL", "beside_exponential"]
