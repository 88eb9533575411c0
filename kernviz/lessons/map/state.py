"""Parameters of the page Map."""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.data import Dataset
from kernviz.kernels import RBF, Kernel, Polynomial
from kernviz.lessons.declarations import choice, number, whole
from kernviz.lessons.shared.own_gaussian import gamma_slider, sidebar_gaussian
from kernviz.lessons.shared.two_classes import has_two_classes, with_numbers
from kernviz.lessons.state import Subject
from kernviz.wording import phrase

POLYNOMIAL, GAUSSIAN = "(1 + x·z)^Q", phrase("Gaussian")
MOST_DEGREE, HIGH = 20, 1e3  # largest degree, largest γ
LINEAR_FIRST, OVERFLOW = phrase("Linear first"), phrase("Overflow")


@dataclass(frozen=True)
class State(Subject):
    """Parameters of the Map page.

    The compared kernels are the page's own, beside the sidebar's.
    """

    kind: str = choice((GAUSSIAN, POLYNOMIAL), phrase("many features, by"), names=("wk_kind",))
    Q: int = whole(5, "Q", phrase("degree"), 1, MOST_DEGREE, names=("wk_Q",))
    own_gamma: float = gamma_slider("wk_gamma", HIGH, lambda s: sidebar_gaussian(s.kernel, HIGH) is None)
    m: int = whole(
        10,
        "m",
        phrase("coordinates of a point"),
        1,
        1000,
        log=True,
        names=("wk_m",),
        help=phrase("Only for the computations: what they would cost if a point had this number of coordinates."),
    )
    C: float = number(1.0, "C", phrase("penalty"), 1e-3, 1e6, log=True, help=phrase("Of every machine on this page."))

    @property
    def many(self) -> Kernel:
        """Kernel of many features that the bars describe."""
        return self.polynomial if self.kind == POLYNOMIAL else self.gaussian

    @property
    def gamma(self) -> float:
        """Return the width γ of the Gaussian on the page.

        The width is that of the sidebar's kernel if it is a Gaussian.
        """
        return self.gaussian.gamma

    @property
    def polynomial(self) -> Kernel:
        """Return the polynomial kernel (1 + x·z)^Q."""
        return Polynomial(self.Q, 1.0, 1.0)

    @property
    def gaussian(self) -> RBF:
        """Return the Gaussian kernel exp(−γ‖x − z‖²)."""
        return sidebar_gaussian(self.kernel, HIGH) or RBF(self.own_gamma)

    @property
    def signed(self) -> Dataset | None:
        """Return the data as ±1, the last class against the rest.

        None if there are no two classes to draw.
        """
        return with_numbers(self.data, "") if has_two_classes(self.data) else None
