"""Parameters of the Nearest neighbours page."""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.data import Dataset
from kernviz.kernels import RBF
from kernviz.lessons.declarations import choice, number, place, switch, whole
from kernviz.lessons.shared.fitting import Probed
from kernviz.lessons.shared.own_gaussian import LOWEST, NARROW, gamma_slider, sidebar_gaussian
from kernviz.lessons.shared.probe import AWAY
from kernviz.lessons.shared.two_classes import positive_class, positive_label
from kernviz.lessons.state import KERNEL, Idle, Subject
from kernviz.wording import phrase, say

NEIGHBOURS, SMART = phrase("neighbours vote"), phrase("SVM: the smart neighbour")
VIEWS = (NEIGHBOURS, SMART)
MOST = 25  # largest k
HIGH = 1e4  # largest γ
QUIZ = "Quiz 3"  # the tab with the switch that shows the answer


def of_sidebar(state: Subject) -> RBF | None:
    """Return the sidebar's kernel if it is a suitable Gaussian, else None.

    The second view can use it if LOWEST ≤ γ ≤ HIGH.
    """
    return sidebar_gaussian(state.kernel, HIGH)


@dataclass(frozen=True)
class State(Probed):
    """Parameters of the Nearest neighbours page.

    The second view's kernel is always a Gaussian: that of the sidebar, or one with γ = ``own_gamma``.
    """

    view: str = choice(VIEWS, phrase("view"), names=("nn_view",))
    k: int = whole(5, "", phrase("neighbours that vote"), 1, MOST, names=("nn_k",))
    own_gamma: float = gamma_slider("nn_gamma", HIGH, lambda s: s.smart and of_sidebar(s) is None, help=NARROW)
    C: float = number(
        10.0,
        "C",
        phrase("penalty"),
        0.01,
        1e4,
        log=True,
        names=("nn_C",),
        when=lambda s: s.smart,
        help=phrase("No ‹α› is larger than C."),
    )
    positive: str = positive_class(lambda s: s.smart)
    hatch: bool = switch(
        phrase("hatch where the two differ"),
        True,
        names=("nn_hatch",),
        when=lambda s: s.data.d > 1,
        help=phrase(
            "Neighbours: where Euclid's nearest point differs from the kernel's. SVM: where the class of the "
            "nearest point differs from the SVM's."
        ),
    )
    probe: tuple[float, ...] = place(
        phrase("probe"), ("px", "py"), called=phrase("the probe"), fold=phrase("Probe"), empty=AWAY
    )
    answer: bool = switch(phrase("show the answer"), names=("nn_answer",), tab=QUIZ)

    @property
    def smart(self) -> bool:
        """Return True if the second view is shown."""
        return self.view == SMART

    @property
    def gaussian(self) -> RBF:
        """Return the kernel of the second view."""
        return of_sidebar(self) or RBF(self.own_gamma)

    @property
    def gamma(self) -> float:
        """Return the parameter γ of the second view's kernel."""
        return self.gaussian.gamma

    @property
    def idle(self) -> dict[str, Idle]:
        if not self.smart or of_sidebar(self) is not None:
            return {}
        words = (
            say("no Gaussian")
            if not isinstance(self.kernel, RBF)
            else say("outside {low:g} ≤ ‹γ› ≤ {high:g}", low=LOWEST, high=HIGH)
        )
        return {
            KERNEL: Idle(
                say("This kernel is {description}: the smart neighbour uses a Gaussian of its own.", description=words),
                waits=True,
            )
        }

    @property
    def count(self) -> int:
        """Number of neighbours, k or at most the number of points."""
        return min(self.k, self.data.n)

    @property
    def signed(self) -> Dataset:
        """Return the data with classes as ±1."""
        return self.data.versus(positive_label(self.positive, self.data))
