"""Errata of the notes on support vector machines, and Python code."""

from __future__ import annotations

import numpy as np

from kernviz.data import Dataset
from kernviz.kernels import RBF, Linear
from kernviz.lessons.erratum import Erratum, Of, decides
from kernviz.lessons.lesson import Block, Code, paragraph
from kernviz.lessons.shared.code import loaded, python_number
from kernviz.lessons.shared.training import Training
from kernviz.lessons.svm.state import State
from kernviz.lessons.svm.tabs.primal_and_dual import printed_optimum
from kernviz.lessons.svm.tabs.scale_and_swap import margins_under
from kernviz.wording import say, several, short

ROUNDOFF = 1e-9  # tolerance for y·f = 1 at a free support vector
SWAPPED = 1e-6  # violation of the optimality conditions too large for roundoff


def notes(state: State, data: Dataset, training: Training) -> tuple[Block, ...]:
    """Return the statements of the notes, corrected, with the deciding numbers."""
    margins = training.functional_margins
    least, most, zero = float(margins.min()), float(margins.max()), int((training.machine.alpha_ == 0).sum())
    lagrangian_unbounded = most > 1 + ROUNDOFF
    inside, slack_origin = _inside(training)
    paid = short(0.0 if state.hard else state.C * float(training.machine.slack_.sum()))
    return (
        Erratum(
            say("S1, hard SVM (E17)"),
            say("f(a₁, …, a_m) is zero “if there yᵢaᵢ ≥ 1”, and ∞ otherwise"),
            say("if yᵢaᵢ ≥ 1 for all i"),
            *_reached(training),
        ),
        Erratum(
            say("S2, primal (E25)"),
            say("min w·w + C Σξ with this dual"),
            say("½ w·w, or C/2 in the place of C"),
            *_printed_primal(state, data, training),
        ),
        Erratum(
            say("S2, support vectors (E26)"),
            say("support vectors satisfy y·f = 1"),
            say("y·f = 1 − ξ; only 0 < α < C gives y·f = 1, and b comes from those"),
            *_bounded(training),
        ),
        Erratum(
            say("S2, averaging b (E26)"),
            say("average b over points with α > 0"),
            say("average over the free points only"),
            *_averaged(training),
        ),
        Erratum(
            say("S2, weights (E27)"),
            say("a weight α > 0 for each point"),
            say("α ≥ 0, and 0 wherever y·f > 1"),
            several(zero, "{n} of {points} is exactly 0 here", "{n} of {points} are exactly 0 here", points=data.n),
            decides(zero > 0),
        ),
        Erratum(
            say("S2, recovering b (E27)"),
            say("“In the duel”"),
            say("in the dual"),
            say("primal and dual meet here at {dual:.6}: no duel", dual=training.machine.certificate_.dual),
        ),
        Erratum(
            say("S4, distance (E40)"),
            "|y|/‖w‖ = t·y/‖w‖",
            say("only for points on the right side; otherwise the sign differs"),
            *_farthest(training),
        ),
        Erratum(
            say("S4, rescaling (E41)"),
            "t·(w·φ + b) = 1",
            say("for the closest points only"),
            say("the largest y·f here is {largest}, the smallest {smallest}", smallest=least, largest=most),
            decides(abs(least - 1) <= ROUNDOFF < most - 1),
        ),
        Erratum(
            say("S4, Lagrangian (E42)"),
            say("min over w, b, a"),
            say("min over w, b and max over a ≥ 0"),
            say(
                "a saddle point: the minimum over w, b is {primal:.6}, the maximum over a {dual:.6}; the largest "
                "t·y is {largest}, and with the a of that point growing L falls without end",
                primal=training.machine.certificate_.primal,
                dual=training.machine.certificate_.dual,
                largest=most,
            )
            if lagrangian_unbounded
            else say(
                "a saddle point: the minimum over w, b is {primal:.6}, the maximum over a {dual:.6}",
                primal=training.machine.certificate_.primal,
                dual=training.machine.certificate_.dual,
            ),
            decides(lagrangian_unbounded),
        ),
        Erratum(
            say("S4, swapping (E44)"),
            say("replace the kernel and obtain again an optimal solution"),
            say("after solving again"),
            *_swapped(state, training),
        ),
        Erratum(
            say("S4, remarks (E45)"), say("a = 0 or t·y = 1"), say("for the hard margin only"), *_bounded(training)
        ),
        Erratum(
            say("S4, slack (E46)"),
            say("on the correct side: ξ = 0"),
            say("ξ = 0 on or outside the correct margin; ξ = max(0, 1 − y·f)"),
            "y·f = " + "; ".join(f"{short(m)} → {short(max(0.0, 1 - m))}" for m in (1.3, 0.4, -0.5)) + f". {inside}",
            slack_origin,
        ),
        Erratum(
            say("S4, soft margin (E47)"),
            say("no objective given"),
            say("add C Σξ"),
            say("C Σξ = {penalty} here", penalty=paid),
            decides(paid != "0"),
        ),
    )


def _printed_primal(state: State, data: Dataset, training: Training) -> tuple[str, Of]:
    """Return a comparison of S2's printed primal objective with the right primal."""
    certificate, optimum = training.machine.certificate_, printed_optimum(state, data)
    printed = "–" if optimum is None else short(optimum, 6)
    met = say("the dual reaches {dual:.6}, ½w·w + CΣξ {primal:.6}", dual=certificate.dual, primal=certificate.primal)
    words = say("{corrected}, as printed {printed}", corrected=met, printed=printed)
    return words, decides(printed not in ("–", short(certificate.dual, 6)))


def _averaged(training: Training) -> tuple[str, Of]:
    m = training.machine
    if not len(m.bounded_):
        words = several(
            len(m.support_),
            "no bounded point here, and {n} with α > 0: b = {intercept}",
            "no bounded point here: all {n} agree on b = {intercept}",
            intercept=m.intercept_,
        )
        return words, "nothing"
    mean = short(float(training.biases[m.support_].mean()))
    words = several(
        len(m.support_),
        "over the {n} point with α > 0 the mean is {printed}, and b is {intercept}",
        "over all {n} points with α > 0 the mean is {printed}, and b is {intercept}",
        printed=mean,
        intercept=m.intercept_,
    )
    return words, decides(mean != short(m.intercept_))


def _farthest(training: Training) -> tuple[str, Of]:
    """Return a sentence on the point farthest on its wrong side.

    At such a point t·y/‖w‖ is minus the distance.
    """
    margins = training.functional_margins
    i, norm = int(np.argmin(margins)), float(training.machine.weight_norm2_**0.5)
    if not norm:
        return say("w = 0: there is no border"), "nothing"
    if margins[i] >= 0:
        return say("every point is on its right side here: both agree"), "nothing"
    signed = short(float(margins[i]) / norm)
    words = say(
        "point {n}: t·y/‖w‖ = {printed}, its distance is {distance}",
        n=i + 1,
        printed=signed,
        distance=signed.removeprefix("−"),
    )
    return words, decides(signed != "0")


def _swapped(state: State, training: Training) -> tuple[str, Of]:
    """Return the violation of the optimality conditions under another kernel, in words.

    α and b are those of the page's kernel.
    """
    other = RBF(1.0) if state.kernel != RBF(1.0) else Linear()
    violation, own = margins_under(other, training)[1], training.machine.certificate_.kkt
    words = say(
        "with these α the conditions of optimality are violated by {change:.2}, under `{kernel}` by {violation:.2}",
        change=own,
        kernel=other,
        violation=violation,
    )
    return words, decides(violation > max(own, SWAPPED))


def _bounded(training: Training) -> tuple[str, Of]:
    m = training.machine
    if not len(m.bounded_):
        return say("no bounded point here: raise noise or lower C to see one"), "nothing"
    i = int(m.bounded_[np.argmax(m.slack_[m.bounded_])])
    value = short(float(training.functional_margins[i]))
    return say("point {n}: α = C and y·f = {value}", n=i + 1, value=value), decides(value != "1")


def _reached(training: Training) -> tuple[str, Of]:
    """Return a sentence on the number of points with y·f ≥ 1.

    The readings “for one i” and “for all i” give the same if all points satisfy it, or none.
    """
    margins = training.functional_margins
    reached = int((margins >= 1 - ROUNDOFF).sum())
    words = say("{count} of {total} points have y·f ≥ 1 here", count=reached, total=len(margins))
    if reached == len(margins):
        return say("{count}: all, so f is 0", count=words), "nothing"
    words = say(
        "{count}: f is ∞, and “there is one” would make it {objective}",
        count=words,
        objective="0" if reached else say("∞ too"),
    )
    return words, decides(reached > 0)


def _inside(training: Training) -> tuple[str, Of]:
    """Return a sentence on a point on its right side with slack.

    The printed sentence omits this case.
    """
    margins = training.functional_margins
    inside = np.flatnonzero((margins > 0) & (margins < 1 - ROUNDOFF))
    if not len(inside):
        return say("Here no point is on its right side with slack"), "nothing"
    i = int(inside[np.argmin(np.abs(margins[inside] - 0.5))])
    words = several(
        len(inside),
        "Here {n} point is on its right side with slack, point {i}: y·f = {margin}, ξ = {slack}",
        "Here {n} points are on their right side with slack; point {i}: y·f = {margin}, ξ = {slack}",
        i=i + 1,
        margin=margins[i],
        slack=training.machine.slack_[i],
    )
    return words, "state"


def code(state: State) -> tuple[Block, ...]:
    """Return Python code that trains the machine of the picture."""
    return (
        paragraph("The same machine in Python. The file is what the sidebar's download button saves."),
        Code(
            "import kernviz as kv\n\n"
            f"data = {loaded(state.data, state.signed.classes[1])}\n"
            f'kernel = kv.parse("{state.kernel}")\n'
            f"machine = kv.KernelSVC(kernel, C={python_number(state.penalty)}).fit(data.X, data.y)\n"
            "print(machine.margin_, len(machine.support_), machine.certificate_.kkt)\n"
        ),
    )
