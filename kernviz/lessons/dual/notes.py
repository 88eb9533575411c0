"""Errata of the lecture notes on the dual and the representer theorem.

The module also has the computation of the page as Python code.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.features import feature_map
from kernviz.lessons.dual.state import State
from kernviz.lessons.dual.views.sizes import MOST_FEATURES, by_features
from kernviz.lessons.dual.views.span.space import space
from kernviz.lessons.erratum import Erratum, Of, decides
from kernviz.lessons.lesson import Block, Code, paragraph
from kernviz.lessons.number_format import vector
from kernviz.lessons.shared.features import counted
from kernviz.lessons.shared.inverse_erratum import inverse
from kernviz.mercer.feature_count import feature_count
from kernviz.wording import say


def notes(state: State) -> tuple[Block, ...]:
    """Return errata E18, E23, E31, E32, E42, E43, E44 and a remark."""
    n, d = state.data.n, state.data.d
    identity = n == d and bool(np.array_equal(state.data.X, np.eye(n)))
    return (
        Erratum(
            say("S1, Theorem 2.1 (E18)"),
            say("there is α with w* = Σ αᵢ ψ(xᵢ) for any minimiser"),
            say(
                "some minimiser lies in the span, all of them if R is strictly increasing; and it is "
                "assumed that the minimum is attained"
            ),
            *_off_the_span(state),
        ),
        inverse(state.data.X),
        Erratum(say("S4, J(w) in vector form (E31)"), "−w Φᵀt", "−wᵀΦᵀt", *_sizes(state)),
        Erratum(
            say("S4, the linear kernel (E43)"),
            say("φ(xₙᵀ)φ(xₘ) and Φ = I"),
            say("φ(xₙ)ᵀφ(xₘ) and φ(x) = x, so Φ = X"),
            say(
                "Φ is {n} × {d} here, no identity: ΦᵀΦ has the diagonal {diagonal}",
                n=n,
                d=d,
                diagonal=vector((state.data.X**2).sum(axis=0)),
            )
            if not identity
            else say("these points are unit vectors in order, and Φ is the identity here"),
            decides(not identity),
        ),
        Erratum(
            say("S4, sizes (E32)"),
            say("before it was M × M with M < N"),
            say("D × D, with the D used before; D may be larger than N, and then the dual is smaller"),
            say("D = {D} and N = {n} here", D=counted(state.kernel, d), n=n),
            decides((feature_count(state.kernel, d) or 0) > n),
        ),
        Erratum(
            say("S4, the Lagrangian (E42)"),
            say("min L(w, b, a)"),
            say("min over w and b, max over a ≥ 0"),
            say(
                "at t·y = 1.5 the term a(1 − t·y) is −0.5·a. So the minimum over a ≥ 0 does not exist if t·y > 1 "
                "for one point"
            ),
            "example",
        ),
        Erratum(
            say("S4, the kernel trick for SVMs (E44)"),
            say("replace the kernel in the dual's solution and obtain again an optimal solution"),
            say("after solving the dual again with the new kernel"),
            say("the points (±1, ±1) of XOR: α = ⅛ each is optimal for (1 + x·z)², with x·z they give f = 0"),
            "example",
        ),
        paragraph(
            "S1 calls its theorem's function R(‖w‖) nondecreasing: right, and enough for "
            "existence in the span. In S2, “(5) is minimised” means the squared loss."
        ),
    )


def _off_the_span(state: State) -> tuple[str, Of]:
    """Return the check of E18, a minimiser w outside the span.

    R is constant. w is the minimiser in the span plus a vector orthogonal to the span. No α gives such a w. The second
    value is the origin of the numbers (Erratum.of).
    """
    try:
        spanned = space(state)
        y = state.targets[list(spanned.rows)]
    except ValueError:  # these data have no three directions, or no targets
        return say(
            "with 0 for R the vector w = (0, 1) predicts the same for x = (1, 0) as w = 0, and does not lie in the span"
        ), "example"
    Phi = spanned.coordinates
    inside = np.linalg.pinv(Phi) @ y
    size = float(np.linalg.norm(inside)) or 1.0
    t = state.t or 1.0
    w = inside + t * size * spanned.upright
    words = say(
        "R constant, view Span: on the training points w∥ predicts {outputs_in_span}, and w = w∥ + w⊥ predicts "
        "{outputs}. So f + R is the same. But w lies {distance} outside the span, and no α gives it. ‖w∥‖ = "
        "{length_in_span}, ‖w‖ = {length}: if R is strictly increasing, f + R is smaller at w∥ than at w",
        outputs_in_span=vector(_clean(Phi @ inside)),
        outputs=vector(_clean(Phi @ w)),
        distance=abs(t) * size,
        length_in_span=np.linalg.norm(inside),
        length=np.linalg.norm(w),
    )
    return words, "state"


def _clean(values: Array) -> Array:
    """Set values to 0 that differ from 0 by roundoff alone."""
    return np.where(np.abs(values) < 1e-12 * max(1.0, float(np.abs(values).max())), 0.0, values)


def _sizes(state: State) -> tuple[str, Of]:
    """Return the check of E31, the shapes of w, Φᵀt and wᵀΦᵀt.

    The second value is the origin of the numbers (Erratum.of).
    """
    phi = feature_map(state.kernel, state.data.d)
    if phi is None:
        words = say(
            "w and Φᵀt are columns of the same length, which are not written out here; t has {n} entries. Of the "
            "two, wᵀΦᵀt is one number, and the product wΦᵀt does not exist",
            n=state.data.n,
        )
        return words, "state"
    D = phi.dimension
    if D == 1:
        return say("w and Φᵀt are single numbers here, and each is its own transpose"), "nothing"
    mismatch = say("w is {D} × 1 and Φᵀt is {D} × 1: their product does not exist", D=D)
    if D > MOST_FEATURES:
        return mismatch, "state"
    try:
        Phi, t = phi(state.data.X), state.targets
        w = by_features(Phi, t, state.lam)
    except ValueError:  # no targets, or numbers too large to solve for
        return mismatch, "state"
    words = say(
        "{shapes}, and wᵀΦᵀt = {w:.6} at the optimum for λ = {lam}", shapes=mismatch, w=w @ Phi.T @ t, lam=state.lam
    )
    return words, "state"


def code(state: State) -> tuple[Block, ...]:
    """Return Python code that computes α and compares it with w."""
    y = "np.where(X[:, 0] * X[:, 1] > 0, 1.0, -1.0)"
    return (
        paragraph("min f(Gα) + λ αᵀGα, the lemma and the two sizes, in Python. Put your own X and y in."),
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
