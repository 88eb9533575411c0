"""Comparison of the first components of linear and kernel PCA.

Both use the same points. The kernel is the sidebar's. Source: S4.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.figures.data_view import DataView
from kernviz.figures.plane.displacements import displacements
from kernviz.figures.plane.scatter_pair import scatter_pair
from kernviz.kernels import Linear
from kernviz.lessons.lesson import Block, Lesson, Numbers, Picture, Readout, Tab, Table, paragraph
from kernviz.lessons.number_format import percent
from kernviz.lessons.pca.decomposition import Decomposition, Refused, best_threshold, decompose
from kernviz.lessons.pca.refusal import refused_picture
from kernviz.lessons.pca.state import PANELS, State
from kernviz.wording import listed, phrase, say, several, shorts


def build(state: State) -> Lesson:
    """Compare two decompositions of the same points, both centred and normalised."""
    data = state.data
    plain, pca = decompose(data, Linear()), decompose(data, state.kernel)
    for result in (pca, plain):
        if isinstance(result, Refused):
            return Lesson(
                "",
                refused_picture(result, data.key),
                problem=result.words,
            )
    assert isinstance(plain, Decomposition)
    assert isinstance(pca, Decomposition)
    pair = tuple(min(i, pca.projections.shape[1]) - 1 for i in (state.across, state.up))
    labels = data.codes_or_none
    left, right = _two(plain.projections, (0, 1)), pca.projections[:, list(pair)]
    figure = scatter_pair(
        left,
        right,
        (say("linear: 1 → 2 ↑"), say("kernel: {i} → {j} ↑", i=pair[0] + 1, j=pair[1] + 1)),
        labels,
        numbers=((1, 2), (pair[0] + 1, pair[1] + 1)),
        classes=data.classes or None,
    )
    shares = {} if labels is None else {"linear": _shares(plain, labels), "kernel": _shares(pca, labels)}
    alt = several(
        data.n,
        "{n} point twice: by their first two linear components, and by components {first} and {second} of the kernel.",
        "{n} points twice: by their first two linear components, and by components {first} and {second} of the kernel.",
        first=pair[0] + 1,
        second=pair[1] + 1,
    )
    return Lesson(
        "",
        Picture(figure, alt, _caption(pca, shares, data.d), "curved", 380, revision=f"{data.key}{pair}"),
        besides=(*_best(shares), lambda: _plane(state)),
        tabs=(Tab(phrase("Component by component"), lambda: _table(plain, pca, shares)),),
        facts={"found": pca, "shares": shares},
    )


def _two(Z: Array, columns: tuple[int, int]) -> Array:
    """Return two columns of Z (n, M).

    The second is 0 if Z has a single column, as for data on a line.
    """
    return Z[:, list(columns)] if Z.shape[1] > 1 else np.column_stack([Z[:, 0], np.zeros(len(Z))])


def _shares(pca: Decomposition, labels: NDArray[np.int64]) -> Array:
    count = min(PANELS, pca.live)
    return np.array([best_threshold(pca.projections[:, i], labels) for i in range(count)])


def _caption(pca: Decomposition, shares: dict[str, Array], d: int) -> str:
    if not pca.live:
        return say("All images lie in one place: there is no direction to draw.")
    share = percent(float(pca.model.explained_share_[:2].sum()))
    left = (
        say("Left, linear PCA only turns the plane: what is curved stays curved.")
        if d == 2
        else say("Left, the points by their first linear components.")
    )
    words = say(
        "{left} Right, the same points by the kernel's components; its first two hold {share} of the variance "
        "(N·λ = {shares}).",
        left=left,
        share=share,
        shares=listed(shorts(pca.values[:2])),
    )
    if shares and len(shares["kernel"]) and len(shares["linear"]):
        a, b = float(shares["linear"].max()), float(shares["kernel"].max())
        best = int(shares["kernel"].argmax()) + 1
        words += " " + say(
            "One threshold on one component puts at most {a} of the points on the right side in the left picture, "
            "and {b} in the right picture (component {best}). PCA does not use the classes. It finds directions of "
            "large variance, and sometimes these separate the classes.",
            a=percent(a),
            b=percent(b),
            best=best,
        )
    return words


def _best(shares: dict[str, Array]) -> tuple[Block, ...]:
    if not shares or not len(shares["linear"]) or not len(shares["kernel"]):
        return (paragraph("These points have no classes to tell apart, or do not vary: only where they lie is shown."),)
    best = int(shares["kernel"].argmax()) + 1
    kernel_pca = several(
        len(shares["kernel"]), "first {n} component of the kernel", "first {n} components of the kernel"
    )
    return (
        Numbers(
            (
                Readout("linear", percent(float(shares["linear"].max())), _share_of(say("linear PCA"))),
                Readout(
                    say("kernel"),
                    percent(float(shares["kernel"].max())),
                    _share_of(kernel_pca),
                ),
                Readout(phrase("on component"), str(best), say("of the kernel: where the best threshold is")),
            )
        ),
    )


def _share_of(components: str) -> str:
    """Return the meaning of the share of these components."""
    return say(
        "largest share of points one threshold on one component puts on the right side, {components}",
        components=components,
    )


def _plane(state: State) -> tuple[Block, ...]:
    """Draw a small picture of the data themselves."""
    data = state.data
    if data.d != 2:
        return ()
    figure = displacements(DataView.of(data))
    figure.update_layout(showlegend=False)
    return (
        Picture(
            figure,
            several(data.n, "The {n} point in the plane.", "The {n} points in the plane."),
            say("The data as they are."),
            "curved-data",
            320,
            True,
            data.key,
        ),
    )


def _table(plain: Decomposition, pca: Decomposition, shares: dict[str, Array]) -> tuple[Block, ...]:
    count = min(PANELS, len(pca.values))

    def column(texts: list[str]) -> list[str]:
        return [*texts[:count], *["–"] * (count - len(texts))]

    columns: dict[str, list[int] | list[str]] = {
        say("component"): list(range(1, count + 1)),
        say("N·λ, linear"): column(shorts(plain.values[: plain.live])),
        say("N·λ, kernel"): column(shorts(pca.values)),
        say("share so far, kernel"): column([percent(float(v)) for v in pca.model.explained_share_.cumsum()]),
    }
    if shares:
        columns[say("one threshold, linear")] = column([percent(float(v)) for v in shares["linear"]])
        columns[say("one threshold, kernel")] = column([percent(float(v)) for v in shares["kernel"]])
    return (
        paragraph(
            "Linear PCA has at most as many components as the data have columns, the kernel at most N − 1 = {size}. "
            "“One threshold”: the share of points that a single cut on this component alone puts on the right side.",
            size=pca.size - 1,
        ),
        Table(columns, geometric=(say("N·λ, kernel"), say("share so far, kernel"))),
    )
