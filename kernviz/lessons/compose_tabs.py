"""The tabs of the Compose page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kernviz.features import CoefficientMatrix
from kernviz.figures.matrix import describe_matrix_pair, gram_heatmap, matrix_pair
from kernviz.figures.witness import describe_witness, witness_plane
from kernviz.kernels import Kernel, Sum
from kernviz.kernels.text import text
from kernviz.lessons.compose_reasons import stops
from kernviz.lessons.lesson import Block, Formula, Picture, Table, Text, short, tex, vector
from kernviz.lessons.three_ways import ThreeWays
from kernviz.mercer import Judgement, Proof, Verdict, Witness
from kernviz.surfaces import Window

if TYPE_CHECKING:
    from kernviz.lessons.compose import State

Array = NDArray[np.float64]
MOST_ON_CARDS = 40  # points on a rule card: more would be pixels
LARGEST = float(np.finfo(np.float32).max)  # pictures travel in float32


def lines(judgement: Judgement) -> tuple[Block, ...]:
    """The proof as numbered lines; for the Gaussian kernel, S2's Quiz 1 in four."""
    proof = judgement.proof
    steps = proof.steps()
    weaker = only_conditional(proof)
    blocks: list[Block] = []
    if proof.complete:
        shown = "Every line is a kernel by the rule it names, so the last one is"
        if weaker:
            shown = (
                "A line marked ◐ is conditionally positive definite, which is less than a kernel: uᵀKu ≥ 0 only where "
                "Σuᵢ = 0. Every other line is a kernel by the rule it names, so the last one is"
            )
        blocks.append(Text(f"{shown}: {len(steps)} line{'s' * (len(steps) > 1)}."))
    else:
        blocks.append(Text("The rules carry this far; a line marked ✗ is not a kernel by any rule."))
    for step in steps:
        cited = f" ({step.rule.cited})" if step.rule.sources else ""
        mark = "✗" if not step.complete else "◐" if step.kernel in weaker else "✓"
        blocks.append(Formula(rf"k_{{{step.index}}} = {step.formula}"))
        blocks.append(Text(f"{mark} **{step.rule.name}**{cited}: {step.rule.says}. :gray[{step.rule.why}]"))
    blocks += [Text(f"✗ {stop.words}.") for stop in stops(proof)]
    return tuple(blocks)


def only_conditional(proof: Proof) -> set[Kernel]:
    """The kernels of the proof of which no more is shown than that they are conditionally positive definite."""
    weak = {node.kernel for _, node in proof.walk() if node.way == "conditional"}
    return weak - {node.kernel for _, node in proof.walk() if node.way != "conditional"}


def witness(state: State, judgement: Judgement) -> tuple[Block, ...]:
    """The points, their matrix, the eigenvalue, the vector and cᵀKc."""
    blocks: list[Block] = []
    if judgement.witness is not None:
        blocks += _one_witness(judgement.witness, "The fewest points found that refute it", "witness")
    own = judgement.data_witness
    if judgement.witness is None and own is None:
        refuted = judgement.verdict is Verdict.REFUTED
        return (Text(f"No points are shown. {judgement.sentence}" if refuted else "No points refute it here."),)
    if own is not None and judgement.witness is not None and same_points(own, judgement.witness):
        blocks.append(Text("Your own data contain these very points."))
    elif own is not None:
        blocks += _one_witness(
            own,
            f"Your own data refute it too: {len(own)} of the {state.data.n} points suffice",
            "own-witness",
            state.data.X,
        )
    return tuple(blocks)


def same_points(a: Witness, b: Witness) -> bool:
    """Whether two witnesses are the same points, in any order."""
    return {tuple(p) for p in a.points.tolist()} == {tuple(p) for p in b.points.tolist()}


def _one_witness(w: Witness, title: str, key: str, X: Array | None = None) -> list[Block]:
    points = ", ".join(vector(p) if len(p) > 1 else short(float(p[0])) for p in w.points[:12]) + (
        ", …" if len(w) > 12 else ""
    )
    blocks: list[Block] = [Text(f"**{title}:** {points}.")]
    if not w.symmetric:
        blocks.append(Formula(rf"K = {matrix(w.matrix)},\qquad k(x,z)\neq k(z,x)"))
        return blocks
    if len(w) <= 6:
        c = r",\ ".join(tex(float(v), 3) for v in w.vector)
        blocks.append(
            Formula(
                rf"K = {matrix(w.matrix)},\qquad \lambda_{{\min}} = {tex(w.eigenvalue)},\qquad c=({c}),\qquad c^\top K c = {tex(w.value)} < 0"
            )
        )
    else:
        blocks.append(
            Text(f"Smallest eigenvalue {short(w.eigenvalue)}; with the weights c below, cᵀKc = {short(w.value)} < 0.")
        )
        blocks.append(
            Table({"point": [vector(p) for p in w.points], "c": [short(float(v)) for v in w.vector]}, height=220)
        )
    if w.points.shape[1] <= 2:
        window = Window.around(w.points if X is None else np.vstack([w.points, X]), 0.3)
        figure = witness_plane(w.points, w.vector, X, x_range=window.x_range, y_range=window.y_range)
        blocks.append(Picture(figure, describe_witness(w.points, w.vector, w.value), key=key, height=340))
    return blocks


def matrix(values: Array) -> str:
    """A small matrix as LaTeX."""
    rows = r"\\".join("&".join(tex(float(v), 3) for v in row) for row in values)
    return rf"\begin{{bmatrix}}{rows}\end{{bmatrix}}"


def ways(state: State, values: ThreeWays) -> tuple[Block, ...]:
    """K(x, z) three ways with the difference."""
    x, z = state.pair()
    rows: dict[str, list[object]] = {
        "way": ["closed form", "φ(x)·φ(z)", "up the tree of rules"],
        "k(x, z)": [
            short(values.closed, 10),
            "no finite φ" if values.features is None else short(values.features, 10),
            short(values.tree, 10),
        ],
    }
    difference = (
        f"Largest difference: {values.difference:.1e}."
        if np.isfinite(values.difference)
        else "At these points a part of k is beyond every number: move them closer to 0."
    )
    blocks: list[Block] = [
        Text(f"At x = {vector(x)} and z = {vector(z)}:"),
        Table(rows, caption=difference),
        Text("**Up the tree**, every part at these points:"),
        Table(
            {
                "part": [line.text for line in values.lines],
                "rule": [line.rule for line in values.lines],
                "value": [short(line.value, 8) for line in values.lines],
            }
        ),
    ]
    if values.labels:
        shown = slice(None, 40)
        blocks.append(
            Text(
                f"**By features**: {len(values.labels)} coordinates."
                + (" The first 40:" if len(values.labels) > 40 else "")
            )
        )
        product = values.phi_x * values.phi_z
        blocks.append(
            Table(
                {
                    "coordinate": list(values.labels[shown]),
                    "φ(x)": [short(float(v)) for v in values.phi_x[shown]],
                    "φ(z)": [short(float(v)) for v in values.phi_z[shown]],
                    "product": [short(float(v)) for v in product[shown]],
                },
                caption=f"The products sum to {short(float(product.sum()), 8)}.",
            )
        )
    return tuple(blocks)


def coefficients(m: CoefficientMatrix) -> tuple[Block, ...]:
    """The exact decision for polynomial kernels: k = m(x)ᵀ M m(z), a kernel exactly when M ⪰ 0."""
    verdict = (
        f"M is positive semi-definite of rank {m.rank}: a kernel, with {m.rank} feature{'s' * (m.rank != 1)}."
        if m.psd
        else "M is not symmetric: not a kernel."
        if not m.symmetric
        else "M has a negative direction: not a kernel."
    )
    return (
        Text(
            "Multiplied out, this kernel is $m(x)^\\top M\\,m(z)$ over the distinct monomials $m$. Monomials are independent functions, "
            f"so it is a kernel **exactly when** M ⪰ 0. Decided in fractions, not in floating point: {verdict}"
        ),
        Table(
            {
                "monomial": list(m.labels),
                **{
                    label: [short(float(v)) for v in column] for label, column in zip(m.labels, m.matrix.T, strict=True)
                },
            }
        ),
    )


def rule_cards(state: State) -> tuple[Block, ...]:
    """Theorem 1 on the person's points: the Gram matrices of the parts and of the whole, each with its λ_min."""
    k = state.kernel.expand() or state.kernel
    X, whose = _points(state)
    if not len(X):
        return (Text(f"None of your points is in {state.space}."),)
    X = X[np.linspace(0, len(X) - 1, min(len(X), MOST_ON_CARDS)).astype(int)]
    if state.data.classes and state.own:
        X = X[np.argsort(X[:, 0], kind="stable")]
    rule = k.rule
    if not k.children or rule is None:
        return (
            Text(
                "This kernel is a leaf: it is one by itself, not by a rule on others."
                if rule
                else "No closure rule is at work here."
            ),
        )
    inside = k.child_points(X)
    at = "" if np.array_equal(inside, X) else ", at φ(x)"
    if len(k.children) == 1:
        parts, titles, joint = [k.children[0](inside)], [text(k.children[0]) + at], "→"
    else:
        first, rest = k.children[0], k.with_children(k.children[1:]) if len(k.children) > 2 else k.children[1]
        parts, titles, joint = (
            [first(inside), rest(inside)],
            [text(first), text(rest)],
            "+" if isinstance(k, Sum) else "×",
        )
    words = (
        Text(f"**{rule.name}** ({rule.cited}): {rule.says}. :gray[{rule.why}]"),
        Text(f"Gram matrices on {len(X)} {whose}. If the parts have no negative eigenvalue, neither has the whole."),
    )
    whole = k(X)
    if not all(np.abs(K).max() <= LARGEST for K in (*parts, whole)):  # also catches nan
        return (*words, Text("A kernel value on these points is too large for a picture.", "warning"))
    if len(parts) == 1:
        pictures = tuple(
            Picture(
                gram_heatmap(K),
                f"Gram matrix of {title}",
                f"{title}: λ_min = {short(lowest(K), 3)}",
                key=f"card-{i}",
                height=340,
            )
            for i, (K, title) in enumerate(zip((parts[0], whole), (titles[0], text(k)), strict=True))
        )
        return (*words, *pictures)
    smallest = lowest(parts[0]), lowest(parts[1]), lowest(whole)
    three = titles[0], titles[1], "together"
    tolerance = len(X) * 16 * float(np.finfo(float).eps * max(np.abs(K).max() for K in (*parts, whole)))
    figure = matrix_pair(parts[0], parts[1], whole, three, smallest, operator=joint, tolerance=tolerance)
    return (*words, Picture(figure, describe_matrix_pair(three, smallest, operator=joint), key="cards", height=380))


def _points(state: State) -> tuple[Array, str]:
    """The person's points if they are of the space that is asked about, random ones of it if not; and whose they are."""
    own = state.own
    X = state.data.X if own else np.random.default_rng(0).normal(size=(30, state.d))
    if state.space.nonnegative:
        X = X[(X >= 0).all(axis=1)] if own else np.abs(X)
    return X, "of your points, in the order of the first column" if own else "random points"


def lowest(K: Array) -> float:
    """The smallest eigenvalue of the symmetric part; 0 where it is within the rounding of it, n·eps·max|λ|."""
    values = np.linalg.eigvalsh((K + K.T) / 2)
    rounding = 4 * len(K) * float(np.finfo(float).eps) * float(np.abs(values).max())
    return 0.0 if abs(values[0]) <= rounding else float(values[0])
