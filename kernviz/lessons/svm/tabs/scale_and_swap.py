"""Effects of rescaling (w, b), and of another kernel with old α."""

from __future__ import annotations

from kernviz.arrays import Array
from kernviz.data import Dataset
from kernviz.kernels import RBF, Kernel, Linear, Polynomial
from kernviz.lessons.lesson import Block, Table, columns_of, paragraph
from kernviz.lessons.number_format import percent
from kernviz.lessons.shared.training import Failure, Training, train
from kernviz.lessons.svm.state import State
from kernviz.models.certificate import kkt_residual
from kernviz.wording import phrase, say, short

TITLE = phrase("Scale and swap")


def blocks(state: State, data: Dataset, training: Training) -> tuple[Block, ...]:
    """Show the effects of rescaling (w, b) and of swapping the kernel.

    Each other kernel is shown with the old α, and with a machine that is trained again.
    """
    m, s = training.machine, state.scale
    closest = float(training.functional_margins.min())
    norm = m.weight_norm2_**0.5
    scaling = Table(
        {
            say("quantity"): [
                say("smallest ‹y›·‹f›"),
                "‖w‖",
                say("smallest ‹y›·‹f›/‖w‖, a signed distance"),
                say("points on the right side"),
            ],
            "s = 1": [
                short(closest),
                short(norm),
                short(closest / norm if norm else float("nan")),
                percent(training.train_accuracy),
            ],
            f"s = {short(s)}": [
                short(s * closest),
                short(s * norm),
                short(closest / norm if norm else float("nan")),
                percent(training.train_accuracy),
            ],
        },
        caption=(
            say("In the picture, multiplying w and b by s > 0 moves the lines ‹f› = ±1 and nothing else.")
            + " "
            + _point_name(closest, norm)
        ),
        geometric=tuple(dict.fromkeys(("s = 1", f"s = {short(s)}"))),
    )
    head = (
        say("kernel"),
        say("old ‹α›: smallest ‹y›·‹f›"),
        say("old ‹α›: KKT violation"),
        say("solved again: smallest ‹y›·‹f›"),
        say("solved again: KKT violation"),
    )
    kernels = dict.fromkeys((state.kernel, Linear(), Polynomial(2), RBF(1.0)))
    rows = [_swapped(state, data, training, kernel) for kernel in kernels]
    return (
        paragraph("**Scale.** Move s above: ‹f› changes everywhere, the border ‹f› = 0 and every distance stay."),
        scaling,
        paragraph(
            "**Swap the kernel.** S4 says that one obtains again an optimal solution. That is true only after the "
            "problem is solved again. The old α are optimal for another kernel only if their KKT violation is 0 "
            "(erratum E44)."
        ),
        Table(columns_of([dict(zip(head, row, strict=True)) for row in rows])),
    )


def _swapped(state: State, data: Dataset, training: Training, kernel: Kernel) -> tuple[str, ...]:
    """Return the row of a kernel: old α, and trained again."""
    margins, violation = margins_under(kernel, training)
    again = train(data, kernel, state.penalty)
    solved = (
        (say("no machine"), "–")
        if isinstance(again, Failure)
        else (short(float(again.functional_margins.min())), short(again.machine.certificate_.kkt, 2))
    )
    return str(kernel), short(float(margins.min())), short(violation, 2), *solved


def margins_under(kernel: Kernel, training: Training) -> tuple[Array, float]:
    """Return y·f (n,) of the old α and b under another kernel.

    The second value is the violation of the optimality conditions.
    """
    m = training.machine
    margins = training.signs * (kernel(m.X_) @ m.dual_coef_ + m.intercept_)
    return margins, kkt_residual(m.alpha_, margins, m.C)


def _point_name(smallest: float, norm: float) -> str:
    """Return a sentence on the point with the smallest functional margin y·f."""
    if not norm:
        return say("Here w = 0: there is no border, and no distance from it.")
    if not smallest:
        return say("Some point is on the border, at distance 0.")
    if smallest > 0:
        return say("Every point is on its right side, so the smallest ‹y›·‹f›/‖w‖ is the distance of the closest one.")
    return say(
        "Some points are on the wrong side, where y·f/‖w‖ is minus the distance (erratum E40). The smallest value "
        "belongs to the point on the wrong side that is farthest from the border."
    )
