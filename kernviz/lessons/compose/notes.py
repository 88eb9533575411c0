"""What the notes print wrong, and the same question in Python."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import gamma
from scipy.special import kv as bessel

from kernviz.kernels import RBF, Matern
from kernviz.kernels.facts import cited
from kernviz.lessons.compose.state import State, of_vectors
from kernviz.lessons.lesson import Block, Code, Erratum, short, vector
from kernviz.mercer.proof import prove
from kernviz.wording import say, spoken

Array = NDArray[np.float64]
G = (1.0, 2.0, 1.0)  # g(u) = 1 + 2u + u², the example of a polynomial with coefficients ≥ 0


def notes(state: State) -> tuple[Block, ...]:
    """What the notes print about composing kernels, what is right, and the number that decides, at the page's two
    points where it can be.
    """
    x, z = state.pair()
    u = _at(state, x, z)
    g = G[0] + G[1] * u + G[2] * u * u
    here = f"k₁ = `{state.kernel}` at x = {vector(x)}, z = {vector(z)}: u = {short(u)}"
    pairs, three = passing_pairs()
    squares = (x - z) ** 2
    return (
        Erratum(
            say("S0, polynomials (E1)"),
            say("any operator that gives a polynomial of the dot product gives a kernel"),
            say("only with coefficients ≥ 0"),
            say("(u − 1)² at ±1 has λ = −4, −u at 1 has λ = −1"),
        ),
        Erratum(
            say("S0, Theorem 1 (E2)"),
            say("A ∈ ℝⁿ, and (3)–(5) from the case n = 2"),
            say("A ⊆ ℝⁿ; sums of PSD matrices, Schur's product, the rank-one matrix ffᵀ and restriction prove them"),
            say(
                "two points decide nothing: exp(−d²) − ½ has no λ below {pairs} on any two of {{0, "
                "3, 6}}, and λ_min = {three} on the three",
                pairs=short(pairs, 2),
                three=short(three),
            ),
        ),
        Erratum(
            say("S0, Corollary 1 (E3)"),
            say("p is introduced and not used"),
            say("the item K = p(K₁) is missing"),
            say("polynomial(k, […]) here. {here}, p(u) = 1 + 2u + u² = {g}", here=here, g=short(g)),
        ),
        Erratum(
            say("S2, rule 4 (E20)"),
            "k = g(k(x, z))",
            "k = g(k₁(x, z))",
            say("as printed k would be its own g. {here}, and g(u) = 1 + 2u + u² = {g}", here=here, g=short(g))
            + (say(" is another number") if g != u else ""),
        ),
        Erratum(
            say("S2, RBF (E21)"),
            say("(x − z)² for vectors, “well-defined kernel matrix”"),
            say("‖x − z‖², and it is the kernel that is well defined"),
            say(
                "x − z = {x}: the squares are {squares}, ‖x − z‖² = {sum}",
                x=vector(x - z),
                squares=vector(squares),
                sum=short(float(squares.sum())),
            ),
        ),
        Erratum(
            say("S2, numbers (E22)"),
            say("Quiz 1 cites (2), (3), (4)"),
            say("these are equation tags: rules 2, 6 and 7 of the list"),
            say("the rules in the proof of rbf(gamma=1): ") + ", ".join(_numbers_of_quiz_1()),
        ),
        Erratum(
            say("S4, Mercer (E33)"),
            say("positive definite"),
            say("positive semi-definite, for every finite set of points"),
            say("the linear Gram matrix of more points than columns is singular"),
        ),
        _matern(state, float(np.linalg.norm(x - z))),
        Erratum(
            say("all notes, the width (E48)"),
            say("γ is 1/σ² (S0, S2), ½ (S1), γ (S3), 1/(2σ²) (S4)"),
            say("one number, γ, everywhere here"),
        ),
    )


def _at(state: State, x: Array, z: Array) -> float:
    """k(x, z); nan where the kernel takes no such points."""
    try:
        with np.errstate(all="ignore"):
            return float(state.kernel(x[None], z[None])[0, 0]) if of_vectors(state) else float("nan")
    except ValueError:
        return float("nan")


def passing_pairs() -> tuple[float, float]:
    """λ_min of exp(−d²) − ½ on the worst two of 0, 3, 6, and on all three."""
    K = np.exp(-(np.subtract.outer((0.0, 3.0, 6.0), (0.0, 3.0, 6.0)) ** 2)) - 0.5
    pairs = [np.linalg.eigvalsh(K[np.ix_(two, two)])[0] for two in ([0, 1], [0, 2], [1, 2])]
    return min(0.0 if abs(v) < 1e-12 else float(v) for v in pairs), float(np.linalg.eigvalsh(K)[0])


def _numbers_of_quiz_1() -> list[str]:
    """Which rules of S2's list the proof uses, from its first line on."""
    steps = prove(RBF(1.0), 2).steps()
    return [
        f"{spoken(step.rule.name)} ({cited(step.rule.sources['S2'])})" for step in steps if "S2" in step.rule.sources
    ]


def matern_as_printed(nu: float, length: float, r: float) -> float:
    """S4's Matérn with √(2νr)/ℓ in the place of √(2ν)·r/ℓ."""
    if r == 0:
        return 1.0
    s = float(np.sqrt(2 * nu * r)) / length
    return float(2 ** (1 - nu) / gamma(nu) * s**nu * bessel(nu, s))


def _matern(state: State, distance: float) -> Erratum:
    """E34 in numbers: of the kernel in force and the page's two points where that is a Matérn kernel."""
    own = next((k for k in state.kernel.walk() if isinstance(k, Matern) and np.isfinite(k.nu)), None)
    nus = [0.5, 1.5, 2.5] if own is None else [own.nu]
    length, r = (1.0, 2.0) if own is None else (own.length, distance)
    points = np.array([[0.0], [r]])
    right = [float(Matern(nu, length)(points[:1], points[1:])[0, 0]) for nu in nus]
    wrong = [matern_as_printed(nu, length, r) for nu in nus]
    return Erratum(
        say("S4, Matérn (E34)"),
        "√(2νr)/ℓ",
        "√(2ν)·r/ℓ",
        say(
            "r = {r}, ℓ = {length}, ν = {nu}: as printed {v}, right {v_2}",
            r=short(r),
            length=short(length),
            nu=", ".join(short(nu) for nu in nus),
            v=", ".join(short(v) for v in wrong),
            v_2=", ".join(short(v) for v in right),
        ),
    )


def code(state: State) -> tuple[Block, ...]:
    """Python that asks the same question."""
    space = state.space
    d = "math.inf" if space.every else str(space.d)
    asked = f"k, d={d}" + (", nonnegative=True" if space.nonnegative else "")
    return (
        Code(
            ("import math\n\n" if space.every else "") + "import kernviz as kv\n\n"
            f'k = kv.parse("{state.kernel}")\n'
            f"judgement = kv.judge({asked})\n"
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
