"""What machines make of a labelled list: nearest neighbours, a kernel PCA map, a support vector machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.compute import shared
from kernviz.data.objects import BOILING
from kernviz.figures.named import named_map
from kernviz.kernels import Kernel
from kernviz.kernels.kinds import Kind, called, objects
from kernviz.lessons.lesson import Block, Number, Numbers, Picture, Row, Table, Text, percent, short
from kernviz.lessons.objects_subject import GRAPHS_VIEW, KINDS, State, Subject
from kernviz.lessons.shared.verdict import as_sentence
from kernviz.models.neighbors import KernelNearestNeighbors
from kernviz.models.pca import KernelPCA
from kernviz.models.svm import KernelSVC

Signs = tuple[int, ...]


@dataclass(frozen=True)
class Trained:
    """A machine on the whole list, f at every thing left out once, and at x and z."""

    machine: KernelSVC
    left_out: NDArray[
        np.float64
    ]  # (n,) f of each by the machine trained on the others; nan where that cannot be trained
    pair: NDArray[np.float64]  # (2,)


class Known:
    """A kernel of row numbers whose values are known: k(i, j) = K[i, j]."""

    def __init__(self, K: NDArray[np.float64]) -> None:
        self.K = K

    def __call__(self, X: NDArray[np.float64], Z: NDArray[np.float64] | None = None, /) -> NDArray[np.float64]:
        left, right = (rows[:, 0].astype(int) for rows in (X, X if Z is None else Z))
        return self.K[np.ix_(left, right)]

    def diag(self, X: NDArray[np.float64], /) -> NDArray[np.float64]:
        return np.diag(self.K)[X[:, 0].astype(int)]


@shared(maxsize=64)
def _train(
    k: Kernel, kind: Kind, things: tuple[Any, ...], signs: Signs, C: float
) -> tuple[KernelSVC, NDArray[np.float64]]:
    X, y = objects(list(things), kind), np.array(signs)
    machine = KernelSVC(k, C).fit(X, y)
    left_out = np.full(len(X), np.nan)
    known, rows = (
        Known(k(X)),
        np.arange(len(X))[:, None],
    )  # the same values as k, without counting again for each machine
    for row in range(len(X)):
        rest = np.arange(len(X)) != row
        if len(np.unique(y[rest])) == 2:
            left_out[row] = KernelSVC(known, C).fit(rows[rest], y[rest]).decision_function(rows[[row]])[0]
    return machine, left_out


def trained(state: State, seen: Subject) -> Trained:
    """Raises ValueError, in words, for a list without two classes and whatever a machine refuses."""
    if len(seen.classes) < 2:
        raise ValueError("a machine needs two classes: write one after a colon in every line of the list")
    positive = state.positive if state.positive in seen.classes else seen.classes[0]
    signs = tuple(1 if label == positive else -1 for label in seen.labels)
    machine, left_out = _train(seen.kernel, KINDS[seen.view], tuple(seen.things), signs, state.penalty)
    return Trained(machine, left_out, machine.decision_function(seen.pair))


def machine(state: State, seen: Subject) -> tuple[Block, ...]:
    """The numbers of the machine, then α and f of every thing, also left out."""
    try:
        result = trained(state, seen)
    except ValueError as problem:
        return (Text(as_sentence(str(problem)), "warning"),)
    m, y = result.machine, result.machine.signs_
    positive = state.positive if state.positive in seen.classes else seen.classes[0]
    others = [c for c in seen.classes if c != positive]
    rest = others[0] if len(others) == 1 else "the rest"
    f = m.decision_function(seen.things)
    c = m.certificate_
    known = ~np.isnan(result.left_out)
    right = result.left_out[known] * y[known] > 0
    held = percent(float(right.mean())) if known.any() else "–"
    boiling = (
        {"boils at °C": [BOILING.get(name) for name in seen.names]}
        if set(seen.names) & set(BOILING) and seen.view == GRAPHS_VIEW
        else {}
    )
    said = [
        f"{called(thing)}: f = {short(float(value))}, {positive if value > 0 else rest}"
        for thing, value in zip(seen.pair, result.pair, strict=True)
    ]
    return (
        Numbers(
            (
                Number("margin 1/‖w‖", short(m.margin_), "distance in feature space from the boundary to the lines f = ±1"),
                Number("support vectors", f"{len(m.support_)} / {seen.n}", f"{len(m.free_)} free, {len(m.bounded_)} at the bound C"),
                Number("train", percent(float((f * y > 0).mean())), "share of the list on the right side"),
                Number("left out", held, "each one judged by a machine trained on all the others"),
                Number("b", short(m.intercept_), "the intercept"),
            )
        ),
        Text(
            f"f > 0 says **{positive}**, f < 0 **{rest}**. {'; '.join(said)}. **Certificate {'✓' if c.optimal else '(not to roundoff)'}** "
            f"KKT violation {short(c.kkt, 2)}, gap {short(c.gap, 2)}."
        ),
        Table(
            {
                "": list(seen.names),
                "class": list(seen.labels),
                **boiling,
                "α": [float(a) for a in m.alpha_],
                "state": ["bound C" if i in m.bounded_ else "free" if i in m.free_ else "" for i in range(seen.n)],
                "f": [float(v) for v in f],
                "f when left out": [float(v) for v in result.left_out],
                "right": ["✓" if v * s > 0 else "✗" for v, s in zip(result.left_out, y, strict=True)],
            },
            caption=f"Left out, {int(right.sum())} of {int(known.sum())} are put on the right side.",
            height=380,
        ),
    )  # fmt: skip


def neighbours(seen: Subject) -> tuple[Block, ...]:
    """All of the list, nearest to x first, by the distance the kernel gives, and the same for z."""
    codes = seen.codes if seen.codes is not None else np.zeros(seen.n, dtype=int)
    try:
        model = KernelNearestNeighbors(seen.kernel, n_neighbors=seen.n).fit(seen.things, codes)
        far, who = model.kneighbors(seen.pair)
    except ValueError as problem:
        return (Text(as_sentence(str(problem)), "warning"),)
    columns: list[tuple[Block, ...]] = []
    says = (
        Text(
            "Nearest first, by $d^2 = k(x,x)-2\\,k(x,z)+k(z,z)$: no coordinates, only the kernel. An object of the list is its own "
            "nearest neighbour, at distance 0."
        ),
    )
    for row, name in enumerate("xz"):
        K = seen.kernel(seen.pair[[row]], seen.things)[0]
        order = who[row][:12]
        table = {
            "neighbour": [seen.names[i] for i in order],
            **({"class": [seen.labels[i] for i in order]} if seen.classes else {}),
            "d": [float(d) for d in far[row][:12]],
            f"k({name}, ·)": [float(K[i]) for i in order],
        }
        columns.append((Text(f"**{name} = {called(seen.pair[row])}**"), Table(table, height=460)))
    return (*says, Row(tuple(columns)))


def pca_map(seen: Subject) -> tuple[Block, ...]:
    """The list in the plane of the first two kernel principal components, x and z ringed where they are in it."""
    if seen.n < 3:
        return (Text("A map needs at least three things in the list.", "warning"),)
    try:
        model = KernelPCA(seen.kernel, n_components=2).fit(seen.things)
    except ValueError as problem:
        return (Text(as_sentence(str(problem)), "warning"),)
    Z = model.transform(seen.things)
    first, second = (float(share) for share in model.explained_share_)
    axes = f"component 1, {percent(first)} of the variance", f"component 2, {percent(second)}"
    figure = named_map(Z, seen.names, seen.codes, classes=seen.classes, axes=axes, ringed=seen.marked or ())
    caption = (
        f"Kernel PCA on the Gram matrix alone: things with much in common stand close. The two components carry {percent(first + second)} "
        f"of the variance, eigenvalues {short(float(model.eigenvalues_[0]))} and {short(float(model.eigenvalues_[1]))} (N·λ). "
        "A name that would lie on another is left out: point at the mark to read it."
    )
    alt = f"Map of {seen.n} named things in the plane of the first two kernel principal components."
    return (Picture(figure, alt, caption, "ob-map", 560, revision=str(seen.n)),)
