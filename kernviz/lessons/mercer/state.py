"""Parameters of the Mercer page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kernviz.lessons.declarations import number, text, vector, whole
from kernviz.lessons.mercer.typed_matrix import typed_matrix
from kernviz.lessons.shared.typed_points import TypedPoints, typed_points
from kernviz.lessons.state import DATA, KERNEL, Idle
from kernviz.wording import phrase, say

FEW = 6  # up to this number of points every weight has a slider, and matrices are written out
MOST = 2000  # largest number of points, which are numbered from 1
WEIGHTS = (1.0, -1.0, 1.0, -1.0, 1.0, -1.0)
LONGEST = 2000  # largest number of characters of a text
STEERED = "xᵀKx"  # the tab with the control for the vector c


def count(state: Any) -> int:
    """Return the number of points, or of the typed matrix's rows.

    If the text cannot be read, the number of data points is returned.
    """
    try:
        if state.matrix.strip():
            return len(typed_matrix(state.matrix))
        return typed_points(state.typed).n if state.typed.strip() else state.taken
    except ValueError:
        return int(state.taken)


def few(state: Any) -> bool:
    """Return True if every weight has a slider."""
    return count(state) <= FEW


def many(state: Any) -> bool:
    """Return True if there are many points.

    Then one slider turns c from a random vector to the eigenvector of λ_min.
    """
    return not few(state)


@dataclass(frozen=True)
class State(TypedPoints):
    """Parameters of the Mercer page.

    Typed points replace the data. A typed matrix replaces points and kernel.
    """

    typed: str = text(
        "",
        phrase("Points of your own, instead of the data"),
        LONGEST,
        names=("mp",),
        empty="0, 3, 6",
        help=phrase(
            "Numbers with commas: points of the line. (0, 1), (2, 3) are two points of the plane. Empty: the data."
        ),
    )
    matrix: str = text(
        "",
        phrase("Rows with semicolons between"),
        LONGEST,
        names=("mm",),
        empty="0 4; 4 0",
        fold=phrase("A matrix of your own"),
        help=phrase("This matrix replaces points and kernel. Empty: the Gram matrix of the kernel on the points."),
    )
    used: int = whole(
        FEW,
        "",
        phrase("points of the data"),
        2,
        MOST,
        log=True,
        names=("mn",),
        when=lambda s: s.data.n > 2 and not (s.typed.strip() or s.matrix.strip()),
        help=phrase(
            "The points are spread over the data set. With few points the entries can be read, and c can be dragged."
        ),
    )
    row: int | None = whole(None, "", phrase("point i"), 1, MOST, names=("mi",), empty=phrase("any"), of_data=True)
    column: int | None = whole(
        None, "", phrase("point j"), 1, MOST, names=("mj",), empty=phrase("any"), of_data=True, aside=True
    )
    weights: tuple[float, ...] = vector(
        WEIGHTS, "c", tuple(f"mc{m + 1}" for m in range(FEW)), -3, 3, step=0.01, size=count, when=few, tab=STEERED
    )
    turn: float = number(
        0.0,
        phrase("angle in °"),
        phrase("from a random vector (0) to the direction of λₘᵢₙ (90)"),
        0,
        180,
        step=1,
        names=("mt",),
        when=many,
        tab=STEERED,
    )
    draw: int = whole(0, "", phrase("random vector number"), 0, 50, most=9999, names=("ms",), when=many, tab=STEERED)

    @property
    def taken(self) -> int:
        """Number of data points in the matrix."""
        return min(self.used, int(self.data.n))

    @property
    def i(self) -> int | None:
        """First selected point, counted from 0."""
        return None if self.row is None else self.row - 1

    @property
    def j(self) -> int | None:
        """Second selected point, counted from 0."""
        return None if self.column is None else self.column - 1

    @property
    def idle(self) -> Mapping[str, Idle]:
        if self.matrix.strip():
            return {
                name: Idle(say("The matrix was typed in: neither the data nor the kernel plays a part."))
                for name in (DATA, KERNEL)
            }
        return super().idle
