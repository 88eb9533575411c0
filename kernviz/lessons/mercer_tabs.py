"""The tabs of the Mercer page that look at one matrix: its eigenvalues, its factor P, and the three checks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.data.outside import veil
from kernviz.features import feature_map
from kernviz.figures.factor import describe_factor, factor_points
from kernviz.figures.spectrum import describe_eigenvalues, eigenvalue_bars
from kernviz.kernels import parse
from kernviz.lessons.lesson import Block, Formula, Picture, Table, Text, short, tex
from kernviz.lessons.mercer_subject import State, Subject, spectrum_of
from kernviz.mercer.spectrum import NoFactorError, rotated_back

Array = NDArray[np.float64]


def eigenvalues(state: State, seen: Subject) -> tuple[Block, ...]:
    """Bars, linear and logarithmic, with the tolerance, and the rank beside the number of features."""
    s = seen.spectrum
    phi = feature_map(state.kernel, seen.data.d) if seen.data is not None else None
    counts = f"Numerical rank {s.rank} of {s.n}" + ("." if seen.data is None else "")
    if seen.data is not None:
        counts += f", features {phi.dimension}." if phi is not None else ", no finite feature map."
        if phi is not None and s.rank == phi.dimension:
            counts += f" {s.n} points in a space of {s.rank} dimension{'s' * (s.rank != 1)}: the other eigenvalues are 0, up to rounding."
        elif phi is not None and s.rank < phi.dimension:
            counts += " These points do not fill the feature space."
        elif phi is None and s.rank < s.n and s.semidefinite:
            counts += " For a Gaussian and different points the exact rank is n; the smallest eigenvalues have fallen below what rounding can show."
    log = eigenvalue_bars(s.values, s.rank_tolerance, log=True)
    words = describe_eigenvalues(s.values, s.tolerance)
    return (
        Text(
            f"λ_min = **{short(s.smallest)}**, tolerance {short(s.tolerance, 2)}: "
            + ("not negative." if s.smallest >= -s.tolerance else "negative, and not by rounding.")
            + f" {counts}"
        ),
        Picture(eigenvalue_bars(s.values, s.tolerance), words, "Linear: a bar below 0 refutes the kernel.", key="eigenvalues", height=300),
        Picture(log, words, f"Logarithmic, |λ|: the rank is the number of bars above the dashed line n·eps·λ_max = {short(s.rank_tolerance, 2)}.", key="eigenvalues-log", height=300),
        *_features(seen),
    )  # fmt: skip


def _features(seen: Subject) -> tuple[Block, ...]:
    """Rank = number of features, for the four kernels of the plane everyone meets."""
    if seen.data is None or seen.data.d != 2:
        return ()
    rows = [(name, *ranks) for name, ranks in rank_table(seen).items()]
    return (
        Text("**Rank = number of features**, on these points:"),
        Table({"kernel": [r[0] for r in rows], "features": [r[1] for r in rows], "rank here": [r[2] for r in rows]}),
    )


def rank_table(seen: Subject) -> dict[str, tuple[str, int]]:
    """(features, numerical rank on these points) of five kernels."""
    if seen.data is None:
        return {}
    texts = {
        "linear": "x·z",
        "linear**2": "(x·z)²",
        "poly(degree=2, gamma=1, coef0=1)": "(1 + x·z)²",
        "poly(degree=3, gamma=1, coef0=1)": "(1 + x·z)³",
        "rbf(gamma=5)": "exp(−5‖x − z‖²)",
    }
    found = {}
    for text, name in texts.items():
        k = parse(text)
        phi = feature_map(k, seen.data.d)
        found[f"{name}  ·  {text}"] = (
            "∞: rank n" if phi is None else str(phi.dimension),
            spectrum_of(seen.data, k).rank,
        )
    return found


def factor(state: State, seen: Subject, i: int, j: int) -> tuple[Block, ...]:
    """P with K = PᵀP; its columns are points again."""
    s = seen.spectrum
    try:
        P = s.factor
    except NoFactorError as problem:
        return (
            Text(
                f"{_sentence(veil(str(problem)))} For every c, cᵀPᵀPc = ‖Pc‖² ≥ 0, and a Gram matrix is nothing else."
            ),
        )
    if not len(P):
        return (Text("K = 0: P has no rows, every point is at the origin."),)
    error = float(np.abs(P.T @ P - s.matrix).max())
    shown = float((P[:2] ** 2).sum() / (P**2).sum())
    linear = seen.data is not None and np.abs(seen.data.X @ seen.data.X.T - s.matrix).max() <= s.skew_tolerance
    same = seen.data is not None and linear
    data = None
    words = (
        f"Column i of P stands for φ(xᵢ), in {len(P)} dimension{'s' * (len(P) > 1)}. "
        f"The two drawn carry {100 * shown:.1f} % of trace K. "
    )
    if same and seen.data is not None:
        X = seen.data.X
        data = X if X.shape[1] == 2 else np.column_stack([X[:, 0], np.zeros(len(X))])
        off = float(np.abs(rotated_back(P, X) - X.T).max())
        words += (
            f"They are your points again, turned (and perhaps mirrored): rotated back, they differ by at most {off:.1e}. "
            "The marked segments are equally long. The matrix knows lengths and angles, not where north is."
        )
    else:
        words += "Their lengths and angles are those of the features: the matrix knows the points up to rotation."
    distance = float(np.linalg.norm(P[:, i] - P[:, j]))
    by_kernel = float(np.sqrt(max(s.matrix[i, i] - 2 * s.matrix[i, j] + s.matrix[j, j], 0.0)))
    classes = seen.data.classes if seen.data is not None else ()
    return (
        Formula(rf"K = P^\top P,\qquad P \text{{ is }} {len(P)}\times{s.n},\qquad \max|P^\top P-K| = {tex(error, 2)}"),
        Picture(
            factor_points(P, i, j, seen.labels, data=data, classes=classes or None),
            describe_factor(P, shown),
            words,
            key="factor",
            height=520,
            revision="factor",
        ),
        Text(
            f"Distance of points {i + 1} and {j + 1}: between the columns of P {short(distance, 6)}, from the kernel alone "
            f"$\\sqrt{{k(x,x)-2k(x,z)+k(z,z)}}$ = {short(by_kernel, 6)}. No feature vector was needed."
        ),
    )


def checks(state: State, seen: Subject) -> tuple[Block, ...]:
    """The inner product ⟨a, b⟩ = aᵀKb of weights: symmetric, linear, positive?"""
    s = seen.spectrum
    rng = np.random.default_rng(2)
    a, b, c = rng.normal(size=(3, s.n))
    K = s.matrix
    size = float(np.abs(K).max()) or 1.0
    linear = abs(float((2 * a + 3 * b) @ K @ c - 2 * (a @ K @ c) - 3 * (b @ K @ c))) / size
    definite = s.smallest > s.tolerance
    positive = s.smallest >= -s.tolerance
    zero = "0 only for a = 0" if definite else "0 for some a ≠ 0 too, hence semi-definite"
    rows = {
        "check": ["symmetry", "linearity", "positivity"],
        "says": ["⟨a, b⟩ = ⟨b, a⟩: K = Kᵀ", "⟨2a + 3b, c⟩ = 2⟨a, c⟩ + 3⟨b, c⟩", "⟨a, a⟩ = aᵀKa ≥ 0 for every a"],
        "here": [
            ("✓" if s.symmetric else "✗") + f"  max |K − Kᵀ| = {short(s.skew, 3)}",
            f"✓  differs by {short(linear, 2)}: a matrix is always linear",
            (f"✓  λ_min = {short(s.smallest, 3)}; {zero}" if positive else f"✗  λ_min = {short(s.smallest, 4)}"),
        ],
    }
    advice = "" if seen.data is None else " Under “A matrix of your own” you may also type one, such as `0 4; 4 0`."
    return (
        Text("A kernel is an inner product of features, $\\langle\\Phi a, \\Phi b\\rangle = a^\\top K b$ with $\\Phi a = \\sum_i a_i\\varphi(x_i)$. An inner product has three properties:"),
        Table(rows),
        Text(f"`sinediff`, sin(x − z), fails the first: its matrix has K = −Kᵀ.{advice}"),
    )  # fmt: skip


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + "."
