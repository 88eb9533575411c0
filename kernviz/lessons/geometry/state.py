"""Parameters of the Geometry page."""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.lessons.declarations import choice, number, text, whole
from kernviz.lessons.shared.typed_points import TypedPoints
from kernviz.wording import phrase

DISTANCE, PARZEN = phrase("distance to the mean"), phrase("Parzen density")
ORIGIN, FROM_POINT = phrase("from the origin"), phrase("from ‹φ›(xᵢ)")
T_RANGE = (-0.5, 2.5)  # of Φ on its line
MOST = 2000  # largest index of a point, counted from 1
P_AND_Q, MINIMUM, EXERCISE = (
    phrase("P and Q"),
    phrase("Why it is the minimum"),
    phrase("Exercise"),
)  # tabs with controls
WEIGHTS = phrase("Up to five numbers with commas between.")


@dataclass(frozen=True)
class State(TypedPoints):
    """Parameters of the Geometry page.

    Typed points replace the data. i and j, the ruler's ends, count from 1. None is the first point
    for i and the last for j.

    `place` is X in Σ(aᵢ − X)², in percent of the way from the smallest aᵢ to the largest. `t`
    puts Φ on its line, Φ̄ being at 1. `variance` is σ² of the exercise.
    """

    field: str = choice((DISTANCE, PARZEN), phrase("Colour shows"), names=("gfield",))
    i: int | None = whole(None, "", phrase("ruler from"), 1, MOST, names=("gi",), empty=phrase("first"), of_data=True)
    j: int | None = whole(
        None, "", phrase("to point"), 1, MOST, names=("gj",), empty=phrase("last"), of_data=True, aside=True
    )
    typed: str = text(
        "",
        phrase("Points of your own"),
        2000,
        names=("gpts",),
        empty="0, 1",
        aside=True,
        help=phrase(
            "Instead of the data. Numbers with commas: points of the line. (0, 0), (1, 0) are "
            "two points of the plane. Empty: the data."
        ),
    )
    p: str = text("1, 0.5, -1", phrase("weights p, of the first points"), 200, names=("gp",), tab=P_AND_Q, help=WEIGHTS)
    q: str = text(
        "0.5, 1", phrase("weights q, of the first points"), 200, names=("gq",), tab=P_AND_Q, help=WEIGHTS, aside=True
    )
    place: float = number(
        20.0,
        "X",
        phrase("in %, from the smallest a (0) to the largest (100)"),
        0,
        100,
        step=1,
        names=("ga",),
        tab=MINIMUM,
    )
    t: float = number(0.5, "t", phrase("Φ on its line"), *T_RANGE, step=0.05, names=("gt",), tab=MINIMUM, aside=True)
    line: str = choice((ORIGIN, FROM_POINT), phrase("Line through Φ̄"), names=("gline",), tab=MINIMUM, aside=True)
    variance: float = number(1.0, "σ²", phrase("of the Gaussian"), 0.01, 100.0, log=True, names=("gs",), tab=EXERCISE)
