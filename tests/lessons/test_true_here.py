"""Statements of pages about their state, each against an own computation, in states made to break them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

import kernviz as kv
from kernviz.data import Dataset
from kernviz.kernels import Kernel
from kernviz.lessons import page as pages
from kernviz.lessons.lesson import Lesson
from tests.lessons.reading import state_at
from tests.lessons.visible import texts

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning", "ignore::RuntimeWarning")

POINTS = {
    "one point": "+1: 1 2",
    "two points": "+1: 1 2 -1: 2 3",
    "unit vectors": "+1: 1 0 -1: 0 1",
    "one place": "+1: 3 3 3 3 -1: 3 3",
    "one place twice, each of one class": "+1: 1 0 1 0 -1: -1 0 -1 0",
    "on a line": "+1: 0 0 1 1 2 2 -1: 3 3 4 4 5 5",
    "corners of a square": "+1: 1 1 -1 -1 -1: 1 -1 -1 1",
    "an equal triangle": "+1: 0 0 1 0 -1: 0.5 0.8660254037844386",
    "three classes": "a: 0 0 0.2 0 b: 1 1 c: 2 0",
    "overlapping": "+1: 0 0 1 0 0.4 0.2 -1: 0.5 0 0.5 0.1 2 0",
    "a threshold on the line": "x= A: -3 -2 -1 B: 1 2 5",
    "an interval on the line": "x= A: -3 -2 2 3 B: -1 0 1",
    "alternating on the line": "x= A: 0 2 4 B: 1 3 5",
}
KERNELS = ("linear", "rbf(gamma=1)", "rbf(gamma=1e6)", "poly(degree=2, gamma=1, coef0=1)", "linear + 1")


@dataclass(frozen=True)
class Here:
    """One state: data, kernel, and the texts of the page in it."""

    data: Dataset
    kernel: Kernel
    text: str
    lesson: Lesson

    @property
    def K(self) -> np.ndarray:  # noqa: N802
        return np.asarray(self.kernel(self.data.X))

    @property
    def y(self) -> np.ndarray:
        if self.data.task == "regression":
            return np.asarray(self.data.values)
        return np.where(self.data.codes == self.data.codes.max(), 1.0, -1.0)

    def has(self, words: str) -> bool:
        return words in self.text


def here(page: str, points: str, k: str, **more: str) -> Here | None:
    """The page in that state; None where it has only a problem to tell."""
    state = state_at(page, **{"data": "drawn", "pts": points, "k": k, **more})
    lesson = pages.pages()[page].build(state)
    if lesson.problem:
        return None
    return Here(state.data, state.kernel, "\n".join(text for _, text in texts(lesson)), lesson)


def rank(M: np.ndarray) -> int:
    return int(np.linalg.matrix_rank(M, hermitian=bool(M.shape[0] == M.shape[1] and np.allclose(M, M.T))))


def residue(it: Here, y: np.ndarray) -> float:
    """Largest entry of y that no combination of K's columns reaches."""
    return float(np.abs(y - it.K @ np.linalg.lstsq(it.K, y, rcond=1e-10)[0]).max())


def threshold(it: Here) -> bool:
    """Some x with all points of a class on one side and the rest on the other, by trying every gap."""
    x = it.data.X[:, 0]
    order = np.argsort(x, kind="stable")
    cuts = [i for i in range(1, len(x)) if x[order[i]] > x[order[i - 1]]]
    return any(len(set(it.y[order[:i]])) == 1 and len(set(it.y[order[i:]])) == 1 for i in cuts)


def line_in_square(it: Here) -> bool:
    """A line in (x, x²) with the classes apart, by linear programming."""
    from scipy.optimize import linprog

    x = it.data.X[:, 0]
    A = -it.y[:, None] * np.column_stack([x, x**2, np.ones_like(x)])
    return bool(linprog(np.zeros(3), A_ub=A, b_ub=-np.ones(len(x)), bounds=[(None, None)] * 3).status == 0)


def said_iff(words: str, holds: Callable[[Here], bool], unless: str = "\0") -> Callable[[Here], bool]:
    """The words are there exactly where the claim holds (or where another sentence replaces both)."""
    return lambda it: it.has(unless) or it.has(words) == holds(it)


def if_said(words: str, holds: Callable[[Here], bool]) -> Callable[[Here], bool]:
    return lambda it: not it.has(words) or holds(it)


def no_longer_optimal(it: Here) -> bool:
    """The conditions of optimality under poly(degree=3), for the first machine's α and the best b, are broken."""
    other, first = kv.parse("poly(degree=3)"), it.lesson.facts["first"]
    f, y, C = np.asarray(other(it.data.X)) @ first.dual_coef_, first.signs_, first.C
    free = (first.alpha_ > 1e-9) & (first.alpha_ < C * (1 - 1e-9))
    found = []
    for b in np.unique(np.concatenate([y - f, [0.0]])):
        m = y * (f + b)
        found.append(float(np.abs(first.alpha_ - np.clip(first.alpha_ - (m - 1), 0, C)).max()))
    assert len(free) == len(y)
    return min(found) > 1e-4


# page, more of the address, what is checked of all its texts
CLAIMS: dict[str, tuple[str, dict[str, str], Callable[[Here], bool]]] = {
    "α has no limit": (
        "dual",
        {"du_view": "Descent"},
        said_iff("without end along directions", lambda it: residue(it, it.y) > 1e-6, "too large for the picture"),
    ),
    "K = XᵀX has no inverse": (
        "dual",
        {"du_view": "Descent"},
        said_iff("K has no inverse", lambda it: rank(it.data.X @ it.data.X.T) < it.data.n),
    ),
    "trace n, not n": (
        "dual",
        {"du_view": "Descent"},
        lambda it: not re.search(r"trace (\d+), not \1\b", it.text),
    ),
    "Φ is no identity": (
        "dual",
        {"du_view": "Descent"},
        said_iff(
            "no identity", lambda it: not (it.data.n == it.data.d and np.array_equal(it.data.X, np.eye(it.data.n)))
        ),
    ),
    "one matrix is cheaper": (
        "dual",
        {"du_view": "Sizes"},
        said_iff("Both matrices cost the same", lambda it: it.lesson.facts["D"] == it.lesson.facts["N"]),
    ),
    "w has infinitely many coordinates": (
        "dual",
        {"du_view": "Sizes"},
        if_said("infinitely many", lambda it: False),
    ),
    "the old α are not optimal": (
        "dual",
        {"du_view": "Swap", "du_other": "poly(degree=3)"},
        if_said(": not optimal", no_longer_optimal),
    ),
    "X is such that K has an inverse": (
        "ridge",
        {"rr_ols": "true"},
        lambda it: (
            it.has("linearly independent, so K = XᵀX") == (rank(it.data.X @ it.data.X.T) == it.data.n)
            and not re.search(r"trace (\d+), not \1\b", it.text)
        ),
    ),
    "gradient descent has no limit": (
        "ridge",
        {"rr_ols": "true"},
        # of three classes this page takes another for +1 than the SVM does
        said_iff("so α itself has no limit", lambda it: residue(it, it.lesson.facts["fit"].y) > 1e-6),
    ),
    "b from a free support vector": (
        "svm",
        {"C": "0.05"},
        said_iff(
            "from a free support vector",
            lambda it: bool(len(it.lesson.facts["training"].machine.free_)),
        ),
    ),
    "fewer kernel values to predict": (
        "svm",
        {"C": "0.05"},
        lambda it: all(
            int(m[1]) < int(m[2]) for m in re.finditer(r"(\d+) kernel evaluations? a point, not (\d+)", it.text)
        ),
    ),
    "no single threshold separates": (
        "lift",
        {},
        lambda it: (
            it.data.d != 1
            or (
                it.has("no single threshold") != threshold(it)
                and it.has("with x alone, no threshold") != threshold(it)
                and (not it.has("separated by a straight line") or line_in_square(it))
            )
        ),
    ),
    "a hard sphere's other points": (
        "sphere",
        {"sp_step": "KKT"},
        lambda it: (
            not it.has("Delete every other point") or re.search(r"Here (\d+) of (?!\1:)\d+", it.text) is not None
        ),
    ),
    "a soft sphere": (
        "sphere",
        {"sp_soft": "true", "sp_nu": "1.0"},
        lambda it: not it.has("they are two machines") and not re.search(r"\b0 support vectors .*hold it", it.text),
    ),
    "the density of a bump alone": (
        "geometry",
        {},
        if_said("It is a **density**", lambda it: str(it.kernel).startswith("rbf")),
    ),
    "the mean is not 0": (
        "pca",
        {"pc_center": "false"},
        said_iff(
            "It is not 0, and you",
            lambda it: float(it.K.mean()) > 1e-9 * float(np.trace(it.K) / it.data.n),
            "All images lie in one place",
        ),
    ),
    "the rank of a Gaussian": ("mercer", {}, lambda it: not it.has("rank n")),
    "another reading is another kernel": ("gaussian", {}, lambda it: not it.has("is another kernel.")),
    "half of all pairs are closer": ("gaussian", {}, lambda it: not it.has("half of all pairs are closer")),
    "other support vectors": ("polynomial", {}, lambda it: not it.has("other support vectors")),
    "sides of unequal size": ("multiclass", {}, lambda it: not it.has("of unequal size")),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CLAIMS)
def test_statements_hold_in_every_odd_state(name: str) -> None:
    page, more, holds = CLAIMS[name]
    wrong, seen = [], 0
    for points, text in POINTS.items():
        for k in KERNELS:
            it = here(page, text, k, **more)
            if it is None:
                continue
            seen += 1
            if not holds(it):
                wrong.append((points, k))
    assert seen > 5, "the claim is hardly ever asked"
    assert not wrong, f"{page}: {name}: {wrong}"
