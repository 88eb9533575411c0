"""Passing on some points is not a proof: the two classic examples, and what a search for others has tried."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.figures.trail import describe_trail, search_trail
from kernviz.figures.witness import describe_witness, witness_plane
from kernviz.kernels import parse
from kernviz.lessons.lesson import Block, Formula, Picture, Slot, Table, Text, short, tex, vector
from kernviz.lessons.mercer_subject import State, Subject
from kernviz.mercer import Judgement, Verdict, Witness
from kernviz.mercer.attempts import Attempt
from kernviz.mercer.spectrum import spectrum_on
from kernviz.surfaces import Window

Array = NDArray[np.float64]

EXAMPLES = (
    ("exp(−‖x − z‖²) − ½", "rbf(gamma=1) - 0.5", ((0.0, 3.0), (0.0, 3.0, 6.0))),
    ("1 − ‖x − z‖", "tent(width=1)", ((0.0, 1.0, 2.0), (0.0, 1.0, 2.0, 4.0))),
)


def passing(state: State, seen: Subject, judgement: Judgement | None) -> tuple[Block, ...]:
    """Necessary is not sufficient; then the search, and the witnesses there are."""
    rows: dict[str, list[str]] = {"k(x, z)": [], "points": [], "eigenvalues": [], "verdict there": []}
    for name, text, sets in EXAMPLES:
        for points in sets:
            s = spectrum_on(parse(text), np.array(points)[:, None])
            rows["k(x, z)"].append(name)
            rows["points"].append("{" + ", ".join(short(p) for p in points) + "}")
            rows["eigenvalues"].append(", ".join(short(float(v)) for v in s.values))
            rows["verdict there"].append("passes" if s.semidefinite else "fails")
    return (
        Text(
            "Mercer's condition speaks of **every** finite set of points. One set without a negative eigenvalue proves "
            "nothing; one set with a negative eigenvalue refutes."
        ),
        Table(rows),
        *_now(seen, judgement),
        Slot("search"),
        *trail(state.trail),
        *(witnesses(seen, judgement) if judgement is not None else ()),
    )


def _now(seen: Subject, judgement: Judgement | None) -> tuple[Block, ...]:
    if judgement is None:
        return ()
    words = {
        Verdict.PROVEN: "Here the kernel is proven, so a search finds nothing, wherever it looks.",
        Verdict.REFUTED: "Here the kernel is refuted; see how soon a search that starts at your points notices.",
        Verdict.OPEN: "Here no rule proves the kernel and nothing has refuted it yet.",
    }
    return (Text(f"**Try to break `{judgement.kernel}`.** {words[judgement.verdict]}"),)


def trail(tried: tuple[Attempt, ...]) -> tuple[Block, ...]:
    """What the search has tried, once it has run."""
    if not tried:
        return ()
    shares = np.array([a.share for a in tried])
    refutes = [a.witness is not None for a in tried]
    said = [f"{a.idea}, {places(a.points)}: λ_min = {short(a.eigenvalue)}" for a in tried]
    last = tried[-1]
    ended = (
        f"Refuted after {refutes.index(True) + 1} attempt{'s' * (refutes.index(True) > 0)}; the fewest points left are {places(last.points)}, λ_min = {short(last.eigenvalue)}."
        if any(refutes)
        else f"{len(tried)} sets tried, none refutes it. That is no proof either."
    )
    picture = search_trail(shares, refutes, said)
    return (
        Picture(picture, describe_trail(shares, refutes), ended, key="trail", height=300, revision=str(len(tried))),
        Table(
            {
                "attempt": [str(i + 1) for i in range(len(tried))],
                "idea": [a.idea for a in tried],
                "points": [places(a.points) for a in tried],
                "λ_min": [short(a.eigenvalue) for a in tried],
                "": ["✗ refutes" if r else "passes" for r in refutes],
            },
            height=240 if len(tried) > 5 else None,
        ),
    )


def places(points: Array) -> str:
    """A few points in words: {0, 3, 6}, or how many there are."""
    if len(points) > 6:
        return f"{len(points)} points"
    rows = [short(float(p[0]), 3) if len(p) == 1 else vector(p, 3) for p in points]
    return "{" + ", ".join(rows) + "}"


def witnesses(seen: Subject, judgement: Judgement) -> tuple[Block, ...]:
    """The fewest points found, and the person's own where they refute it too."""
    blocks: list[Block] = []
    w, own = judgement.witness, judgement.data_witness
    if w is not None:
        blocks += one_witness(w, "The smallest witness found", "mercer-witness", None)
    if own is not None and own is not w and seen.data is not None:
        title = f"Points of your data that refute it ({len(own)} of {seen.n} suffice)"
        blocks += one_witness(own, title, "mercer-own-witness", seen.data.X)
    return tuple(blocks)


def one_witness(w: Witness, title: str, key: str, X: Array | None) -> list[Block]:
    """Points, matrix, eigenvalue, weights and cᵀKc < 0."""
    blocks: list[Block] = [Text(f"**{title}:** {places(w.points)}.")]
    if not w.symmetric:
        return [*blocks, Formula(rf"K = {bmatrix(w.matrix[:4, :4])},\qquad K \neq K^\top")]
    if len(w) <= 4:
        blocks.append(Formula(
            rf"K = {bmatrix(w.matrix)},\qquad \lambda_{{\min}} = {tex(w.eigenvalue)},\qquad "
            rf"c = ({', '.join(tex(float(v), 3) for v in w.vector)}),\qquad c^\top K c = {tex(w.value)} < 0"
        ))  # fmt: skip
    else:
        blocks.append(
            Text(f"λ_min = {short(w.eigenvalue)}; with the weights c in the picture cᵀKc = {short(w.value)} < 0.")
        )
    if w.points.shape[1] <= 2 and (len(w) > 1 or X is not None):
        window = Window.around(w.points if X is None else np.vstack([w.points, X]), 0.3)
        figure = witness_plane(w.points, w.vector, X, x_range=window.x_range, y_range=window.y_range)
        height = 180 if w.points.shape[1] == 1 else 340
        blocks.append(Picture(figure, describe_witness(w.points, w.vector, w.value), key=key, height=height))
    return blocks


def bmatrix(values: Array) -> str:
    """A small matrix as LaTeX."""
    rows = r"\\".join("&".join(tex(float(v), 3) for v in row) for row in values)
    return rf"\begin{{bmatrix}}{rows}\end{{bmatrix}}"
