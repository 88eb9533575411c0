"""View of a change of the kernel without training again (erratum E44).

With the old α the optimality conditions are violated for most kernels. After training again they
hold.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.data_view import DataView
from kernviz.figures.line.line import LineFunction, decision_line, describe_line
from kernviz.figures.plane.marks import Other, PlaneMarks
from kernviz.figures.plane.plane import decision_plane, describe_plane
from kernviz.kernels import Kernel, latex
from kernviz.lessons.dual.gram import gram_of
from kernviz.lessons.dual.machine import machine, trained
from kernviz.lessons.dual.state import OTHERS, State
from kernviz.lessons.lesson import Block, Formula, Lesson, Numbers, Picture, Readout, Tab, Table, Text, paragraph
from kernviz.lessons.shared.refusal import fit_for_picture
from kernviz.lessons.shared.small_plane import bounded_of
from kernviz.lessons.shared.training import field_of
from kernviz.models.certificate import kkt_residual
from kernviz.models.svm import KernelSVC
from kernviz.surfaces import Surface, Window, crossings, curve, drawable, expansion
from kernviz.wording import phrase, say, short

HEIGHT = 690
MOST_ROWS = 40
OPTIMAL = 1e-6  # violation of the optimality conditions that is roundoff for a trained machine


def build(state: State) -> Lesson:
    """Build the view that changes the kernel.

    The α of the sidebar's machine are put into the second kernel. The machine trained with the second
    kernel is shown for comparison. Raises ValueError for data with more than two columns.
    """
    fit_for_picture(state.data)
    other = OTHERS[state.other]
    data, first = state.signed, trained(state)
    again = machine(data, other, state.penalty)
    y = first.signs_
    K2 = gram_of(other, data.X)
    b = _best_intercept(first, K2 @ first.dual_coef_, state.penalty)
    old = y * (K2 @ first.dual_coef_ + b)
    before = y * first.decision_function(data.X)
    broken = kkt_residual(first.alpha_, old, state.penalty)
    facts: dict[str, object] = {"old": old, "before": before, "violation": broken, "free": first.free_, "first": first}
    solved_again = isinstance(again, KernelSVC)
    now = y * again.decision_function(data.X) if isinstance(again, KernelSVC) else np.full(data.n, np.nan)
    facts |= {"now": now, "again": again}
    free = first.free_ if len(first.free_) else first.support_
    spread = _range_text(old[free])
    numbers = [
        Readout(
            phrase("y·f, old kernel"),
            _range_text(before[first.free_]),
            say("at the free support vectors (0 < α < C): all of them 1"),
        ),
        Readout(
            phrase("y·f, old α"),
            spread,
            say("the same points and α with the second kernel, and the best b for them"),
        ),
        Readout(
            phrase("KKT, old α"),
            short(broken, 2),
            say("largest violation of the conditions of optimality in the second kernel"),
        ),
    ]
    if isinstance(again, KernelSVC):
        numbers += [
            Readout(
                phrase("y·f, again"),
                _range_text(now[again.free_]),
                say("at the free support vectors of the second machine"),
            ),
            Readout(phrase("KKT, again"), short(again.certificate_.kkt, 2), say("rounding")),
            Readout(
                phrase("max |Δα|"),
                short(float(np.abs(again.alpha_ - first.alpha_).max())),
                say("how far α had to move"),
                geometric=True,
            ),
        ]
    word = _verdict(state, first, broken, spread, solved_again)
    return Lesson(
        "",
        _picture(state, other, first, b, again),
        besides=(
            lambda: (
                Formula(rf"‹\k›_1 = {latex(state.kernel)}\ \longrightarrow\ ‹\k›_2 = {latex(other)}"),
                paragraph("‹k›₁ is the sidebar's kernel. ‹k›₂ is a second one, chosen above for this comparison only."),
            ),
            Numbers(tuple(numbers)),
            lambda: (
                *(
                    ()
                    if solved_again
                    else (Text(say("There is no machine with the second kernel: {reason}", reason=again), "warning"),)
                ),
                Text(word),
            ),
        ),
        tabs=(Tab(phrase("y·f of every point"), lambda: _table(first, old, before, now, again)),),
        facts=facts,
    )


def _best_intercept(first: KernelSVC, sums: Array, C: float) -> float:
    """Return the best intercept b for the old α.

    ``sums`` (n,) are the outputs without b. b makes f = y on average over the free support vectors of
    the first machine. If a b with f = y at a single point violates the optimality conditions less,
    this b is returned.
    """
    y, free = first.signs_, first.free_
    anchors = free if len(free) else first.support_
    mean = float(np.mean((y - sums)[anchors])) if len(anchors) else first.intercept_
    candidates = [mean, *np.unique(y - sums).tolist()]
    broken = [kkt_residual(first.alpha_, y * (sums + b), C) for b in candidates]
    return mean if broken[0] <= min(broken) + OPTIMAL else candidates[int(np.argmin(broken))]


def _verdict(state: State, first: KernelSVC, broken: float, spread: str, solved_again: bool) -> str:
    """Return a sentence that judges the old α in the second kernel.

    The judgement rests on the violation of the conditions of optimality.
    """
    if str(OTHERS[state.other]) == str(state.kernel):
        return say("The second kernel is the first one: nothing changes. Choose another.")
    if broken <= OPTIMAL:
        return say(
            "S4: “replace the kernel and obtain again an optimal solution”. Here it is so: the old α violate the "
            "conditions of optimality by only {violation:.2}. With most kernels they are not optimal: try another.",
            violation=broken,
        )
    verdict = (
        say(
            "With the old α the points that had y·f = 1 now have {margins}, and the conditions of optimality are "
            "violated by {violation:.2}: not optimal.",
            margins=spread,
            violation=broken,
        )
        if len(first.free_)
        else say("The old α violate the conditions of optimality by {violation}: not optimal.", violation=broken)
    )
    again = " " + say("**Solve the dual again**, and the conditions hold.") if solved_again else ""
    return say("S4: “replace the kernel and obtain again an optimal solution”. {shown}", shown=verdict) + again


def _range_text(values: Array) -> str:
    """Return the range of the values as text.

    The text is one number if the values differ by less than 1e-6, or agree to three digits. Otherwise
    the text is the interval. Without values the text states that no support vector is free.
    """
    if not len(values):
        return say("none free")
    low, high = float(values.min()), float(values.max())
    ends = short(low, 3), short(high, 3)
    return short(low, 6) if high - low < 1e-6 else ends[0] if ends[0] == ends[1] else " … ".join(ends)


def _picture(state: State, other: Kernel, first: KernelSVC, b: float, again: KernelSVC | str) -> Picture:
    data = state.signed
    window = Window.of(data)
    support = first.support_

    def old_f(Z: Array) -> Array:
        return np.asarray(other(Z, data.X[support]) @ first.dual_coef_[support] + b)

    solved_again = isinstance(again, KernelSVC)
    marks = PlaneMarks(
        free=again.free_ if isinstance(again, KernelSVC) else None,
        bounded=bounded_of(again) if isinstance(again, KernelSVC) else None,
    )
    view = DataView.of(data, window)
    if data.d == 1:
        grid = curve(old_f, window)
        theirs = LineFunction(drawable(grid), say("f with the old α"), crossings(grid))
        ours = None
        if isinstance(again, KernelSVC):
            own = curve(again.decision_function, window)
            ours = LineFunction(drawable(own), say("f, solved again"), crossings(own))
        figure = decision_line(view.over((-4.0, 4.0)), ours, marks, other=theirs)
        alt = describe_line(ours, data.X[:, 0], marks, theirs)
        return Picture(figure, alt, _caption(1, solved_again), "dual_swap_line", 520, revision=data.key)
    sums = expansion(other, data.X[support], first.dual_coef_[support], window)
    old_field = replace(sums, values=sums.values + b)
    surface = field_of(again, window) if isinstance(again, KernelSVC) else None
    field = drawable(surface) if isinstance(surface, Surface) else None
    marks = PlaneMarks(
        free=marks.free,
        bounded=marks.bounded,
        other=Other(drawable(old_field), say("f = 0 with the old α")),
    )
    figure = decision_plane(view, field, marks)
    return Picture(
        figure,
        describe_plane(data.X, data.codes, marks, boundary=solved_again),
        _caption(data.d, solved_again),
        "dual_swap",
        HEIGHT,
        square=True,
        revision=data.key,
    )


def _caption(d: int, solved_again: bool) -> str:
    if d == 1:
        ours = say("Solid line: f of the second kernel, solved again, its support vectors ringed.")
        theirs = say(
            "Dotted: f of the second kernel with the α of the first machine. The places where f = 0 need not separate "
            "the classes, and need not be the border of largest margin for any kernel."
        )
    else:
        ours = say("Field and solid line: the second kernel, solved again, its support vectors ringed.")
        theirs = say(
            "Dotted: f = 0 for the second kernel with the α of the first machine. This curve need not separate the "
            "classes, and need not be the border of largest margin for any kernel."
        )
    return f"{ours} {theirs}" if solved_again else theirs


def _table(first: KernelSVC, old: Array, before: Array, now: Array, again: KernelSVC | str) -> tuple[Block, ...]:
    order = np.argsort(-first.alpha_, kind="stable")[:MOST_ROWS]
    table = {
        say("point"): (order + 1).tolist(),
        say("α, first kernel"): first.alpha_[order].tolist(),
        say("y·f, first kernel"): before[order].tolist(),
        say("y·f, old α in the second"): old[order].tolist(),
    }
    rule = say("Largest α first. At an optimum 0 < α < C means y·f = 1.") + " "
    on_margin = bool(np.all(np.abs(old[first.free_] - 1) <= OPTIMAL))
    if len(first.free_):
        rule += (
            say("With the old α in the second kernel it still is so.")
            if on_margin
            else say("With the old α in the second kernel it is so no longer.")
        )
    if isinstance(again, KernelSVC):
        table |= {say("α, solved again"): again.alpha_[order].tolist(), say("y·f, solved again"): now[order].tolist()}
    return (
        Table(
            table,
            height=400,
            caption=rule,
            geometric=tuple(name for name in table if name in (say("α, first kernel"), say("α, solved again"))),
        ),
    )
