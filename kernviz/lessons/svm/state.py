"""Parameters of the Support vectors page."""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.lessons.declarations import number, place, row, switch
from kernviz.lessons.shared.fitting import Probed
from kernviz.lessons.shared.probe import AWAY
from kernviz.lessons.shared.two_classes import TwoClasses, hard_margin, penalty_number, positive_class
from kernviz.wording import phrase


@dataclass(frozen=True)
class State(Probed, TwoClasses):
    """Parameters of the Support vectors page.

    `positive` is the class counted as +1 if there are more than two.
    """

    hard: bool = hard_margin()
    C: float = penalty_number(phrase("What a unit of slack costs. Small C: a wide margin."), when=lambda s: not s.hard)
    positive: str = positive_class()
    probe: tuple[float, ...] = place(phrase("probe"), ("px", "py"), called=phrase("the probe"), tab="Probe", empty=AWAY)
    only_support: bool = switch(
        phrase("delete all points that are no support vector"),
        names=("only_sv",),
        fold=phrase("Delete, and train again"),
    )
    scale: float = number(
        1.0, "s", phrase("multiply w and b"), 0.1, 10.0, step=0.1, names=("s",), tab=phrase("Scale and swap")
    )
    slack: bool = switch(
        phrase("write ξ beside the points that have some"),
        names=("xi",),
        when=lambda s: not s.hard and s.data.d > 1,
        help=phrase(
            "ξ = max(0, 1 − ‹y›·‹f›): 0 on or outside the margin, up to 1 inside it, beyond 1 on the wrong side."
        ),
    )
    selected: int | None = row(phrase("the point selected in the table"), "row")
