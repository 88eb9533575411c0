"""Effects of rescaling (w, b), and of another kernel with old α."""

from __future__ import annotations

from kernviz.data import Dataset
from kernviz.kernels import RBF, Linear, Polynomial
from kernviz.lessons.lesson import Block, Table, paragraph, percent, short
from kernviz.lessons.shared.training import Failure, Training, train
from kernviz.lessons.svm.state import State
from kernviz.models.certificate import kkt_residual
from kernviz.wording import phrase, say

TITLE = phrase("Scale and swap")


def blocks(state: State, data: Dataset, training: Training) -> tuple[Block, ...]:
    """Show the effects of rescaling (w, b) and of swapping the kernel.

    Each other kernel is shown with the old α, and with a machine that is trained again.
    """
    m, s = training.machine, state.scale
    closest = float((training.signs * training.values).min())
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
            + _point_name(closest)
        ),
        geometric=tuple(dict.fromkeys(("s = 1", f"s = {short(s)}"))),
    )
    rows: dict[str, list[object]] = {
        say("kernel"): [],
        say("old ‹α›: smallest ‹y›·‹f›"): [],
        say("old ‹α›: KKT violation"): [],
        say("solved again: smallest ‹y›·‹f›"): [],
        say("solved again: KKT violation"): [],
    }
    for other in dict.fromkeys((state.kernel, Linear(), Polynomial(2), RBF(1.0))):
        again = train(data, other, state.penalty)
        f_old = other(data.X) @ m.dual_coef_ + m.intercept_
        rows[say("kernel")].append(str(other))
        rows[say("old ‹α›: smallest ‹y›·‹f›")].append(short(float((training.signs * f_old).min())))
        rows[say("old ‹α›: KKT violation")].append(
            short(kkt_residual(m.alpha_, training.signs * f_old, state.penalty), 2)
        )
        failed = isinstance(again, Failure)
        rows[say("solved again: smallest ‹y›·‹f›")].append(
            say("no machine") if isinstance(again, Failure) else short(float((again.signs * again.values).min()))
        )
        rows[say("solved again: KKT violation")].append("–" if failed else short(again.machine.certificate_.kkt, 2))  # type: ignore[union-attr]
    return (
        paragraph("**Scale.** Move s above: ‹f› changes everywhere, the border ‹f› = 0 and every distance stay."),
        scaling,
        paragraph(
            "**Swap the kernel.** S4 says one obtains again an optimal solution. One does after solving again. The old "
            "α are optimal for another kernel only where their KKT violation is 0 (erratum E44)."
        ),
        Table(rows),
    )


def _point_name(smallest: float) -> str:
    """Return a sentence on the point with the smallest functional margin y·f."""
    if smallest > 0:
        return say("Every point is on its right side, so the smallest ‹y›·‹f›/‖w‖ is the distance of the closest one.")
    return say(
        "Some points are on the wrong side, where y·f/‖w‖ is minus the distance (erratum E40): the smallest belongs "
        "to the one farthest out there."
    )
