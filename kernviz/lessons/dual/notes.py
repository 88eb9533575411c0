"""What the notes say about the dual and the representer theorem, and the page as Python."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.features import feature_map
from kernviz.lessons.dual.state import State
from kernviz.lessons.dual.views.span.space import space
from kernviz.lessons.lesson import Block, Code, Erratum, Text, short, vector
from kernviz.wording import say

Array = NDArray[np.float64]
MOST_FEATURES = 600  # coordinates for which w is computed


def notes(state: State) -> tuple[Block, ...]:
    """Errata E18, E23, E31, E32, E42, E43, E44."""
    return (
        Erratum(
            say("S1, Theorem 2.1 (E18)"),
            say("there is α with w* = Σ αᵢ ψ(xᵢ) for any minimiser"),
            say(
                "some minimiser lies in the span, all of them if R is strictly increasing; and it is "
                "assumed that the minimum is attained"
            ),
            _off_the_span(state),
        ),
        Erratum(
            "S2, α = K⁻¹y (E23)",
            say("Xᵀ(XXᵀ)⁻¹X = I, and K has an inverse"),
            say(
                "only where X is square and invertible; with n > d it is a projection of trace d, K "
                "has rank d: use K⁺ or σ² > 0"
            ),
            say("n = 20, d = 2: trace 2, not 20"),
        ),
        Erratum(say("S4, J(w) in vector form (E31)"), "−w Φᵀt", "−wᵀΦᵀt", _sizes(state)),
        Erratum(
            say("S4, the linear kernel (E43)"),
            say("φ(xₙᵀ)φ(xₘ) and Φ = I"),
            say("φ(xₙ)ᵀφ(xₘ) and φ(x) = x, so Φ = X"),
            say(
                "Φ is {n} × {d} here, no identity: ΦᵀΦ has the diagonal {sum}",
                n=state.data.n,
                d=state.data.d,
                sum=vector((state.data.X**2).sum(axis=0)),
            ),
        ),
        Erratum(
            say("S4, sizes (E32)"),
            say("before it was M × M with M < N"),
            say("D × D, the D used before; D may be larger than N, and that is the point"),
            say("view Sizes: D = ∞ for a Gaussian"),
        ),
        Erratum(
            say("S4, the Lagrangian (E42)"),
            say("min L(w, b, a)"),
            say("min over w and b, max over a ≥ 0"),
            say("min over a as well would be −∞ as soon as one t·y > 1"),
        ),
        Erratum(
            say("S4, the kernel trick for SVMs (E44)"),
            say("replace the kernel in the dual's solution and obtain again an optimal solution"),
            say("after solving the dual again with the new kernel"),
            say("view Swap: with the old α, y·f ≠ 1"),
        ),
        Text(
            say(
                "S1 calls its theorem's function R(‖w‖) nondecreasing: right, and enough for "
                "existence in the span. In S2, “(5) is minimised” means the squared loss."
            )
        ),
    )


def _off_the_span(state: State) -> str:
    """For a constant R: a minimiser that no α gives, made of the one in the span."""
    try:
        spanned = space(state)
        y = state.targets[list(spanned.rows)]
    except ValueError:  # no three directions on these data, or no targets
        return say("view Span, R constant: f + R does not change with w⊥")
    Phi = spanned.coordinates
    inside = np.linalg.pinv(Phi) @ y
    size = float(np.linalg.norm(inside)) or 1.0
    t = state.t or 1.0
    w = inside + t * size * spanned.upright
    return say(
        "R constant, view Span: on the points trained on w∥ predicts {before} and w = w∥ + w⊥ {after}, so f + R is the "
        "same; but w stands {off} off the span, and no α gives it. ‖w∥‖ = {short}, ‖w‖ = {long}: an R that grows keeps "
        "w∥ alone",
        before=vector(_clean(Phi @ inside)),
        after=vector(_clean(Phi @ w)),
        off=short(abs(t) * size),
        short=short(float(np.linalg.norm(inside))),
        long=short(float(np.linalg.norm(w))),
    )


def _clean(values: Array) -> Array:
    """What roundoff alone keeps from 0 is 0."""
    return np.where(np.abs(values) < 1e-12 * max(1.0, float(np.abs(values).max())), 0.0, values)


def _sizes(state: State) -> str:
    """What the term −wᵀΦᵀt is, and what its factors are without the transpose."""
    phi = feature_map(state.kernel, state.data.d)
    if phi is None:
        return say(
            "w and Φᵀt are columns of infinitely many numbers, t has {n}: only wᵀΦᵀt is one number", n=state.data.n
        )
    D = phi.dimension
    said = say("w is {D} × 1 and Φᵀt is {D} × 1: their product does not exist", D=D)
    if D > MOST_FEATURES:
        return said
    try:
        Phi, t = phi(state.data.X), state.targets
        w = np.linalg.solve(Phi.T @ Phi + state.lam * np.eye(D), Phi.T @ t)
    except ValueError:  # no targets, or numbers too large to solve with
        return said
    return say(
        "{said}, and wᵀΦᵀt = {w} at the optimum for λ = {lam}",
        said=said,
        w=short(float(w @ Phi.T @ t), 6),
        lam=short(state.lam),
    )


def code(state: State) -> tuple[Block, ...]:
    """Python that solves for α and compares with w."""
    y = "np.where(X[:, 0] * X[:, 1] > 0, 1.0, -1.0)"
    return (
        Text(say("min f(Gα) + λ αᵀGα, the lemma and the two sizes, in Python. Put your own X and y in.")),
        Code(
            "import numpy as np\nimport kernviz as kv\nfrom kernviz.models.regularized import minimise, penalty\n\n"
            f"X = np.random.default_rng(0).normal(size=(40, {state.data.d}))\n"
            f"y = {y if state.data.d > 1 else 'np.sign(X[:, 0])'}\n"
            f"k = kv.parse({str(state.kernel)!r})\n"
            "G = k(X)\n"
            "for loss in ('squared', 'hinge', 'logistic'):\n"
            f"    best = minimise(G, y, loss, {state.lam!r})\n"
            "    print(loss, best.primal, best.gap, best.norm2 - best.alpha @ G @ best.alpha)\n"
            f"print('C', penalty({state.lam!r}, len(y)))\n\n"
            f"phi = kv.feature_map(k, d={state.data.d})\n"
            "if phi is not None:  # the same w by a D x D and by an N x N matrix\n"
            "    Phi = phi(X)\n"
            f"    w = np.linalg.solve(Phi.T @ Phi + {state.lam!r} * np.eye(phi.dimension), Phi.T @ y)\n"
            f"    a = np.linalg.solve(G + {state.lam!r} * np.eye(len(y)), y)\n"
            "    print('difference', np.abs(w - Phi.T @ a).max())\n"
        ),
    )
