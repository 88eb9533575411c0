"""Parameters of the Lift page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from kernviz.arrays import Array
from kernviz.features import feature_map
from kernviz.kernels import Kernel
from kernviz.kernels.label import monomial_label
from kernviz.lessons.declarations import choice, number, place, switch
from kernviz.lessons.lift.machine import UP_TO_TWO, Exponents, bare, in_order, monomials
from kernviz.lessons.lift.view import COORDINATES, kinds
from kernviz.lessons.shared.fitting import place_or
from kernviz.lessons.shared.probe import near_mean
from kernviz.lessons.shared.two_classes import TwoClasses, hard_margin, penalty_number, positive_class
from kernviz.lessons.state import KERNEL, Idle
from kernviz.wording import phrase, say

OWN, TICKED = phrase("the kernel's ‹φ›"), phrase("monomials I tick")
FOLD = phrase("Axes and probe")
LOWEST_B, HIGHEST_B, MOST_W = -20.0, 20.0, 5.0  # range of b; largest |w₁| and |w₂|


def _on_a_line(state: State) -> bool:
    return state.data.d == 1


def _in_the_plane(state: State) -> bool:
    return state.data.d != 1


def _ticking(state: State) -> bool:
    return _in_the_plane(state) and state.features == TICKED


def _has_more_than_three(state: State) -> bool:
    """Return True if three coordinates have to be chosen out of more."""
    return _in_the_plane(state) and state.kind == COORDINATES and len(state.coordinates or ()) > 3


def _axis_options(first: int) -> Callable[[State], tuple[str, ...]]:
    """Return a function that lists the options of an axis.

    They are all coordinates of φ, with the default of the axis first.
    """

    def labels(state: State) -> tuple[str, ...]:
        ordered = in_order(state.coordinates or ())
        return ordered[first:] + ordered[:first]

    return labels


def _tick(exponents: Exponents, default: bool) -> bool:
    name = "lf_" + "".join(map(str, exponents))
    tick: bool = switch(
        monomial_label(exponents), default, when=_ticking, names=(name,), aside=exponents != UP_TO_TWO[0]
    )
    return tick


@dataclass(frozen=True)
class State(TwoClasses):
    """Parameters of the Lift page.

    `positive` is the class counted as +1 where there are more than two.
    """

    t: float = number(
        1.0, "t", phrase("lift: 0 where the data lie, 1 in feature space"), 0.0, 1.0, step=0.05, names=("lf_t",)
    )
    w1: float = number(1.0, "w₁", phrase("on x"), -MOST_W, MOST_W, step=0.1, when=_on_a_line, names=("lf_w1",))
    w2: float = number(1.0, "w₂", phrase("on x²"), -MOST_W, MOST_W, step=0.1, when=_on_a_line, names=("lf_w2",))
    b: float = number(-4.0, "b", phrase("intercept"), LOWEST_B, HIGHEST_B, step=0.1, when=_on_a_line, names=("lf_b",))
    features: str = choice((OWN, TICKED), phrase("Features"), when=_in_the_plane, names=("lf_phi",))
    plain: bool = switch(
        phrase("without √2: every coefficient of ‹φ› is 1"),
        when=lambda s: _in_the_plane(s) and bool(s.with_coefficients),
        names=("lf_plain",),
        help=phrase(
            "The same monomials with coefficient 1, trained again: the same curves are possible, lengths differ."
        ),
    )
    tick_10: bool = _tick((1, 0), True)
    tick_01: bool = _tick((0, 1), True)
    tick_20: bool = _tick((2, 0), False)
    tick_11: bool = _tick((1, 1), False)
    tick_02: bool = _tick((0, 2), False)
    positive: str = positive_class()
    hard: bool = hard_margin(when=lambda s: not _ticking(s))
    C: float = penalty_number(phrase("What a unit of slack costs. Small C: a wide margin."), when=lambda s: not s.hard)
    kind: str = choice(
        lambda s: kinds(s.coordinates), phrase("the axes show"), when=_in_the_plane, names=("lf_view",), fold=FOLD
    )
    axis_1: str = choice(_axis_options(0), phrase("axis 1"), when=_has_more_than_three, names=("lf_1",), fold=FOLD)
    axis_2: str = choice(
        _axis_options(1), phrase("axis 2"), when=_has_more_than_three, names=("lf_2",), fold=FOLD, aside=True
    )
    axis_3: str = choice(
        _axis_options(2), phrase("axis 3"), when=_has_more_than_three, names=("lf_3",), fold=FOLD, aside=True
    )
    probe: tuple[float, ...] = place(
        phrase("probe"),
        ("px", "py"),
        called=phrase("the probe"),
        when=_in_the_plane,
        fold=FOLD,
        empty=phrase("near the middle"),
    )

    @property
    def idle(self) -> dict[str, Idle]:
        words = say("The monomials ticked on the page are ‹φ›: the kernel plays no part.")
        return {KERNEL: Idle(words)} if _ticking(self) else {}

    @property
    def point(self) -> Array:
        """Return the place (d,) of the probe.

        The default place lies half a standard deviation off the mean of the data.
        """
        return place_or(self.probe, near_mean(self.data.X))

    @property
    def line(self) -> tuple[float, float, float]:
        """Coefficients w₁, w₂, b of the visitor's line, for one column."""
        return self.w1, self.w2, self.b

    @property
    def trio(self) -> tuple[str, ...]:
        """Return the coordinates chosen for the three axes."""
        return tuple(filter(None, (self.axis_1, self.axis_2, self.axis_3)))

    @property
    def ticked(self) -> tuple[Exponents, ...] | None:
        """Ticked monomials, or None if the kernel's own φ is used."""
        if self.features != TICKED:
            return None
        ticks = (self.tick_10, self.tick_01, self.tick_20, self.tick_11, self.tick_02)
        return tuple(exponents for exponents, tick in zip(UP_TO_TWO, ticks, strict=True) if tick)

    @property
    def with_coefficients(self) -> tuple[Exponents, ...]:
        """Return the monomials whose coefficients may be dropped.

        The tuple is () if there are none.
        """
        return () if self.features == TICKED else bare(self.kernel, self.data.d)

    @property
    def coordinates(self) -> tuple[str, ...] | None:
        """Return the coordinates of the feature space in use.

        Constant coordinates are left out. None if the coordinates of φ are not listed.
        """
        if self.ticked is not None:
            return monomials(self.ticked).labels if self.ticked else ()
        if self.plain and self.with_coefficients:
            return monomials(self.with_coefficients).labels
        return _varying(self.kernel, self.data.d)


@lru_cache(maxsize=64)
def _varying(kernel: Kernel, d: int) -> tuple[str, ...] | None:
    phi = feature_map(kernel, d)
    return None if phi is None else tuple(phi.labels[i] for i in phi.varying)
