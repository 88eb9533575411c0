"""Parameters of the Polynomial features page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels import Polynomial
from kernviz.lessons.declarations import number, whole
from kernviz.lessons.shared.two_classes import TwoClasses, hard_margin, penalty_number, positive_class
from kernviz.lessons.shared.two_points import pair_point
from kernviz.lessons.state import DATA, KERNEL, Idle, Subject
from kernviz.wording import phrase, say

DEFAULT_X, DEFAULT_Z = (1.0, 2.0, 1.0), (3.0, -1.0, 0.0)  # S0's points (1, 2) and (3, −1), with a third coordinate
MOST_DEGREE, LOW, HIGH, MOST_C = 10, 1e-3, 1e3, 5.0
POINTS = phrase("The two points, and how many coordinates they have")
SIX_LINES, MARGINS, DIMENSION, SIGNED = (
    phrase("Six lines"),
    phrase("Three margins"),
    phrase("Dimension and cost"),
    phrase("p(k), signed"),
)
NESTED, FUN_TIME = phrase("Degrees multiply"), phrase("Fun Time 1 and 2")


def of_sidebar(state: Subject) -> Polynomial | None:
    """Return the sidebar's kernel if it is a drawable polynomial.

    Drawable is a degree up to MOST_DEGREE, γ in [LOW, HIGH] and c in [0, MOST_C]. The kernel is then
    the page's. Otherwise None.
    """
    kernel = state.kernel
    if not isinstance(kernel, Polynomial) or kernel.degree > MOST_DEGREE:
        return None
    return kernel if LOW <= kernel.gamma <= HIGH and 0 <= kernel.coef0 <= MOST_C else None


def own_numbers(state: Any) -> bool:
    """Return True if the page's kernel is not the sidebar's."""
    return of_sidebar(state) is None


@dataclass(frozen=True)
class State(TwoClasses):
    """Parameters of the Polynomial features page.

    The numbers d, γ and c are the page's own if the sidebar's kernel is no polynomial.
    """

    own_degree: int = whole(
        2, "d", phrase("degree"), 1, MOST_DEGREE, names=("po_degree",), when=own_numbers, idea="degree"
    )
    own_gamma: float = number(
        1.0,
        "γ",
        phrase("slope"),
        LOW,
        HIGH,
        log=True,
        names=("po_gamma",),
        when=own_numbers,
        help=phrase("Stretches degree r by √γʳ."),
    )
    own_c: float = number(
        1.0,
        "c",
        phrase("ζ in S3"),
        0.0,
        MOST_C,
        step=0.1,
        names=("po_c",),
        idea="offset",
        when=own_numbers,
        help=phrase("0: only the highest degree is left."),
    )
    m: int = whole(2, "", phrase("coordinates"), 1, 3, names=("po_d",), fold=POINTS)
    x: tuple[float, ...] = pair_point("x", DEFAULT_X, ("po_x1", "po_x2", "po_x3"), 1e3, size=lambda s: s.m, fold=POINTS)
    z: tuple[float, ...] = pair_point("z", DEFAULT_Z, ("po_z1", "po_z2", "po_z3"), 1e3, size=lambda s: s.m, fold=POINTS)
    line: int = whole(6, "", phrase("line of the expansion"), 1, 6, names=("po_line",), tab=SIX_LINES)
    hard: bool = hard_margin(phrase("As S3 draws it: no point inside the margin."), tab=MARGINS)
    C: float = penalty_number("", when=lambda s: not s.hard, tab=MARGINS)
    positive: str = positive_class(tab=MARGINS)
    size_m: int = whole(10, "m", phrase("coordinates of a point"), 1, 100, most=1000, names=("po_m",), tab=DIMENSION)
    size_k: int = whole(2, "k", phrase("degree"), 1, 10, names=("po_k",), tab=DIMENSION, aside=True)
    a0: float = number(1.0, "a0", phrase("the constant"), -3, 3, step=0.5, names=("po_a0",), tab=SIGNED)
    a1: float = number(2.0, "a1", phrase("coefficient of u"), -3, 3, step=0.5, names=("po_a1",), tab=SIGNED, aside=True)
    a2: float = number(
        1.0, "a2", phrase("coefficient of u²"), -3, 3, step=0.5, names=("po_a2",), tab=SIGNED, aside=True
    )
    a3: float = number(
        0.0, "a3", phrase("coefficient of u³"), -3, 3, step=0.5, names=("po_a3",), tab=SIGNED, aside=True
    )
    inner: int = whole(2, "", phrase("inner degree"), 1, 4, names=("po_inner",), tab=NESTED)
    outer: int = whole(3, "", phrase("outer degree"), 1, 4, names=("po_outer",), tab=NESTED, aside=True)
    u: float = number(10.0, "u", phrase("‹x·x′› in Fun Time 1"), -20, 20, step=0.5, names=("po_u",), tab=FUN_TIME)

    @property
    def own(self) -> Polynomial:
        """Return the polynomial kernel of the page.

        It is the sidebar's kernel if that is a drawable polynomial.
        """
        return of_sidebar(self) or Polynomial(self.own_degree, self.own_gamma, self.own_c)

    @property
    def degree(self) -> int:
        """Degree d of the page's kernel."""
        return self.own.degree

    @property
    def gamma(self) -> float:
        """Slope γ of the polynomial kernel."""
        return self.own.gamma

    @property
    def c(self) -> float:
        """Constant of the polynomial kernel, ζ in S3."""
        return self.own.coef0

    @property
    def idle(self) -> dict[str, Idle]:
        found = {DATA: Idle(say("Only the tab “{tab}” looks at the data.", tab=MARGINS), waits=True)}
        if own_numbers(self):
            words = (
                say(
                    "goes beyond what the page can draw (degree 1 to {degree}, {low:g} ≤ γ ≤ {high:g}, "
                    "0 ≤ ‹c› ≤ {largest_c:g})",
                    degree=MOST_DEGREE,
                    low=LOW,
                    high=HIGH,
                    largest_c=MOST_C,
                )
                if isinstance(self.kernel, Polynomial)
                else say("has no ‹d›, γ and ‹c›")
            )
            found[KERNEL] = Idle(
                say("The sidebar's kernel {description}: the page has a polynomial of its own.", description=words),
                waits=True,
            )
        return found

    @property
    def pair(self) -> tuple[Array, Array]:
        """Return the points x and z.

        They are (1, 2) and (3, −1) of S0 unless others are given.
        """
        x, z = (np.array(part[: self.m], dtype=float) for part in (self.x, self.z))
        return x, z

    @property
    def coefficients(self) -> tuple[float, float, float, float]:
        """Coefficients of p(u) = a₀ + a₁u + a₂u² + a₃u³."""
        return self.a0, self.a1, self.a2, self.a3
