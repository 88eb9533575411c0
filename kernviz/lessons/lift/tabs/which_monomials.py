"""Smallest sets of monomials that separate, and the ticked set."""

from __future__ import annotations

from kernviz.data import Dataset
from kernviz.lessons.lesson import Block, Table, Text, columns_of
from kernviz.lessons.lift.machine import (
    UP_TO_THREE_1D,
    UP_TO_TWO,
    Separator,
    monomials,
    on_monomials,
    separates,
    smallest_sets,
)
from kernviz.lessons.lift.state import State
from kernviz.lessons.number_format import percent
from kernviz.wording import phrase, say, short

TITLE = phrase("Which monomials")


def blocks(state: State, data: Dataset) -> tuple[Block, ...]:
    """Show the smallest sets of monomials that separate.

    The set that is ticked is shown too.
    """
    choice = UP_TO_TWO if data.d == 2 else UP_TO_THREE_1D
    names = ", ".join(monomials(choice).labels)
    smallest = smallest_sets(data, choice)
    if not smallest:
        words = say(
            "**No set separates.** Even all of {names} together leave points on the wrong side of every plane: "
            "these data need slack or a kernel with more features.",
            names=names,
        )
    else:
        sets = f" {say('or')} ".join("{" + ", ".join(monomials(s).labels) + "}" for s in smallest)
        words = say(
            "**A plane separates the classes exactly when the monomials include {sets}.** Fewer "
            "are not enough, more do no harm.",
            sets=sets,
        )
    rows = []
    singles = [(e,) for e in choice] if data.d == 1 else []
    for exponents in dict.fromkeys(
        [*singles, *_listed_sets(choice), *smallest, *((state.ticked,) if state.ticked else ())]
    ):
        hard = on_monomials(data, exponents, float("inf")) if separates(data, exponents) else None
        best = hard or on_monomials(data, exponents, state.C)
        rows.append(
            {
                say("monomials"): ", ".join(monomials(exponents).labels),
                say("separable"): say("yes") if hard else say("no"),
                say("margin"): short(hard.machine.margin_) if isinstance(hard, Separator) else "–",
                say("right side"): percent(best.accuracy) if isinstance(best, Separator) else "–",
            }
        )
    advice = (
        say("Under *Features* choose “monomials I tick” and try for yourself.") + " "
        if data.d == 2
        else say("On the line itself, with x alone, a threshold separates them.") + " "
        if separates(data, ((1,),))
        else say("On the line itself, with x alone, no threshold separates them.") + " "
    )
    return (
        Text(words),
        Text(
            advice
            + say(
                "S1: choosing ‹ψ› takes prior knowledge. If you believe that an ellipse separates the classes, take "
                "all monomials up to order 2. An ellipse along the axes does not need x₁x₂, a turned one does."
            )
            if data.d == 2
            else advice + say("S1 chooses ψ(x) = (x, x²).")
        ),
        Table(
            columns_of(rows),
            caption=say("Hard margin where the set separates; otherwise the accuracy with slack, C = {C}.", C=state.C),
        ),
    )


def _listed_sets(choice: tuple[tuple[int, ...], ...]) -> list[tuple[tuple[int, ...], ...]]:
    """Return the monomial sets that are always listed.

    In the plane they are {x₁, x₂}, {x₁, x₂, x₁x₂}, the squares, all of degree 2, and all. On the line
    they are {x, x²} and all.
    """
    if len(choice) == 3:
        return [choice[:2], choice]
    x1, x2, a, c, b = choice
    return [(x1, x2), (x1, x2, c), (a, b), (a, c, b), choice]
