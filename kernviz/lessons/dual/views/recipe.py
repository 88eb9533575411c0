"""Recipe of kernelisation: find the inner products, replace them.

Four algorithms are shown with their formulas marked. Each is shown with the Gram entries it
reads.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.figures.matrix.cells_read import read_cells
from kernviz.figures.matrix.gram import gram_heatmap
from kernviz.kernels import Kernel, Linear
from kernviz.lessons.dual.gram import gram_of
from kernviz.lessons.dual.recipe_formulas import FORMULAS
from kernviz.lessons.dual.state import ALGORITHMS, State
from kernviz.lessons.lesson import Block, Formula, Lesson, Numbers, Picture, Readout, Tab, Table, Text
from kernviz.lessons.number_format import vector
from kernviz.lessons.shared.formulas import stacked
from kernviz.lessons.shared.kernel_formula import kernel_formula
from kernviz.lessons.shared.probe import near_mean
from kernviz.lessons.shared.subsample import spread, used
from kernviz.models.svm import KernelSVC
from kernviz.symbols import symbols
from kernviz.wording import begun, phrase, say, several, short, spoken

MOST = 30  # largest number of points in the picture


@dataclass(frozen=True, eq=False)
class Result:
    """Result of one algorithm at the test point z, in three forms.

    The forms are by coordinates, by inner products alone, and with the sidebar's kernel. All are nan
    if the data lack the labels that the algorithm needs.
    """

    name: str  # quantity computed, such as h(z)
    by_coordinates: float
    by_products: float
    with_kernel: float
    # (m + 1, m + 1): entries of the Gram matrix of the points and z that the answer at z needs
    reads: NDArray[np.bool_]
    trains_on: NDArray[np.bool_]  # entries of the Gram matrix that training needs


def build(state: State) -> Lesson:
    """Build the recipe view: the points used and a test point z.

    z lies half a standard deviation off the mean of the data.
    """
    rows = spread(state.groups, min(state.m, MOST))
    X = state.data.X[rows]
    z = near_mean(state.data.X)
    kernel: Kernel = state.kernel if state.kernelised else Linear()
    y = _labels(state, rows)
    result = answer(state, X, y, z)
    K = gram_of(kernel, np.vstack([X, z]))
    names = [str(r + 1) for r in rows] + ["z"]
    figure = read_cells(
        gram_heatmap(K, None, name=symbols("‹k›") if state.kernelised else "xᵢ·xⱼ"),
        names,
        result.trains_on,
        result.reads,
    )
    count = int((result.trains_on | result.reads).sum())
    entry = symbols("‹k›(xᵢ, xⱼ)") if state.kernelised else "xᵢ·xⱼ"
    caption = say(
        "{points_used}, and the test point z = {z}. Entries are {entries}. The outlined cells are those that "
        "{algorithm} needs: solid for training, dotted for the answer at z. They are {count} of {K} cells, and "
        "nothing else of the points is needed.",
        points_used=begun(used(state.data.n, len(rows))),
        z=vector(z),
        entries=entry,
        algorithm=state.algorithm,
        count=count,
        K=len(K) ** 2,
    )
    off = abs(result.by_products - result.by_coordinates)
    numbers = Numbers(
        (
            Readout(
                phrase("by coordinates"),
                short(result.by_coordinates, 5),
                say("{name}, as the algorithm is given", name=result.name),
            ),
            Readout(
                phrase("inner products"),
                short(result.by_products, 5),
                say("{name}; difference {by_products:.2}", name=result.name, by_products=off),
            ),
            Readout(
                phrase("your kernel"),
                short(result.with_kernel, 5),
                say("the same line with ‹k› = {kernel}", kernel=state.kernel),
                geometric=True,
            ),
        )
    )
    return Lesson(
        "",
        Picture(
            figure,
            several(
                len(X),
                "Gram matrix of {n} point and z, {count} cells outlined that {algorithm} reads.",
                "Gram matrix of {n} points and z, {count} cells outlined that {algorithm} reads.",
                count=count,
                algorithm=state.algorithm,
            ),
            caption,
            "dual_recipe",
            600,
            square=True,
            revision=f"{state.data.key}{len(X)}",
        ),
        besides=(lambda: _formulas(state), numbers, lambda: _words(state, result)),
        tabs=(Tab(phrase("All four"), lambda: _all(state, X, y, z)),),
        facts={"z": z, "rows": rows, "labels": y},
    )


def _formulas(state: State) -> tuple[Block, ...]:
    """Return the algorithm's formulas, the usual ones and the current step's."""
    picked = FORMULAS[state.algorithm]
    steps = (picked[0], picked[2 if state.kernelised else 1])
    return tuple(
        block
        for title, formula in steps
        for block in (Text(f"**{title}**"), Formula(stacked(*formula.split(r",\qquad "))))
    )


def _words(state: State, result: Result) -> tuple[Block, ...]:
    words = say(
        "“{title}” has no labels that {algorithm} could learn from, so there is no number at z.",
        title=state.data.title,
        algorithm=state.algorithm,
    )
    nothing = (Text(words),) if math.isnan(result.by_coordinates) else ()
    if state.kernelised:
        return (*nothing, kernel_formula(state.kernel))
    return (*nothing, Text(say("Every inner product is boxed. Switch the kernel on to replace them.")))


def _labels(state: State, rows: NDArray[np.intp]) -> Array:
    if state.data.task == "none":
        return np.full(len(rows), np.nan)  # nearest neighbours and PCA need no labels
    return np.asarray(state.targets[rows])


def answer(state: State, X: Array, y: Array, z: Array, name: str = "") -> Result:
    """Return an algorithm's result at z, and the Gram entries it reads.

    X is (m, d), y is (m,), z is (d,). ``name`` is one of ALGORITHMS, by default the algorithm chosen.
    """
    name = name or state.algorithm
    m = len(X)
    trains, reads = np.zeros((m + 1, m + 1), bool), np.zeros((m + 1, m + 1), bool)
    linear, kernel = Linear(), state.kernel
    if name == "nearest neighbour":
        distances = ((X - z) ** 2).sum(axis=1)
        i = int(np.argmin(distances))
        reads[np.arange(m + 1), np.arange(m + 1)] = reads[:m, m] = True
        by = [float((k.diag(X) + k.diag(z[None]) - 2 * k(X, z[None])[:, 0]).min()) for k in (linear, kernel)]
        return Result(say("smallest distance²"), float(distances[i]), by[0], by[1], reads, trains)
    trains[:m, :m] = True
    reads[:m, m] = True
    two = len(np.unique(y)) == 2 and bool(np.all(np.abs(y) == 1))
    if (name == "least squares" and not np.isfinite(y).all()) or (name == "SVM" and not two):
        return Result("h(z)" if name != "SVM" else "f(z)", float("nan"), float("nan"), float("nan"), reads, trains)
    if name == "least squares":
        w = np.linalg.pinv(X, rcond=1e-12) @ y
        return Result("h(z)", float(w @ z), _ols(linear, X, y, z), _ols(kernel, X, y, z), reads, trains)
    if name == "PCA":
        centred = X - X.mean(axis=0)
        u = np.linalg.svd(centred)[2][0]
        own = abs(float(u @ (z - X.mean(axis=0))))
        return Result("|u₁ᵀz|", own, _pca(linear, X, z), _pca(kernel, X, z), reads, trains)
    machines = [KernelSVC(k, state.C).fit(X, y) for k in (linear, kernel)]
    w = X.T @ machines[0].dual_coef_
    reads[:m, m] = machines[1 if state.kernelised else 0].alpha_ > 0
    by = [
        float(m_.dual_coef_ @ k(X, z[None])[:, 0] + m_.intercept_)
        for m_, k in zip(machines, (linear, kernel), strict=True)
    ]
    return Result("f(z)", float(w @ z + machines[0].intercept_), by[0], by[1], reads, trains)


def _ols(k: Kernel, X: Array, y: Array, z: Array) -> float:
    K = gram_of(k, X)
    return float(k(z[None], X)[0] @ np.linalg.pinv(K, rcond=1e-12, hermitian=True) @ y)


def _pca(k: Kernel, X: Array, z: Array) -> float:
    """Return |projection of z on the first principal component|.

    The projection follows from inner products centred in feature space.
    """
    K, kz = gram_of(k, X), k(X, z[None])[:, 0]
    m = len(X)
    H = np.eye(m) - 1 / m
    values, vectors = np.linalg.eigh(H @ K @ H)
    if values[-1] <= 1e-12 * max(float(np.abs(K).max()), 1e-300):
        return 0.0
    a = vectors[:, -1] / np.sqrt(values[-1])
    return abs(float(a @ H @ (kz - K.mean(axis=1))))


def _all(state: State, X: Array, y: Array, z: Array) -> tuple[Block, ...]:
    """Show four algorithms before and after kernelisation, with their numbers at z."""
    results = [answer(state, X, y, z, name) for name in ALGORITHMS]
    blocks: list[Block] = [
        Table(
            {
                say("algorithm"): list(ALGORITHMS),
                say("at z"): [r.name for r in results],
                say("by coordinates"): [short(r.by_coordinates, 6) for r in results],
                say("by inner products"): [short(r.by_products, 6) for r in results],
                say("difference"): [short(abs(r.by_products - r.by_coordinates), 2) for r in results],
                say("with {kernel}", kernel=state.kernel): [short(r.with_kernel, 6) for r in results],
            },
            caption=say(
                "By coordinates and by inner products the answer is the same. The last column has your kernel in "
                "the place of the inner products. –: the data have no two classes."
            ),
            geometric=(say("with {kernel}", kernel=state.kernel),),
        ),
        Text(
            say(
                "**The recipe** (S2, S4). 1. Rewrite training and prediction so that points occur "
                "only in inner products. 2. Put ‹k›(xᵢ, xⱼ) in the place of every inner product."
            )
        ),
    ]
    for name in ALGORITHMS:
        blocks.append(Text(f"**{begun(spoken(name))}**"))
        blocks += [block for title, formula in FORMULAS[name] for block in (Text(title), Formula(formula))]
    return tuple(blocks)
