"""Parameters of the Dual & representer page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.data import Dataset
from kernviz.kernels import RBF, Kernel, Linear, Polynomial
from kernviz.lessons.declarations import choice, number, switch, whole
from kernviz.lessons.shared.no_two_classes import no_two_classes
from kernviz.lessons.shared.subsample import Rows, spread
from kernviz.lessons.shared.two_classes import TwoClasses, hard_margin, penalty_number, positive_class
from kernviz.wording import phrase, say

VIEWS = (
    phrase("Span"),
    phrase("Solve for α"),
    phrase("Descent"),
    phrase("Sizes"),
    phrase("SVM dual"),
    phrase("Swap"),
    phrase("Recipe"),
)
SPAN, SOLVE, DESCENT, SIZES, DUAL, SWAP, RECIPE = VIEWS
LOSSES = (phrase("squared"), phrase("hinge"), phrase("logistic"))
GROWING, CONSTANT = "λ‖w‖²", phrase("constant")
OWN_SIZE, FREE_SIZE = phrase("my data"), phrase("sizes I choose")
ALGORITHMS = (phrase("least squares"), phrase("nearest neighbour"), phrase("PCA"), phrase("SVM"))
OTHERS: dict[str, Kernel] = {
    "linear": Linear(),
    "poly(degree=2)": Polynomial(2),
    "poly(degree=3)": Polynomial(3),
    "rbf(gamma=1)": RBF(1.0),
    "rbf(gamma=5)": RBF(5.0),
}
SIZES_STAGES = ("J(w)", phrase("w, by features"), phrase("the lemma"), "w = Φᵀa", "J(a)", "a", phrase("prediction"))
DUAL_STAGES = (
    phrase("primal"),
    phrase("Lagrangian"),
    "∂L/∂w = 0",
    "∂L/∂b = 0",
    phrase("dual"),
    phrase("Q and its cost"),
    phrase("machine"),
)
LAM_RANGE = 1e-6, 100.0  # smallest and largest λ
STEPS = 200  # number of steps of the gradient descent
# sentence shown wherever S4's letters are used
LETTERS = phrase("The letters of S4: a is the α of the other views, t their y.")
MOST_USED, LARGEST, REACH = 300, 1000, 1.25  # largest m, largest D and N, largest |t|
CONVERTER, LEMMA = phrase("λ and C"), phrase("Matrix inversion lemma")  # tabs with a control of their own
PAIR = phrase("Which two training points")


def _on(*views: str) -> Callable[[State], bool]:
    return lambda state: state.view in views


def _growing(state: State) -> bool:
    return state.view in (SOLVE, SIZES) or (state.view == SPAN and state.grows == GROWING)


def _free(state: State) -> bool:
    return state.view == SIZES and state.sizes == FREE_SIZE


@dataclass(frozen=True)
class State(TwoClasses):
    """Parameters of the Dual & representer page.

    ``first``, ``second`` and ``row`` count from 1. If ``first`` or ``second`` is None, the page chooses
    the point.
    """

    view: str = choice(VIEWS, phrase("View"), names=("du_view",))
    t: float = number(
        0.8,
        "t",
        phrase("length of w⊥ divided by the length of w∥"),
        -REACH,
        REACH,
        step=0.05,
        when=_on(SPAN),
        names=("du_t",),
    )
    grows: str = choice((GROWING, CONSTANT), phrase("R, as a function of ‖w‖"), when=_on(SPAN), names=("du_R",))
    loss: str = choice(LOSSES, phrase("Loss"), when=_on(SOLVE), names=("du_loss",))
    stage: int = whole(
        1, "", phrase("step of the derivation"), 1, len(SIZES_STAGES), when=_on(SIZES, DUAL), names=("du_stage",)
    )
    lam: float = number(0.1, "λ", phrase("weight of ‖w‖²"), *LAM_RANGE, log=True, when=_growing, names=("du_lam",))
    first: int | None = whole(
        None, "", phrase("first"), 1, 2000, when=_on(SPAN), fold=PAIR, names=("du_i",), empty=phrase("first")
    )
    second: int | None = whole(
        None,
        "",
        phrase("second"),
        1,
        2000,
        when=_on(SPAN),
        fold=PAIR,
        names=("du_j",),
        empty=phrase("first of the other class"),
        aside=True,
    )
    step: int = whole(20, "", phrase("step"), 0, STEPS, when=_on(DESCENT), names=("du_step",))
    rate: float = number(
        0.9,
        "",
        phrase("rate, as a share of the largest stable step size"),
        0.05,
        1.05,
        step=0.05,
        when=_on(DESCENT),
        names=("du_rate",),
    )
    start: float = number(
        0.0, "", phrase("length of w₀"), 0.0, 2.0, step=0.1, when=_on(DESCENT), names=("du_w0",), aside=True
    )
    algorithm: str = choice(ALGORITHMS, phrase("Algorithm"), when=_on(RECIPE), names=("du_alg",))
    kernelised: bool = switch(
        phrase("put your kernel in the place of the inner products"), when=_on(RECIPE), names=("du_kern",)
    )
    m: int = whole(
        8,
        "",
        phrase("points used"),
        2,
        MOST_USED,
        when=_on(SOLVE, DESCENT, RECIPE),
        names=("du_m",),
        help=phrase("Up to 12: the numbers stand in the cells."),
    )
    row: int = whole(
        1, "i", phrase("the row written out"), 1, MOST_USED, when=_on(SOLVE), names=("du_row",), aside=True
    )
    to_convert: float = number(
        1.0, "C", phrase("penalty"), 0.001, 1e6, log=True, when=_on(SOLVE), names=("du_C",), tab=CONVERTER
    )
    sizes: str = choice((OWN_SIZE, FREE_SIZE), phrase("Sizes of"), when=_on(SIZES), names=("du_sizes",))
    D: int = whole(300, "D", phrase("features"), 1, LARGEST, when=_free, names=("du_D",))
    N: int = whole(100, "N", phrase("points"), 2, LARGEST, when=_free, names=("du_N",), aside=True)
    seed: int = whole(0, "", phrase("seed"), 0, 50, most=9999, when=_on(SIZES), names=("du_seed",), tab=LEMMA)
    other: str = choice(
        tuple(OTHERS), phrase("‹k›₂, the second kernel"), "poly(degree=3)", when=_on(SWAP), names=("du_other",)
    )
    hard: bool = hard_margin(when=_on(DUAL, SWAP))
    C: float = penalty_number(when=lambda s: s.view in (DUAL, SWAP) and not s.hard)
    positive: str = positive_class()

    @property
    def signed(self) -> Dataset:
        """Return the data with labels ±1.

        Raises ValueError where there are no two classes.
        """
        if words := no_two_classes(self.data):
            raise ValueError(words)
        return super().signed

    @property
    def targets(self) -> Array:
        """Return the targets y (n,).

        They are ±1 for classes, and the numbers of a regression set. With a single class all are 1.
        Raises ValueError for data without labels and numbers.
        """
        if self.data.task == "regression":
            return self.data.values
        if self.data.task == "none":
            raise ValueError(
                say(
                    "“{title}” has no labels and no numbers to learn. Choose other data in the sidebar.",
                    title=self.data.title,
                )
            )
        if len(self.data.classes) < 2:
            return np.ones(self.data.n)
        return np.asarray(self.signed.signs)

    @property
    def groups(self) -> NDArray[np.int64]:
        """Return the class of every point (n,), 0 or 1.

        All are 0 if there are fewer than two classes.
        """
        return np.zeros(self.data.n, dtype=np.int64) if no_two_classes(self.data) else self.signed.codes

    @property
    def rows(self) -> Rows:
        """Return the rows of the m points used.

        The rows are spread evenly over the set, both classes in turn.
        """
        return spread(self.groups, self.m)
