"""Parameters of the Smallest hypersphere page."""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.kernels import Linear
from kernviz.lessons.declarations import choice, number, place, row, switch, text
from kernviz.lessons.shared.probe import AWAY
from kernviz.lessons.shared.typed_points import TypedPoints
from kernviz.wording import phrase

EVERYONE = phrase("all points")
PLANE, SPACE = phrase("plane"), phrase("feature space")
MEAN, PLACE = phrase("the mean"), phrase("my click")
STEPS = (
    phrase("(5) farthest"),
    phrase("(6) best c"),
    phrase("(7) constraints"),
    phrase("(8) Lagrangian"),
    phrase("derivatives"),
    phrase("(9) centre"),
    phrase("(10) dual"),
    phrase("KKT"),
    phrase("support vectors"),
)
DERIVATION, YOUR_OWN = phrase("Derivation"), phrase("Probe, points of your own")
FARTHEST_BACK, FARTHEST_ON = -0.25, 1.75  # range of t


@dataclass(frozen=True)
class State(TypedPoints):
    """Parameters of the Smallest hypersphere page.

    c(t) = (1 − t)·start + t·c∗ is a second centre, shown beside the best centre.
    """

    typed: str = text(
        "",
        phrase("points of your own"),
        2000,
        names=("sp_pts",),
        fold=YOUR_OWN,
        of_data=True,
        empty="0, 1",
        help=(
            phrase(
                "Instead of the data. Numbers with commas: points of the line. (0, 0), (1, 0) are "
                "two points of the plane. Empty: the data."
            )
        ),
    )
    view: str = choice((PLANE, SPACE), phrase("view"), names=("sp_view",), when=lambda s: s.has_space)
    enclose: str = choice(
        lambda s: (EVERYONE, *s.data.classes),
        phrase("enclose"),
        EVERYONE,
        names=("sp_class",),
        of_data=True,
        when=lambda s: bool(s.data.classes) and not s.typed.strip(),
        help=phrase("Labels play no part: the sphere encloses points."),
    )
    soft: bool = switch(
        phrase("points outside, ν"),
        names=("sp_soft",),
        help=phrase("Up to a share ν of the points may lie outside, at a price."),
    )
    nu: float = number(
        0.1, "ν", phrase("share that may lie outside"), 0.01, 1.0, step=0.01, names=("sp_nu",), when=lambda s: s.soft
    )
    compare: bool = switch(
        phrase("one-class SVM"),
        names=("sp_one",),
        aside=True,
        when=lambda s: s.can_compare,
        help=(
            phrase(
                "scikit-learn's machine on the same points, dotted. The same border for a Gaussian, another for "
                "most kernels."
            )
        ),
    )
    moving: bool = switch(
        phrase("move the centre"),
        names=("sp_move",),
        when=lambda s: not s.soft,
        help=phrase("Take another centre c and see how far the farthest point is from it."),
    )
    start: str = choice((MEAN, PLACE), phrase("from"), names=("sp_start",), when=lambda s: s.second_centre)
    t: float = number(
        0.0,
        "t",
        phrase("to c∗ at t = 1"),
        FARTHEST_BACK,
        FARTHEST_ON,
        step=0.05,
        names=("sp_t",),
        when=lambda s: s.second_centre,
    )
    start_place: tuple[float, ...] = place(
        phrase("start"),
        ("sp_cx", "sp_cy"),
        called=phrase("the start"),
        empty=phrase("first point"),
        when=lambda s: s.second_centre and s.start == PLACE,
    )
    probe: tuple[float, ...] = place(
        phrase("probe"), ("px", "py"), called=phrase("the probe"), fold=YOUR_OWN, empty=AWAY
    )
    step: str = choice(STEPS, phrase("step"), names=("sp_step",), tab=DERIVATION)
    selected: int | None = row(phrase("the point selected in the table"), "sp_row")

    @property
    def second_centre(self) -> bool:
        """Return True if a second centre is shown.

        Its radius r(c) is the largest distance, which has no meaning if points may lie outside.
        """
        return self.moving and not self.soft

    @property
    def has_space(self) -> bool:
        """Return True if feature space differs from the plane of the data.

        They are the same for the linear kernel in the plane, with φ(x) = x.
        """
        return not (isinstance(self.kernel, Linear) and self.shown.d == 2)

    @property
    def can_compare(self) -> bool:
        """Return True if the picture can show the one-class SVM."""
        return self.shown.d == 2 and self.view == PLANE
