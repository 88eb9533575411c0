"""Two linear combinations P and Q of images.

`P = Σ pᵢφ(xᵢ)` and `Q = Σ qⱼφ(xⱼ)`. Their inner product, norms and distance are computed by the kernel and by φ.
"""

from __future__ import annotations

import math

import numpy as np

from kernviz.arrays import Array
from kernviz.data.untrusted_text import veil
from kernviz.features import feature_map
from kernviz.features.geometry import NOISE
from kernviz.figures.matrix.block import block_heatmap, describe_block
from kernviz.lessons.geometry.scene import GeometryScene, weights
from kernviz.lessons.geometry.state import P_AND_Q, State
from kernviz.lessons.lesson import Block, Formula, Picture, Table, Text
from kernviz.lessons.number_format import tex, vector
from kernviz.lessons.shared.formulas import signed_sum, stacked
from kernviz.mercer.spectrum import rounding, tolerance
from kernviz.symbols import symbols
from kernviz.wording import say, short

TITLE = P_AND_Q
PP, QQ = "P·P = ‖P‖² = pᵀ‹K›p", "Q·Q = ‖Q‖² = qᵀ‹K›q"
SQUARED = "‖P − Q‖² = P·P − 2 P·Q + Q·Q"


def blocks(state: State, scene: GeometryScene) -> tuple[Block, ...]:
    """Show the terms of P·Q, then every number twice.

    The terms are cells of a heat map. Every number is computed by K alone, and by an explicit
    feature map if there is one.
    """
    try:
        typed = weights(state.p, "p"), weights(state.q, "q")
    except ValueError as problem:
        return (Text(veil(str(problem)), "warning"),)
    p, q = (part[: scene.n] for part in typed)  # weights without a point are dropped
    m, n = len(p), len(q)
    K = scene.K
    terms = p[:, None] * K[:m, :n] * q[None, :]
    if not np.isfinite(terms).all():
        return (Text(say("A term pᵢqⱼ‹k›(xᵢ,xⱼ) is too large to compute: take smaller weights."), "warning"),)
    name = symbols("pᵢ·qⱼ·‹k›(xᵢ, xⱼ)")
    figure = block_heatmap(
        terms,
        [symbols(f"{short(v)}·‹φ›(x{i + 1})") for i, v in enumerate(p.tolist())],
        [symbols(f"{short(v)}·‹φ›(x{j + 1})") for j, v in enumerate(q.tolist())],
        name,
    )
    products = by_kernel(K, p, q)
    phi = feature_map(state.kernel, scene.data.d)
    other = None if phi is None else by_features(phi(scene.data.X[: max(m, n)]), p, q)
    return (
        Text(
            say(
                "p = {p} gives weights to the first {m} of your points, q = {q} to the first {n}.",
                p=vector(p),
                m=m,
                q=vector(q),
                n=n,
            )
            + _cut(max(map(len, typed)), scene)
        ),
        Formula(
            stacked(
                rf"P = {_sum(p)},\qquad Q = {_sum(q)}",
                rf"P\cdot Q = \sum_{{i,j}} p_i q_j\,‹\k›(x_i,x_j) = p^\mathsf T ‹\K› q = {tex(products['P·Q'], 5)}",
            )
        ),
        Picture(
            figure,
            describe_block(terms, name),
            say("Each cell is one term; their sum is P·Q. ‹φ› is not needed."),
            key="terms",
            height=60 + 44 * max(m, 2),
        ),
        Table(
            {
                say("quantity"): list(products),
                say("by the kernel"): [short(v, 6) for v in products.values()],
                say("by ‹φ›"): [short(other[name], 6) if other else "–" for name in products],
            },
            caption=_compared(products, other),
            geometric=(say("by the kernel"), say("by ‹φ›")),
        ),
        *_negative(products, K, p, q),
        Text(unique(K, p, rounding(scene.kernel, scene.data.X[:m], K[:m, :m]))),
    )


def by_kernel(K: Array, p: Array, q: Array) -> dict[str, float]:
    """Compute the numbers of P and Q from K alone.

    They are P·P, Q·Q, P·Q, ‖P‖, ‖Q‖, ‖P−Q‖² and ‖P−Q‖. Source: S0 (1), errata E4, E7, E8.
    """
    m, n = len(p), len(q)
    products = {
        symbols(PP): float(p @ K[:m, :m] @ p),
        symbols(QQ): float(q @ K[:n, :n] @ q),
        "P·Q": float(p @ K[:m, :n] @ q),
    }
    pp, qq, pq = products.values()
    crossed = pq if np.array_equal(K, K.T) else (pq + float(q @ K[:n, :m] @ p)) / 2
    squared = pp - 2 * crossed + qq
    sizes = np.abs(p) @ np.abs(K[:m, :m]) @ np.abs(p) + np.abs(q) @ np.abs(K[:n, :n]) @ np.abs(q)
    squared = 0.0 if -NOISE * float(sizes) <= squared < 0 else squared
    return {
        **products,
        "‖P‖": _root(pp),
        "‖Q‖": _root(qq),
        SQUARED: squared,
        "‖P − Q‖": _root(squared),
    }


def by_features(F: Array, p: Array, q: Array) -> dict[str, float]:
    """Compute the numbers of P and Q as sums of feature vectors.

    The feature vectors have the coordinates F (max(m, n), D).
    """
    P, Q = p @ F[: len(p)], q @ F[: len(q)]
    away = P - Q
    values = (P @ P, Q @ Q, P @ Q, np.sqrt(P @ P), np.sqrt(Q @ Q), away @ away, np.sqrt(away @ away))
    return {name: float(v) for name, v in zip(by_kernel(F @ F.T, p, q), values, strict=True)}


def unique(K: Array, p: Array, noise: float = 0.0) -> str:
    """Return a sentence on uniqueness of the weights of P.

    The sentence tells if other weights give the same P. It is empty if K has a negative eigenvalue
    on these points. ``noise`` is the largest rounding error of an entry of K. Source: S0, erratum E4.
    """
    m = len(p)
    block = (K[:m, :m] + K[:m, :m].T) / 2
    values, vectors = np.linalg.eigh(block)
    zero = tolerance(block, noise)
    if values[0] < -zero:
        return ""
    if values[0] > zero:
        return say(
            "No other weights of these points give this P: their images are linearly independent "
            "here, for the smallest eigenvalue of their Gram matrix is {values:.3} > 0.",
            values=values[0],
        )
    v = vectors[:, 0] / np.abs(vectors[:, 0]).max()
    v = v * np.sign(v[int(np.argmax(np.abs(v)))])
    return say(
        "**Weights are not unique.** p′ = p + {change} = {weights} gives the same point: the images of these points "
        "are linearly dependent. P is a point of feature space, not a list of its weights (erratum E4).",
        change=vector(v),
        weights=vector(p + v),
    )


def _root(value: float) -> float:
    return value**0.5 if value >= 0 else float("nan")


def _sum(weights: Array) -> str:
    return signed_sum([(float(v), rf"‹\varphi›(x_{{{i + 1}}})") for i, v in enumerate(weights)])


def _cut(count: int, scene: GeometryScene) -> str:
    """Return a sentence on dropped weights, "" if there are none."""
    return " " + say("There are no more points, so further weights are not used.") if count > scene.n else ""


def _compared(products: dict[str, float], other: dict[str, float] | None) -> str:
    if other is None:
        return say(
            "The column “by ‹φ›” has no numbers, because the coordinates of this ‹φ› are not listed here. The kernel "
            "needs no list."
        )
    pairs = [(products[name], other[name]) for name in products]
    worst = max(abs(a - b) for a, b in pairs if not math.isnan(a) and not math.isnan(b))
    return say(
        "Both ways differ by at most {difference:.2}. In the notes a square root is missing: P·P is ‖P‖², not ‖P‖.",
        difference=worst,
    )


def _negative(products: dict[str, float], K: Array, p: Array, q: Array) -> tuple[Text, ...]:
    """Return a warning if a squared length is negative beyond rounding.

    The result is () otherwise.
    """
    sizes = {"‖P‖²": (p, symbols(PP)), "‖Q‖²": (q, symbols(QQ))}
    negative = [
        (name, products[key])
        for name, (c, key) in sizes.items()
        if products[key] < -NOISE * float(np.abs(c) @ np.abs(K[: len(c), : len(c)]) @ np.abs(c))
    ]
    if products[SQUARED] < 0:
        negative.append(("‖P − Q‖²", products[SQUARED]))
    return tuple(
        Text(
            say(
                "{name} = {value} is **negative**. No vector has such a length: ‹k› is not a kernel.",
                name=name,
                value=value,
            ),
            "warning",
        )
        for name, value in negative[:1]
    )
