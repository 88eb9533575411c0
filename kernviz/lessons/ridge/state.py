"""Parameters of the Ridge regression page."""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.data import Dataset
from kernviz.lessons.declarations import choice, number, place, row, switch
from kernviz.lessons.shared.fitting import Probed
from kernviz.lessons.shared.probe import AWAY
from kernviz.lessons.shared.two_classes import positive_class, with_numbers
from kernviz.wording import phrase

PLANE, SPACE = VIEWS = (phrase("coloured plane"), phrase("3D surface"))


@dataclass(frozen=True)
class State(Probed):
    """Parameters of the Ridge regression page.

    `positive` is the class counted as +1 if there are more than two.
    """

    view: str = choice(VIEWS, phrase("picture"), names=("rr_view",), when=lambda s: s.data.d == 2)
    ols: bool = switch(
        phrase("no ridge (‹λ› = 0): OLS"), names=("rr_ols",), help=phrase("Kernel least squares by the pseudo-inverse.")
    )
    ridge: float = number(
        0.1,
        "λ",
        phrase("ridge"),
        1e-8,
        1e6,
        log=True,
        names=("rr_ridge",),
        idea="ridge",
        when=lambda s: not s.ols,
        help=(
            phrase(
                "What ‹α› = (‹K› + ‹λ›I)⁻¹‹y› adds to the diagonal of ‹K›: σ², the variance of the noise, in "
                "S2; λ in S4. Large: a flat, calm curve."
            )
        ),
    )
    positive: str = positive_class()
    band: bool = switch(phrase("Gaussian process band, 95 %"), names=("rr_band",))
    noise: bool = switch(
        phrase("with the noise σ²"),
        names=("rr_noise",),
        when=lambda s: s.band,
        help=phrase("Off: where the function is. On: where a new measurement of it would fall."),
    )
    probe: tuple[float, ...] = place(
        phrase("‹z›"), ("px", "py"), called=phrase("‹z›"), fold=phrase("Probe ‹z›"), empty=AWAY
    )
    selected: int | None = row(phrase("the point selected in the table"), "rr_row")

    @property
    def penalty(self) -> float:
        """Return the current ridge parameter.

        It is 0 without a ridge (ordinary least squares). Lecture notes S2 write σ² for it, S4 λ.
        """
        return 0.0 if self.ols else self.ridge

    @property
    def space(self) -> bool:
        """Return True if the fit is drawn as a surface.

        The surface lies over the plane.
        """
        return self.view == SPACE and self.data.d == 2

    @property
    def numeric_data(self) -> Dataset:
        """Return the data with numeric targets.

        These are the target itself, or ±1 for a class and the rest.
        """
        return with_numbers(self.data, self.positive)
