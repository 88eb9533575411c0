"""Errata of the lecture notes that concern several pages.

Each function computes the deciding number from a page's state.
"""

from __future__ import annotations

import math

import numpy as np

from kernviz.arrays import Array
from kernviz.lessons.erratum import Erratum, decides
from kernviz.lessons.number_format import vector
from kernviz.lessons.shared.eigenvalue import smallest_eigenvalue
from kernviz.mercer.spectrum import spectrum, tolerance
from kernviz.wording import say, short


def signed(printed: str, K: Array | None) -> Erratum:
    """Return erratum E1: polynomials of a kernel with negative coefficients.

    `printed` is the printed statement. K (n, n) holds the kernel values of the page's points. Deciding
    numbers are eigenvalues of −k and (k − 1)². If these do not decide, (u − 1)² at ±1 is used.
    """
    words, found = say("(u − 1)² at ±1 has λ = −4, −u at 1 has λ = −1"), []
    if K is not None:
        with np.errstate(over="ignore"):
            square = (K - 1) ** 2
        own = float(K[0, 0])
        least = float(np.linalg.eigvalsh(square)[0]) if np.isfinite(square).all() else 0.0
        if own > 0:
            found.append(say("here −k at x has λ = {value}", value=-own))
        if least < 0 and least < -tolerance(square):
            found.append(say("(k − 1)² at x and z has λ = {value}", value=least))
    return Erratum(
        say("S0, polynomials (E1)"),
        printed,
        say("only with coefficients ≥ 0"),
        "; ".join([words, *found]),
        "state" if found else "example",
    )


def definite(X: Array) -> Erratum:
    """Return erratum E33: a Gram matrix is positive semi-definite, not positive definite.

    The deciding matrix is the linear Gram matrix of the first d + 1 points of X (n, d), which is
    singular. If there are fewer points, the points ±1 are used.
    """
    X = X[: X.shape[1] + 1]
    words = say("x·z on −1 and 1 has rank 1 and λₘᵢₙ = 0: singular, and a kernel")
    found = spectrum(X @ X.T) if len(X) > X.shape[1] else None
    if found is not None:
        words = say(
            "x·z on the first {n} points has rank {rank} and λₘᵢₙ = {smallest}: singular, and a kernel",
            n=found.n,
            rank=found.rank,
            smallest=smallest_eigenvalue(found.matrix),
        )
    return Erratum(
        say("S4, Mercer (E33)"),
        say("positive definite"),
        say("positive semi-definite, for every finite set of points"),
        words,
        "state" if found is not None else "example",
    )


def width(gamma: float | None) -> Erratum:
    """Return erratum E48 on the width of a Gaussian.

    The lectures write the width in different ways. The text gives σ in each lecture's meaning. Without a Gaussian,
    `gamma` is None and γ = 1 is used.
    """
    shown = 1.0 if gamma is None else gamma
    first, last = 1 / math.sqrt(shown), 1 / math.sqrt(2 * shown)
    return Erratum(
        say("all notes, the width (E48)"),
        "1/σ² (S0, S2), ½ (S1), γ (S3), 1/(2σ²) (S4)",
        say("γ = 1/σ², ½, γ, 1/(2σ²): the same letter σ differs by √2; one number, γ, everywhere here"),
        say("γ = {gamma}: σ = {first} in S0 and S2, σ = {last} in S4", gamma=shown, first=first, last=last),
        "example" if gamma is None else "state",
    )


def squares(x: Array, z: Array, printed: str, right: str) -> Erratum:
    """Return erratum E21, on ‖x − z‖² as sum of squares.

    The two points are (d,). `printed` and `right` are the two statements. On the line there is a single square, so
    both agree.
    """
    words = say(
        "x − z = {x}: the squares are {squares}, ‖x − z‖² = {sum}",
        x=vector(x - z),
        squares=vector((x - z) ** 2),
        sum=((x - z) ** 2).sum(),
    )
    line = len(x) == 1
    if line:
        words = say("{squares}; on the line they are one number, in the plane they are not", squares=words)
    return Erratum(say("S2, RBF (E21)"), printed, right, words, decides(not line))


def root(squared: float, at: str) -> Erratum:
    """Return erratum E8: S0 calls the squared distance a distance.

    The deciding numbers are dist² = `squared` and dist. They decide nothing if dist² ≤ 0 or dist² = 1.
    `at` names the two points.
    """
    apart = squared > 0 and short(squared, 5) != short(squared**0.5, 5)
    distance = short(squared**0.5, 5) if squared >= 0 else say("none")
    return Erratum(
        say("S0, distance (E8)"),
        say("dist = ⟨φ(x) − φ(z), φ(x) − φ(z)⟩"),
        say("that is dist²; take the root. The order of distances is the same, the numbers are not"),
        say(
            "{points}: {squared:.5} against {distance}; for a Gaussian with γ = 1 at distance 1 it is 1.264 "
            "against 1.124",
            points=at,
            squared=squared,
            distance=distance,
        ),
        decides(apart),
    )


def repeated(m: int, k: int) -> Erratum:
    """Return erratum E19 for m coordinates and degree k.

    Σ mʳ and (m + 1)ᵏ count a monomial once for every order of its factors: x₁x₂ and x₂x₁.
    """
    tuples, powers, distinct = sum(m**r for r in range(k + 1)), (m + 1) ** k, math.comb(m + k, k)
    return Erratum(
        say("S1, dimension (E19)"),
        say("d = Σ mʳ and (m + 1)ᵏ"),
        say("these count repeated monomials, x₁x₂ and x₂x₁; distinct ones are C(m + k, k)"),
        say(
            "m = {m}, k = {k}: {tuples:.5} and {powers:.5} as printed, {distinct:.6} distinct",
            m=m,
            k=k,
            tuples=float(tuples),
            powers=float(powers),
            distinct=float(distinct),
        ),
        decides(not tuples == powers == distinct),
    )
