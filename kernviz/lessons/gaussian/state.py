"""Parameters of the Gaussian features page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.features.widths import CONVENTIONS
from kernviz.kernels.named.gaussian import RBF
from kernviz.lessons.declarations import choice, number, text, whole
from kernviz.lessons.shared.own_gaussian import LOWEST, NARROW, gamma_slider, sidebar_gaussian
from kernviz.lessons.shared.two_classes import TwoClasses, hard_margin, penalty_number, positive_class
from kernviz.lessons.shared.two_points import pair_point
from kernviz.lessons.state import DATA, KERNEL, Idle, Subject
from kernviz.wording import phrase, say

VIEWS = MAP, BUMPS, GRAM = (phrase("Truncated map"), phrase("Bumps"), phrase("Gram matrix"))
SPACES = (phrase("line"), phrase("plane"))
HIGH = 1e3  # largest γ
DEFAULT_X, DEFAULT_Z = (1.0, 0.5), (0.5, 1.0)
POINTS = phrase("The points x and ‹z›, line or plane")
EVERY_WIDTH = phrase("Every width")  # tab with the converter between the lectures' widths


def of_sidebar(state: Subject) -> RBF | None:
    """Return the sidebar's kernel if it is a suitable Gaussian.

    The kernel is suitable if its γ is in [LOWEST, HIGH]. It is then the page's kernel. Otherwise None.
    """
    return sidebar_gaussian(state.kernel, HIGH)


def own_width(state: Any) -> bool:
    """Return True if the page's kernel is not the sidebar's."""
    return of_sidebar(state) is None


def of_map(state: Any) -> bool:
    """Return True if the truncated feature map is shown."""
    return bool(state.view == MAP)


def of_machine(state: Any) -> bool:
    """Return True if the view trains a machine, unlike the map."""
    return bool(state.view != MAP)


@dataclass(frozen=True)
class State(TwoClasses):
    """Parameters of the Gaussian features page.

    γ is the page's own if the sidebar's kernel is no Gaussian. Degrees 0 … T−1 of the map are
    kept.
    """

    view: str = choice(VIEWS, phrase("Picture"), names=("ga_view",))
    own_gamma: float = gamma_slider("ga_gamma", HIGH, own_width, help=NARROW)
    T: int = whole(8, "T", phrase("terms (degrees 0 … T − 1)"), 1, 60, names=("ga_T",), when=of_map)
    space: str = choice(SPACES, phrase("x and ‹z› live on the"), names=("ga_space",), when=of_map, fold=POINTS)
    x: tuple[float, ...] = pair_point(
        "x", DEFAULT_X, ("ga_x1", "ga_x2"), 100, size=lambda s: s.d, when=of_map, fold=POINTS
    )
    z: tuple[float, ...] = pair_point(
        "z", DEFAULT_Z, ("ga_z1", "ga_z2"), 100, size=lambda s: s.d, when=of_map, fold=POINTS
    )
    radius: float = number(
        3.0, "r", phrase("radius of the picture"), 0.5, 10, step=0.5, names=("ga_r",), when=of_map, fold=POINTS
    )
    hard: bool = hard_margin(phrase("C = ∞, as in S3."), when=of_machine)
    C: float = penalty_number("", default=10.0, names=("ga_C",), when=lambda s: of_machine(s) and not s.hard)
    positive: str = positive_class(of_machine)
    off: str = text(
        "",
        phrase("bumps taken away (numbers of points, or “all”)"),
        names=("ga_off",),
        empty=phrase("for example 3, 17"),
        of_data=True,
        when=lambda s: s.view == BUMPS,
    )
    convention: str = choice([c.name for c in CONVENTIONS], phrase("written as"), names=("ga_conv",), tab=EVERY_WIDTH)
    width: float = number(
        1.0, "", phrase("the number that is written there"), 0.01, 100, log=True, names=("ga_width",), tab=EVERY_WIDTH
    )

    @property
    def d(self) -> int:
        """Return the dimension of the points of the truncated map.

        The dimension is 1 for the line, 2 for the plane.
        """
        return 1 + SPACES.index(self.space)

    @property
    def own(self) -> RBF:
        """Return the kernel of the page.

        The kernel is the sidebar's if that is a suitable Gaussian.
        """
        return of_sidebar(self) or RBF(self.own_gamma)

    @property
    def gamma(self) -> float:
        """Parameter γ of the page's kernel."""
        return self.own.gamma

    @property
    def idle(self) -> dict[str, Idle]:
        found = {}
        if self.view == MAP:
            found[DATA] = Idle(
                say(
                    "Here x and ‹z› are the points: only the tab “{tab}” looks at the data.",
                    tab=EVERY_WIDTH,
                ),
                waits=True,
            )
        if own_width(self):
            words = (
                say("no Gaussian")
                if not isinstance(self.kernel, RBF)
                else say("beyond what can be drawn ({low:g} ≤ ‹γ› ≤ {high:g})", low=LOWEST, high=HIGH)
            )
            found[KERNEL] = Idle(
                say("This kernel is {description}: the page uses a Gaussian of its own.", description=words), waits=True
            )
        return found

    def pair(self) -> tuple[Array, Array]:
        """Return the two points x and z (d,) of the truncated map."""
        return np.array(self.x[: self.d], dtype=float), np.array(self.z[: self.d], dtype=float)
