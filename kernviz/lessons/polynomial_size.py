"""How many coordinates, at what cost; polynomials of a kernel with signed coefficients; degrees that multiply."""

from __future__ import annotations

from timeit import repeat
from typing import TYPE_CHECKING

import numpy as np

from kernviz.compute import shared
from kernviz.features import coefficient_matrix
from kernviz.features.monomials import Dimensions, index_tuples
from kernviz.figures.curves import curve, describe_curve
from kernviz.figures.weights import coefficient_bars
from kernviz.kernels import Kernel, parse
from kernviz.kernels.label import monomial_label
from kernviz.lessons.lesson import Block, Formula, Number, Numbers, Picture, Table, Text, short, tex
from kernviz.mercer import Verdict, judge

if TYPE_CHECKING:
    from kernviz.lessons.polynomial import State

MOST_TUPLES = 300  # listed one by one; beyond, they are counted
MOST_MEASURED = 300_000  # coordinates built for a measurement: 2.4 MB, well under a millisecond


def tuples(state: State) -> tuple[Block, ...]:
    """S1's index tuples J ∈ [0:m]^k with x₀ = 1, equal monomials side by side."""
    m, k = state.m, state.degree
    sizes = Dimensions(m, k)
    words = (
        f"S1 writes $(1 + x\\cdot x')^{k}$ with $x_0 = 1$ as a sum over all tuples $J \\in [0:{m}]^{k}$: {sizes.with_ones} of them, "
        f"but only {sizes.distinct} distinct monomials. What occurs n times becomes one coordinate with weight √n. "
    )
    if m == 1:
        words += f"In one dimension that is ψ(x) = (1, x, …, xᵏ) with k + 1 = {k + 1} coordinates, one w for each. "
    if sizes.with_ones > MOST_TUPLES:
        return (Text(words + f"More than {MOST_TUPLES} are not listed: lower the degree or the coordinates."),)
    grouped = index_tuples(m, k)
    return (
        Text(words),
        Table(
            {
                "monomial": [monomial_label(e) for e in grouped],
                "degree": [sum(e) for e in grouped],
                "how often": [len(group) for group in grouped.values()],
                "weight in (1 + x·z)^k": [short(len(group) ** 0.5) for group in grouped.values()],
                "tuples J": ["  ".join("(" + ",".join(map(str, J)) + ")" for J in group) for group in grouped.values()],
            },
            caption=f"{sizes.with_ones} tuples, {sizes.distinct} monomials. S1's p_k takes the tuples of every length r ≤ k "
            f"without x₀: Σ mʳ = {sizes.repeated}.",
        ),
    )


def meter(state: State) -> tuple[Block, ...]:
    """The three counts for (m, k), the cost of the kernel against them, and what a clock says."""
    sizes = Dimensions(state.size_m, state.size_k)
    m = np.arange(1.0, 51.0)
    counted = [Dimensions(int(i), state.size_k) for i in m]
    lines = {
        "all tuples, (m+1)ᵏ": np.array([float(s.with_ones) for s in counted]),
        "every order, Σ mʳ": np.array([float(s.repeated) for s in counted]),
        "distinct, C(m+k, k)": np.array([float(s.distinct) for s in counted]),
        "cost of k(x, z), m + k": np.array([float(s.kernel_cost) for s in counted]),
    }
    top = float(np.log10(max(line.max() for line in lines.values()))) + 0.2
    mark = (float(state.size_m), float(sizes.distinct)) if state.size_m <= 50 else None
    figure = curve(m, lines, x_title="m, coordinates of a point", y_title="number", mark=mark, log_y=True,
                   x_range=(0, 51), y_range=(0, top))  # fmt: skip
    return (
        Text(f"Points with **m = {sizes.m}** coordinates, polynomials of degree **k = {sizes.k}** (set both beside the picture)."),
        Numbers(
            (
                Number("(m + 1)^k", _count(sizes.with_ones), "all tuples J ∈ [0:m]^k with x₀ = 1, S1's expansion of the kernel"),
                Number("Σ m^r", _count(sizes.repeated), "every order counts, x₁x₂ and x₂x₁ both: S1's p_k, S3's Φ₂"),
                Number("C(m+k, k)", _count(sizes.distinct), "distinct monomials: what the explicit map really needs"),
                Number("cost of k", _count(sizes.kernel_cost), "multiplications: m for x·z, then γ and the power"),
            )
        ),
        Picture(figure, describe_curve(m, lines, x_title="m"),
                f"Straight down at m = {sizes.m}: {_count(sizes.distinct)} coordinates against {sizes.kernel_cost} multiplications. "
                "The axis is in powers of ten.", "sizes", 400, revision=str(state.size_k)),
        _measured(sizes),
    )  # fmt: skip


def _count(n: int) -> str:
    return f"{n:,}".replace(",", "\u202f") if n < 10**9 else f"{n:.2g}".replace("e+", "e")


def _measured(sizes: Dimensions) -> Block:
    if sizes.with_ones > MOST_MEASURED:
        memory = 8 * sizes.with_ones / 1e9
        return Text(
            f"**Measured:** the explicit map is not tried: {_count(sizes.with_ones)} coordinates would take {short(memory, 2)} GB a point. "
            f"The kernel takes {short(1e6 * _seconds(sizes.m, sizes.k, False), 2)} µs."
        )
    fast, slow = _seconds(sizes.m, sizes.k, False), _seconds(sizes.m, sizes.k, True)
    return Text(
        f"**Measured on this computer**, one k(x, z): closed form {short(1e6 * fast, 2)} µs, features and their dot product over all "
        f"{_count(sizes.with_ones)} tuples {short(1e6 * slow, 2)} µs, {short(slow / fast, 2)} times as long. Both give the same number."
    )


@shared(maxsize=256)
def _seconds(m: int, k: int, explicit: bool) -> float:
    """Seconds for one (1 + x·z)^k, the best of five; over all tuples by repeated outer products if ``explicit``."""
    x, z = np.linspace(0.1, 0.9, m), np.linspace(-0.5, 0.5, m)

    def closed() -> float:
        return float((1.0 + x @ z) ** k)

    def features() -> float:
        left, right = np.ones(1), np.ones(1)
        ones_x, ones_z = np.append(1.0, x), np.append(1.0, z)
        for _ in range(k):
            left, right = np.outer(left, ones_x).ravel(), np.outer(right, ones_z).ravel()
        return float(left @ right)

    runs = 3 if explicit else 200
    return min(repeat(features if explicit else closed, number=runs, repeat=5)) / runs


def signed(state: State) -> tuple[Block, ...]:
    """p(u) with signed coefficients: a kernel exactly while none is negative, with the points that say so."""
    a = state.coefficients
    kernel = parse(f"polynomial(linear, [{', '.join(repr(float(v)) for v in a)}])")
    judgement = judge(kernel, d=state.data.d if state.data.d <= 2 else 2)
    bad = [i for i, v in enumerate(a) if v < 0]
    plus, minus = sum(a), sum(v * (-1) ** i for i, v in enumerate(a))
    formula = _written(a)
    verdict = (
        f"**✗ Not a kernel.** Negative: {', '.join(_named(i) for i in bad)}. {judgement.sentence}"
        if judgement.verdict is Verdict.REFUTED
        else f"**✓ A kernel:** every coefficient is ≥ 0, so sums, products and multiples carry it. {judgement.sentence}"
    )
    blocks: list[Block] = [
        Text(
            "S0 says that a polynomial of a kernel is a kernel. Only with coefficients ≥ 0 (erratum E1): set them beside the picture."
        ),
        Formula(rf"p(u) = {formula},\qquad u = x\cdot z"),
        Text(verdict, "error" if bad else None),
        Picture(coefficient_bars(np.array(a)), f"Coefficients {', '.join(short(v) for v in a)}; negative: {len(bad)}",
                "Hatched bars below zero are where the proof fails.", "coefficients", 300),
        Formula(
            rf"x,z\in\{{1,-1\}}:\quad K = \begin{{bmatrix}} {tex(plus)} & {tex(minus)} \\ {tex(minus)} & {tex(plus)} \end{{bmatrix}},"
            rf"\qquad \lambda = p(1) \pm p(-1) = {tex(plus + minus)},\ {tex(plus - minus)}"
        ),
    ]  # fmt: skip
    if judgement.witness is not None:
        points = ", ".join("(" + ", ".join(short(float(v)) for v in p) + ")" for p in judgement.witness.points)
        blocks.append(
            Text(f"The fewest points that refute it: {points}, eigenvalue {short(judgement.witness.eigenvalue)}.")
        )
    if (own := _of_sidebar(state)) is not None:
        blocks.append(own)
    return tuple(blocks)


def _of_sidebar(state: State) -> Text | None:
    """The same polynomial of the kernel in the sidebar."""
    try:
        kernel = parse(f"polynomial({state.kernel}, [{', '.join(repr(float(v)) for v in state.coefficients)}])")
        said = judge(kernel, d=min(state.data.d, 2)).sentence
    except ValueError:
        return None
    return Text(f"The same p of the sidebar's kernel `{state.kernel}`: {said}")


def _written(coefficients: tuple[float, ...]) -> str:
    """p(u) as LaTeX, terms with coefficient 0 left out, negative ones red."""
    written = ""
    for i, value in enumerate(coefficients):
        if value == 0:
            continue
        power = "" if i == 0 else "u" if i == 1 else f"u^{{{i}}}"
        sign = "-" if value < 0 else "+" if written else ""
        term = f"{sign} {'' if abs(value) == 1 and i else tex(abs(value))}{power}"
        written += rf"\textcolor{{#D1421B}}{{{term}}} " if value < 0 else f"{term} "
    return written or "0"


def _named(i: int) -> str:
    return ("the constant", "the coefficient of u", "that of u²", "that of u³")[i]


def nested(state: State) -> tuple[Block, ...]:
    """p_k∘p_m has degree k·m, and coefficients ≥ 0 again."""
    kernel: Kernel = parse(f"(1 + (1 + linear)**{state.inner})**{state.outer}")
    matrix = coefficient_matrix(kernel, 1)
    degree = max(sum(e) for e in matrix.monomials) if matrix else state.inner * state.outer
    inside = np.polynomial.Polynomial([1.0, 1.0]) ** state.inner
    coefficients = np.asarray(((1 + inside) ** state.outer).coef, dtype=np.float64)
    return (
        Text(
            f"**Degree {state.outer} of degree {state.inner} → degree {degree}.** A polynomial of a polynomial is one again, with "
            "coefficients ≥ 0 where both have them, so it is a kernel by the same rules."
        ),
        Formula(rf"\bigl(1 + (1+u)^{{{state.inner}}}\bigr)^{{{state.outer}}} = " + " + ".join(
            ("" if c == 1 and i else tex(float(c), 8)) + ("" if i == 0 else "u" if i == 1 else f"u^{{{i}}}") for i, c in enumerate(coefficients[:7])
        ) + (r" + \dots" if len(coefficients) > 7 else "")),
        Picture(coefficient_bars(coefficients), f"Coefficients of u⁰ to u^{degree}, all positive",
                f"{len(coefficients)} coefficients, u⁰ to the power {degree}, none negative.", "nested", 300),
    )  # fmt: skip
