"""S0's derivation of a polynomial kernel's φ in six lines.

It holds for any c, γ and degree. The lines lead from the closed form to φ(x)·φ(z). Terms are coloured by degree.
"""

from __future__ import annotations

from collections.abc import Sequence

from kernviz.arrays import Array
from kernviz.features.monomials import Monomial, power_coefficient
from kernviz.kernels import latex
from kernviz.kernels.polynomial_in_x_and_z import Exponents
from kernviz.kernels.rules_and_premises import SECOND
from kernviz.lessons.lesson import Block, Formula, Table, paragraph
from kernviz.lessons.number_format import tex
from kernviz.lessons.polynomial.state import State
from kernviz.lessons.shared.formulas import coordinate_names, monomial
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, short

# Colours of the bars (grey, then the classes), in tones that are legible on light and dark backgrounds.
COLORS = ("#7A828C", "#2A86C8", "#D9661A", "#109A74", "#B8649E")
MOST_TERMS = 36  # largest number of terms written out; degree 4 in three coordinates has 35
COLORING = r"\textcolor{#000000}{}"
LONGEST = 230  # LaTeX characters in one row of a formula, without colour commands

SAYS = (
    phrase("The kernel: a product, a sum and a power. Nothing else is ever computed."),
    phrase("The binomial theorem: a polynomial in the number ‹x·z›, one term a degree."),
    phrase("x and ‹z› written out by coordinates."),
    phrase("The dot products multiplied out."),
    phrase("The powers multiplied out: every term is a number times a monomial of x times the same monomial of ‹z›."),
    phrase(
        "Each term's coefficient is the product of two equal square roots: one root goes to the monomial of x "
        "on the left, the other to that of ‹z› on the right. That is ‹φ›(x)·‹φ›(‹z›)."
    ),
)


def blocks(state: State, monomials: tuple[Monomial, ...], at_x: Array, at_z: Array, closed: float) -> tuple[Block, ...]:
    """Show the chosen line with its explanation.

    At the last line a table of the two points' numbers follows. The preceding lines come last, so
    that the chosen line stands directly below its control.
    """
    lines = six_lines(state, monomials)
    here = state.line - 1
    shown: list[Block] = [
        paragraph(
            "**{line}. {statement}** Line {line} of 6, {legend}.",
            line=state.line,
            statement=SAYS[here],
            legend=_colors(state.degree),
        ),
        Formula(lines[here]),
    ]
    if state.line == 6 and len(monomials) <= MOST_TERMS:
        shown.append(
            Table(
                {
                    say("coordinate of ‹φ›"): [t.label for t in monomials],
                    say("degree"): [t.degree for t in monomials],
                    say("weight"): [short(t.weight, 5) for t in monomials],
                    symbols("‹φ›(x)"): [short(float(v), 6) for v in at_x],
                    symbols("‹φ›(‹z›)"): [short(float(v), 6) for v in at_z],
                    say("product"): [short(float(v), 6) for v in at_x * at_z],
                },
                caption=say(
                    "The products sum to {sum:.8}; the closed form says {closed_form:.8}.",
                    sum=at_x @ at_z,
                    closed_form=closed,
                ),
            )
        )
    for i in range(here):
        shown += [paragraph(":gray[{i}. {statement}]", i=i + 1, statement=SAYS[i]), Formula(lines[i])]
    return tuple(shown)


def six_lines(state: State, monomials: tuple[Monomial, ...]) -> tuple[str, ...]:
    """Return S0's six lines as LaTeX."""
    d, m = state.degree, state.m
    xs, zs = (",".join(coordinate_names(letter, m)) for letter in ("x", SECOND))
    vectors = rf"({xs})\cdot({zs})"
    dots = " + ".join(a + b for a, b in zip(coordinate_names("x", m), coordinate_names(SECOND, m), strict=True))
    ranks = [r for r in range(d, -1, -1) if power_coefficient(d, state.gamma, state.c, r) > 0]

    def powers(inside: str) -> list[str]:
        return [
            colored(r, _front(power_coefficient(d, state.gamma, state.c, r), r == 0) + _power(inside, r)) for r in ranks
        ]

    too_many = say(
        r"\text{{… {count} terms: choose a degree of at most 4 to read them}}",
        count=len(monomials),
    )
    few = len(monomials) <= MOST_TERMS
    fifth = [colored(t.degree, _front(t.coefficient, t.degree == 0) + _pair(t.exponents)) for t in monomials]
    sixth = [colored(t.degree, _split(t)) for t in monomials]
    return (
        rf"‹\k›(x,‹\z›) = {latex(state.own)}",
        rows(powers(r"(‹\x\cdot z›)")),
        rows(powers(rf"\bigl({vectors}\bigr)")),
        rows(powers(rf"\left[{dots}\right]")),
        rows(fifth) if few else rf"= {too_many}",
        rows(sixth) if few else rf"= {too_many}",
    )


def colored(degree: int, formula: str) -> str:
    """Set a term in the colour of its degree."""
    color = COLORS[degree] if degree < len(COLORS) else COLORS[1 + (degree - 1) % (len(COLORS) - 1)]
    return rf"\textcolor{{{color}}}{{{formula}}}"


def rows(items: Sequence[str]) -> str:
    """Set the sum a + b + … in several rows.

    The formula is = a + b + … in as many rows as needed.
    """
    parts: list[list[str]] = [[]]
    for item in items:
        if parts[-1] and sum(len(i) - len(COLORING) for i in (*parts[-1], item)) > LONGEST:
            parts.append([])
        parts[-1].append(item)
    body = r"\\ &\quad + ".join(" + ".join(part) for part in parts)
    return rf"\begin{{aligned}} &= {body} \end{{aligned}}"


def _power(inside: str, r: int) -> str:
    return "" if r == 0 else inside if r == 1 else f"{inside}^{{{r}}}"


def _front(coefficient: float, alone: bool) -> str:
    return "" if coefficient == 1 and not alone else tex(coefficient) + ("" if alone else r"\,")


def _pair(e: Exponents) -> str:
    return monomial(e) + r"\," + monomial(e, SECOND) if sum(e) else ""


def _split(t: Monomial) -> str:
    weight = _root(t.coefficient)
    if t.degree == 0:
        return rf"({weight or '1'})({weight or '1'})"
    return rf"({weight}{monomial(t.exponents)})({weight}{monomial(t.exponents, SECOND)})"


def _root(value: float) -> str:
    """Return the text of √value.

    The text is 2 for 4, √2 for 2, and empty for 1. If the value is no whole number below 1000, it is
    a decimal.
    """
    root = value**0.5
    if root == round(root):
        return "" if root == 1 else str(int(root))
    return rf"\sqrt{{{int(value)}}}\," if value == round(value) and value < 1000 else tex(root) + r"\,"


def _colors(degree: int) -> str:
    words = (say("grey"), say("blue"), say("vermilion"), say("green"), say("purple"))
    colours = ", ".join(f"{words[r]} {r}" for r in range(min(degree, 4) + 1))
    return say("coloured by degree: {colours}", colours=colours)
