"""Primal and dual objective at their optimum, and the solver's steps."""

from __future__ import annotations

import numpy as np

from kernviz.data import Dataset
from kernviz.figures.curves.convergence import describe_qp_trace, qp_trace
from kernviz.lessons.lesson import Block, Formula, Picture, Table, Text, paragraph
from kernviz.lessons.shared.training import Failure, Training, train
from kernviz.lessons.svm.state import State
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, short

TITLE = phrase("Primal and dual")


def blocks(state: State, data: Dataset, training: Training) -> tuple[Block, ...]:
    """Show the primal and the dual objective.

    The printed primal of S2 is compared with the right primal. The solver's steps follow.
    """
    m, hard = training.machine, state.hard
    c = m.certificate_
    slack = "" if hard else r" + C\textstyle‹\sum_i› ‹\xi_i›"
    bound = r"0\le‹\alpha_i›" if hard else r"0\le‹\alpha_i›\le C"
    rows: dict[str, list[object]] = {
        say("problem"): [say("primal ½w·w") + ("" if hard else " + C Σξ"), say("dual Σ‹α› − ½‹α›ᵀQ‹α›")],
        say("optimum"): [short(c.primal, 8), short(c.dual, 8)],
    }
    if not hard:
        printed = printed_optimum(state, data)
        if printed is not None:
            rows[say("problem")].append(say("as S2 prints it: w·w + C Σξ"))
            rows[say("optimum")].append(short(printed, 8))
    return (
        Formula(
            rf"\min_{{w,b}}\ \tfrac12\|w\|^2{slack}\quad\Longleftrightarrow\quad"
            r"\max_‹\alpha›\ "
            r"\textstyle‹\sum_i›‹\alpha_i›-\tfrac12‹\sum_{i,j}›‹\alpha_i›‹\alpha_j›‹\y_i›‹\y_j›‹\k›(‹\x_i›,‹\x_j›)"
            rf",\ \ {bound},\ ‹\sum_i›‹\alpha_i›‹\y_i›=0"
        ),
        Table(
            rows,
            caption=(
                symbols(
                    f"½‖w‖² = {short(m.weight_norm2_ / 2, 6)}, Σ‹α› = {short(float(m.alpha_.sum()), 6)}, Σ‹α›·‹y› ="
                    f" {short(float(m.dual_coef_.sum()), 2)}."
                )
            ),
            geometric=(say("optimum"),),
        ),
        Text(
            (
                say("The optima meet: that is the proof that no other machine does better.") + " "
                if c.optimal
                else say("The optima do not quite meet: another machine may do better, but by the gap at most.") + " "
            )
            + (
                say("S2's quiz asks for the dual of the hard margin: this one, without the bound C.")
                if hard
                else (
                    say(
                        "S2 prints the primal without the ½; the table has its optimum (erratum "
                        "E25). Its quiz asks for the dual of the hard margin: the same without ‹α› ≤ C; switch "
                        "the hard margin on to see it."
                    )
                )
            )
        ),
        _solver_steps(training),
    )


def printed_optimum(state: State, data: Dataset) -> float | None:
    """Return the optimum of S2's printed primal, w·w + C Σξ.

    It is twice the optimum of the right primal at C/2. None if that machine cannot be trained.
    """
    halved = train(data, state.kernel, state.penalty / 2)
    return None if isinstance(halved, Failure) else 2 * halved.machine.certificate_.primal


def _solver_steps(training: Training) -> Block:
    """Show the steps of the solver on the way to the optimum."""
    certificate, steps = training.machine.certificate_, training.machine.solver_trace()
    if not steps:  # the interior-point method stopped at once, and the active-set method took over
        return paragraph(
            "There are no interior-point steps to show here: the method “{method}” found the answer ({result}).",
            method=certificate.stage,
            result=certificate.status.value,
        )
    # The solver minimises −(Σα − ½αᵀQα): its primal is minus the machine's dual, and its dual is minus the primal.
    upper, lower = np.array([[-step.dual, -step.primal] for step in steps]).T
    trace = np.arange(len(steps)), upper, lower, np.array([step.gap for step in steps])
    hard = np.isinf(training.machine.C)  # with a finite C the number of iterations depends on what was trained before
    where = (
        say("here at iteration {iterations}", iterations=certificate.iterations)
        if hard
        else say("here often already from a guess")
    )
    caption = say(
        "A lower and an upper bound come closer to the optimum. As soon as it is clear which points are support "
        "vectors and which of these are free ({when}), an exact computation ends the search.",
        when=where,
    )
    return Picture(qp_trace(*trace), describe_qp_trace(*trace), caption, key="trace", height=380)
