"""What the Dual & representer page looks at: the data, the kernel, and the numbers a person sets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.features import feature_map
from kernviz.kernels import RBF, Kernel, Linear, Polynomial
from kernviz.lessons.lesson import short
from kernviz.mercer.spectrum import spectrum
from kernviz.models.base import NotAKernelError, check_positive, gram
from kernviz.models.svm import KernelSVC

Array = NDArray[np.float64]
Rows = NDArray[np.intp]
VIEWS = ("Span", "Solve for α", "Descent", "Sizes", "SVM dual", "Swap", "Recipe")
LOSSES = ("squared", "hinge", "logistic")
GROWING, CONSTANT = "λ‖w‖²", "constant"
OWN_SIZE, FREE_SIZE = "my data", "sizes I choose"
ALGORITHMS = ("least squares", "nearest neighbour", "PCA", "SVM")
OTHERS: dict[str, Kernel] = {
    "linear": Linear(),
    "poly(degree=2)": Polynomial(2),
    "poly(degree=3)": Polynomial(3),
    "rbf(gamma=1)": RBF(1.0),
    "rbf(gamma=5)": RBF(5.0),
}
MOST_MACHINE = 1000  # points of the machine: two seconds, four for the worst kernel


@dataclass(frozen=True)
class State:
    """Everything the page depends on. Points are counted from 1; 0 leaves the choice to the page."""

    data: Dataset
    kernel: Kernel
    view: str = VIEWS[0]
    positive: str = ""  # the class counted as +1 where there are more than two
    lam: float = 0.1
    # Span
    t: float = 0.8  # length of w⊥, in lengths of w∥
    first: int = 0
    second: int = 0
    grows: str = GROWING
    # Solve for α, Descent, Recipe
    m: int = 8  # points used
    loss: str = LOSSES[0]
    row: int = 1
    step: int = 20
    rate: float = 0.9  # step width, as a share of the largest that is stable
    start: float = 0.0  # length of w₀
    # Sizes
    sizes: str = OWN_SIZE
    D: int = 300
    N: int = 100
    seed: int = 0  # of the matrices of the lemma
    measured: tuple[float, float, int, int] | None = None  # seconds by features and by points, at D and N
    # SVM dual, Swap
    C: float = 1.0
    hard: bool = False
    stage: int = 1
    other: str = "poly(degree=3)"
    # Recipe
    algorithm: str = ALGORITHMS[0]
    kernelised: bool = False

    @property
    def penalty(self) -> float:
        return float("inf") if self.hard else self.C

    def stage_of(self, count: int) -> int:
        """The step of a derivation with that many steps, from 1."""
        return min(max(self.stage, 1), count)

    @property
    def signed(self) -> Dataset:
        """The data as ±1. ValueError where there are no two classes."""
        data = self.data
        if data.task != "classification" or len(data.classes) < 2:
            raise ValueError(f"“{data.title}” has no two classes to separate. Choose data with labels in the sidebar.")
        return data.versus(self.positive if self.positive in data.classes else data.classes[-1])

    @property
    def targets(self) -> Array:
        """y (n,): ±1 for classes, the numbers of a regression set. ValueError without either."""
        if self.data.task == "regression":
            return self.data.values
        if self.data.task == "none":
            raise ValueError(
                f"“{self.data.title}” has no labels and no numbers to learn. Choose other data in the sidebar."
            )
        if len(self.data.classes) < 2:
            return np.ones(self.data.n)
        return np.asarray(self.signed.signs)

    @property
    def groups(self) -> NDArray[np.int64]:
        """The class of every point, 0 or 1; 0 for all where there are no classes."""
        if self.data.task == "classification" and len(self.data.classes) > 1:
            return self.signed.codes
        return np.zeros(self.data.n, dtype=np.int64)


def chosen(state: State) -> Rows:
    """Rows of the m points used: spread evenly over the set, both classes in turn."""
    groups, m = state.groups, max(min(state.m, state.data.n), 1)
    classes = [np.flatnonzero(groups == group) for group in np.unique(groups)]
    shares = [0] * len(classes)
    turn = 0
    while sum(shares) < m:
        shares[turn % len(classes)] += shares[turn % len(classes)] < len(classes[turn % len(classes)])
        turn += 1
    picked = [
        own[np.linspace(0, len(own) - 1, share).round().astype(int)] for own, share in zip(classes, shares, strict=True)
    ]
    return np.sort(np.concatenate(picked))


def used(state: State, rows: Rows) -> str:
    """How many points are used, in words."""
    n = state.data.n
    return f"all {n} points" if len(rows) == n else f"{len(rows)} of your {n} points, spread over the set"


def stacked(*lines: str) -> str:
    """Formulas under each other, for a narrow column."""
    return r"\begin{gathered}" + r"\\[4pt]".join(lines) + r"\end{gathered}"


def gram_of(kernel: Kernel, X: Array) -> Array:
    """The Gram matrix, refused in words where the kernel is none on these points."""
    K = gram(kernel, X)
    size = float(np.abs(K).max())
    if size > 1e30:  # pictures travel in float32
        raise ValueError(f"the largest kernel value on these points is {size:.1e}: scale the data or lower the degree")
    check_positive(K)
    return K


def refusal(problem: ValueError) -> str:
    """Why there is nothing to show, in the words of a page."""
    if not isinstance(problem, NotAKernelError):
        return str(problem)
    return (
        f"on these points k is not a kernel: their Gram matrix has the eigenvalue {short(problem.smallest)} < 0 (the largest is "
        f"{short(problem.largest)}), so there is no φ and no w. Choose another kernel in the sidebar; the page Mercer shows what is "
        "wrong with this one"
    )


def images(kernel: Kernel, X: Array, K: Array) -> tuple[Array, str]:
    """Coordinates (n, D) with images @ images.T = K, and what they are: φ where it is finite, else the factor of K = PᵀP."""
    phi = feature_map(kernel, X.shape[1])
    if phi is not None:
        return phi(X), f"φ, {phi.dimension} coordinates"
    return spectrum(
        K, noise=1e-12 * float(np.abs(K).max())
    ).factor.T, "the columns of P in K = PᵀP, as φ has no finite list of coordinates"


@shared(maxsize=64)
def machine(data: Dataset, kernel: Kernel, C: float) -> KernelSVC | str:
    """The machine on a ±1 set, or why there is none."""
    if data.n > MOST_MACHINE:
        return f"{data.n} points: at most {MOST_MACHINE} are trained on here. Choose fewer in the sidebar."
    try:
        return KernelSVC(kernel, C).fit(data.X, data.signs)
    except ValueError as problem:
        return refusal(problem)


def trained(state: State, kernel: Kernel | None = None) -> KernelSVC:
    """The machine of this state with the sidebar's kernel or another. ValueError says why there is none."""
    found = machine(state.signed, kernel or state.kernel, state.penalty)
    if isinstance(found, str):
        raise ValueError(found)
    return found
