"""What the notes print wrong, and the same question in Python."""

from __future__ import annotations

from kernviz.lessons.compose.state import State
from kernviz.lessons.lesson import Block, Code, Erratum


def notes() -> tuple[Block, ...]:
    """What the notes print about composing kernels, and what is right."""
    return (
        Erratum(
            "S0, polynomials (E1)",
            "any operator that gives a polynomial of the dot product gives a kernel",
            "only with coefficients ≥ 0",
            "(u − 1)² at ±1 has λ = −4, −u at 1 has λ = −1",
        ),
        Erratum(
            "S0, Theorem 1 (E2)",
            "A ∈ ℝⁿ, and (3)–(5) from the case n = 2",
            "A ⊆ ℝⁿ; sums of PSD matrices, Schur's product, the rank-one matrix ffᵀ and restriction prove them",
        ),
        Erratum(
            "S0, Corollary 1 (E3)",
            "p is introduced and not used",
            "the item K = p(K₁) is missing",
            "polynomial(k, […]) here",
        ),
        Erratum("S2, rule 4 (E20)", "k = g(k(x, z))", "k = g(k₁(x, z))"),
        Erratum(
            "S2, RBF (E21)",
            "(x − z)² for vectors, “well-defined kernel matrix”",
            "‖x − z‖², and it is the kernel that is well defined",
        ),
        Erratum(
            "S2, numbers (E22)", "Quiz 1 cites (2), (3), (4)", "these are equation tags: rules 2, 6 and 7 of the list"
        ),
        Erratum(
            "S4, Mercer (E33)",
            "positive definite",
            "positive semi-definite, for every finite set of points",
            "the linear Gram matrix of more points than columns is singular",
        ),
        Erratum("S4, Matérn (E34)", "√(2νr)/ℓ", "√(2ν)·r/ℓ", "r = 2, ℓ = 1: .1353, .1397, .1387 for ν = ½, 3/2, 5/2"),
        Erratum(
            "all notes, the width (E48)",
            "γ is 1/σ² (S0, S2), ½ (S1), γ (S3), 1/(2σ²) (S4)",
            "one number, γ, everywhere here",
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
