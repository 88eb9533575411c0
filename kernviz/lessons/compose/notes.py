"""Mistakes in the lecture notes about composing kernels, and Python code.

The Python code asks the same question as the page.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from scipy.special import gamma
from scipy.special import kv as bessel

from kernviz.arrays import Array
from kernviz.kernels import RBF, Matern
from kernviz.lessons.compose.state import State, of_vectors
from kernviz.lessons.erratum import Erratum, decides
from kernviz.lessons.lesson import Block, Code
from kernviz.lessons.number_format import vector
from kernviz.lessons.shared.errata import definite, signed, squares, width
from kernviz.lessons.shared.proof_line import rules_of_s2
from kernviz.lessons.shared.typed_points import typed_points
from kernviz.mercer.spectrum import tolerance
from kernviz.wording import listed, say, short

MOST = 60  # points used for comparing λ_min over all pairs with λ_min of all points
G = (1.0, 2.0, 1.0)  # g(u) = 1 + 2u + u², the example of a polynomial with coefficients ≥ 0


def notes(state: State) -> tuple[Block, ...]:
    """Return the corrected statements of the notes about composing kernels.

    Each has the deciding number at the page's two points and, where possible, on the data.
    """
    x, z = state.pair()
    return (
        signed(say("any operator that gives a polynomial of the dot product gives a kernel"), _block(state)),
        _two_points(state),
        *_polynomial(state, x, z),
        squares(
            x,
            z,
            say("(x − z)² for vectors, “well-defined kernel matrix”"),
            say("‖x − z‖², and it is the kernel that is well defined"),
        ),
        Erratum(
            say("S2, numbers (E22)"),
            say("Quiz 1 cites (2), (3), (4)"),
            say("these are equation tags: rules 2, 6 and 7 of the list"),
            say("the rules in the proof of rbf(gamma=1): {rules}", rules=", ".join(rules_of_s2(RBF(1.0)))),
            "state" if isinstance(state.kernel, RBF) else "example",
        ),
        definite(state.data.X),
        _matern(state, float(np.linalg.norm(x - z))),
        width(next((k.gamma for k in state.kernel.walk() if isinstance(k, RBF)), None)),
    )


def _two_points(state: State) -> Erratum:
    """Return erratum E2 with λ_min of the worst pair and of all.

    The points are those of the data. If they do not decide, three fixed points do.
    """
    pairs, every, n = _lowest(state)
    told_apart = pairs >= 0 > every
    if told_apart:
        words = say(
            "two points are no proof: `{kernel}` has λₘᵢₙ = {smallest} on {n} points of the data, but no eigenvalue "
            "below 0 on any two of them",
            kernel=state.kernel,
            n=n,
            smallest=every,
        )
    else:
        pairs, every, _ = _lowest(replace(state, data=typed_points("0, 3, 6"), kernel=RBF(1.0) - 0.5))
        words = say(
            "two points are no proof: on any two of {{0, 3, 6}} no eigenvalue of exp(−d²) − ½ is below {pairs:.2}, "
            "but on all three λₘᵢₙ = {of_all}",
            pairs=pairs,
            of_all=every,
        )
    return Erratum(
        say("S0, Theorem 1 (E2)"),
        say("A ∈ ℝⁿ, and (3)–(5) are proved with the case n = 2 alone"),
        say("A ⊆ ℝⁿ; sums of PSD matrices, Schur's product, the rank-one matrix ffᵀ and restriction prove them"),
        words,
        "state" if told_apart else "example",
    )


def _lowest(state: State) -> tuple[float, float, int]:
    """Return λ_min of the worst pair, λ_min of all points, their number.

    At most MOST points are used. Values within roundoff are reported as 0. Without two points, or if a
    kernel value is not finite, the result is (nan, nan, 0).
    """
    K = _gram(state, state.data.X[:MOST])
    if K is None or state.data.n < 2:
        return float("nan"), float("nan"), 0
    own = np.diag(K)
    middle, half = (own[:, None] + own) / 2, (own[:, None] - own) / 2
    two = (middle - np.hypot(half, K))[np.triu_indices(len(K), 1)]
    rounding = tolerance(K)
    pairs, every = (0.0 if abs(v) <= rounding else v for v in (float(two.min()), float(np.linalg.eigvalsh(K)[0])))
    return pairs, every, len(K)


def _polynomial(state: State, x: Array, z: Array) -> tuple[Erratum, Erratum]:
    """Return errata E3 and E20, with the values of both polynomials.

    The polynomials are p = g = 1 + 2u + u², with the kernel value u = k(x, z). If u is too small to
    change the printed value, u = k(x, x) is used.
    """
    u = _at(state, x, z)
    if short(1 + 2 * u + u * u) == short(1.0):
        u, z = _at(state, x, x), x
    g = G[0] + G[1] * u + G[2] * u * u
    here = say(
        "k₁ = `{kernel}` at x = {x}, z = {z}: u = {value}", kernel=state.kernel, x=vector(x), z=vector(z), value=u
    )
    seen = short(g) != short(u) and np.isfinite(g)
    return (
        Erratum(
            say("S0, Corollary 1 (E3)"),
            say("p is introduced and not used"),
            say("the item K = p(K₁) is missing"),
            say("polynomial(k, […]) here. {value_at_points}, p(u) = 1 + 2u + u² = {g}", value_at_points=here, g=g),
            decides(seen),
        ),
        Erratum(
            say("S2, rule 4 (E20)"),
            "k = g(k(x, z))",
            "k = g(k₁(x, z))",
            say(
                "as printed, g would be k itself. {value_at_points}, and g(u) = 1 + 2u + u² = {g} is another number",
                value_at_points=here,
                g=g,
            )
            if seen
            else say(
                "as printed, g would be k itself. {value_at_points}, and g(u) = 1 + 2u + u² = {g}",
                value_at_points=here,
                g=g,
            ),
            decides(seen),
        ),
    )


def _gram(state: State, X: Array) -> Array | None:
    """Return the symmetric matrix of the kernel on these points.

    None if the matrix cannot be computed.
    """
    if not of_vectors(state) or not len(X):
        return None
    try:
        with np.errstate(all="ignore"):
            K = np.asarray(state.kernel(X), dtype=np.float64)
    except ValueError:
        return None
    return (K + K.T) / 2 if np.isfinite(K).all() else None


def _block(state: State) -> Array | None:
    """Return the Gram matrix of the page's two points."""
    return _gram(state, np.array(state.pair()))


def _at(state: State, x: Array, z: Array) -> float:
    """Return k(x, z).

    The value is nan if the kernel does not take such points.
    """
    try:
        with np.errstate(all="ignore"):
            return float(state.kernel(x[None], z[None])[0, 0]) if of_vectors(state) else float("nan")
    except ValueError:
        return float("nan")


def matern_as_printed(nu: float, length: float, r: float) -> float:
    """Return S4's Matérn kernel as printed.

    The printed formula has √(2νr)/ℓ instead of √(2ν)·r/ℓ.
    """
    s = float(np.sqrt(2 * nu * r)) / length
    value = float(bessel(nu, s))
    if value in (0.0, math.inf):  # beyond floats: k is 0 far away, and 1 at r = 0
        return 1.0 if value else 0.0
    return float(2 ** (1 - nu) / gamma(nu) * s**nu * value)


def _matern(state: State, distance: float) -> Erratum:
    """Return erratum E34, with the printed and the right kernel value.

    If the kernel contains a Matérn kernel, the distance is that of the page's two points. Otherwise
    the values are examples.
    """
    own = next((k for k in state.kernel.walk() if isinstance(k, Matern) and np.isfinite(k.nu)), None)
    nus = [0.5, 1.5, 2.5] if own is None else [own.nu]
    length, r = (1.0, 2.0) if own is None else (own.length, distance)
    points = np.array([[0.0], [r]])
    right = [short(float(Matern(nu, length)(points[:1], points[1:])[0, 0])) for nu in nus]
    wrong = [short(matern_as_printed(nu, length, r)) for nu in nus]
    return Erratum(
        say("S4, Matérn (E34)"),
        "√(2νr)/ℓ",
        "√(2ν)·r/ℓ",
        say(
            "r = {r}, ℓ = {length}, ν = {nu}: as printed {printed}, right {right}",
            r=r,
            length=length,
            nu=listed([short(nu) for nu in nus]),
            printed=listed(wrong),
            right=listed(right),
        ),
        "example" if own is None else decides(right != wrong),
    )


def code(state: State) -> tuple[Block, ...]:
    """Return a Python program that decides whether the function is a kernel."""
    space = state.space
    d = "math.inf" if space.every else str(space.d)
    arguments = f"k, d={d}" + (", nonnegative=True" if space.nonnegative else "")
    return (
        Code(
            ("import math\n\n" if space.every else "") + "import kernviz as kv\n\n"
            f'k = kv.parse("{state.kernel}")\n'
            f"judgement = kv.judge({arguments})\n"
            "print(judgement.verdict, judgement.sentence)\n"
            "for step in judgement.proof.steps():\n"
            '    print(step.index, step.formula, "by", step.rule.name)\n'
            "if judgement.witness is not None:\n"
            "    print(judgement.witness.points, judgement.witness.matrix, judgement.witness.eigenvalue)\n"
            "if judgement.spectral is not None:\n"
            "    print(judgement.spectral.finding, judgement.spectral.mixture.at(1.0))\n"
            "if judgement.series is not None:\n"
            "    print([judgement.series.value(n) for n in range(8)])\n"
        ),
    )
