"""Tab on the closure rule (S0, Theorem 1) at the kernel's top.

The rule is shown on the data. Each part and the whole have the smallest eigenvalue of their Gram matrix.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import LARGEST_SINGLE, Array
from kernviz.figures.matrix.gram import describe_matrix_combination, gram_heatmap, matrix_combination
from kernviz.kernels import Kernel, Space, Sum
from kernviz.kernels.rules_and_premises import Rule
from kernviz.kernels.text import text
from kernviz.lessons.compose.state import State
from kernviz.lessons.lesson import Block, Picture, Text, paragraph
from kernviz.lessons.shared.eigenvalue import smallest_eigenvalue
from kernviz.lessons.shared.outermost_rule import outermost_rule
from kernviz.mercer.prover import proven
from kernviz.symbols import symbols
from kernviz.wording import phrase, say

TITLE = phrase("The rule on your points")
MOST_ON_CARDS = 40  # points on a rule card; cells of more points would be too small


def outermost(kernel: Kernel) -> tuple[Kernel, Rule] | None:
    """Return the kernel and the closure rule of its top node.

    A named kernel is expanded. None for a kernel without parts.
    """
    k = kernel.expand() or kernel
    return (k, k.rule) if k.children and k.rule is not None else None


def blocks(state: State, k: Kernel, rule: Rule) -> tuple[Block, ...]:
    """Show Theorem 1 on the data by Gram matrices.

    The Gram matrices are those of the parts and of the whole. Each has its λ_min.
    """
    X, whose = _points(state)
    if not len(X):
        return (paragraph("None of your points is in {space}.", space=state.space),)
    X = X[np.linspace(0, len(X) - 1, min(len(X), MOST_ON_CARDS)).astype(int)]
    if state.own:
        X = X[np.argsort(X[:, 0], kind="stable")]
    inside = k._child_points(X)
    at = "" if np.array_equal(inside, X) else symbols(", at ‹φ›(x)")
    if len(k.children) == 1:
        parts, titles, joint = [k.children[0](inside)], [text(k.children[0]) + at], "→"
    else:
        first, rest = k.children[0], k.with_children(k.children[1:]) if len(k.children) > 2 else k.children[1]
        parts, titles, joint = (
            [first(inside), rest(inside)],
            [text(first), text(rest)],
            "+" if isinstance(k, Sum) else "×",
        )
    words: tuple[Block, ...] = (
        paragraph(
            "**{name}** ({source}): {statement}. :gray[{reason}]",
            name=rule.name,
            source=rule.cited,
            statement=rule.says,
            reason=rule.why,
        ),
    )
    whole = k(X)
    counted = say("Gram matrices on {points} {origin}.", points=len(X), origin=whose)
    if not all(np.abs(K).max() <= LARGEST_SINGLE for K in (*parts, whole)):  # also True for nan
        return (
            *words,
            Text(counted),
            Text(say("A kernel value on these points is too large for a picture."), "warning"),
        )
    smallest = [smallest_eigenvalue(K) for K in (*parts, whole)]
    words = (*words, Text(f"{counted} {_compared(*smallest)} {_reason(k, state.space)}".rstrip()))
    if len(parts) == 1:
        pictures = tuple(
            Picture(
                gram_heatmap(K),
                say("Gram matrix of {title}", title=title),
                say("{title}: λₘᵢₙ = {lowest:.3}", title=title, lowest=value),
                key=f"card-{i}",
                height=340,
            )
            for i, (K, title, value) in enumerate(zip((parts[0], whole), (titles[0], text(k)), smallest, strict=True))
        )
        return (*words, *pictures)
    three = titles[0], titles[1], say("together")
    a, b, c = smallest
    figure = matrix_combination(parts[0], parts[1], whole, three, (a, b, c), operator=joint)
    return (
        *words,
        Picture(figure, describe_matrix_combination(three, (a, b, c), operator=joint), key="cards", height=380),
    )


def _compared(*smallest: float) -> str:
    """Compare the smallest eigenvalues of the parts with that of the whole.

    The whole is the last. An eigenvalue within rounding is 0, that of a matrix that is not symmetric nan.
    """
    *parts, whole = smallest
    if np.isnan(smallest).any():
        return say("A matrix that is not symmetric has no λₘᵢₙ here: its function is no kernel.")
    if min(parts) < 0:
        return say("A part has a negative eigenvalue, so a rule about kernels says nothing about the whole.")
    if whole < 0:
        return say("No part has a negative eigenvalue, but the whole has one.")
    return say("Neither a part nor the whole has a negative eigenvalue.")


def _reason(k: Kernel, space: Space) -> str:
    """Return the reason why the closure rule does not apply.

    If another argument decides instead, that argument is returned. The text is "" if the rule
    applies.
    """
    proof = proven(k, space)
    return "" if proof.complete and proof.method == "rule" else outermost_rule(k, space)


def _points(state: State) -> tuple[Array, str]:
    """Return points of the space and their origin in words.

    The points are the data if these belong to the space on which k is judged. Otherwise they are
    random points of the space.
    """
    own = state.own
    X = state.data.X if own else np.random.default_rng(0).normal(size=(30, state.d))
    if state.space.nonnegative:
        X = X[(X >= 0).all(axis=1)] if own else np.abs(X)
    return X, say("of your points, in the order of the first column") if own else say("random points")
