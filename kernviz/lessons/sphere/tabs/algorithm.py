"""Algorithm of the notes for the smallest ball, with its numbers.

Every step is shown in turn.
"""

from __future__ import annotations

import numpy as np

from kernviz.features import feature_map
from kernviz.kernels.rules_and_premises import subscript
from kernviz.lessons.lesson import Block, Formula, Table, Text, paragraph
from kernviz.lessons.number_format import at, tex, vector
from kernviz.lessons.sphere.picture import Marked
from kernviz.lessons.sphere.scene import SphereScene
from kernviz.lessons.sphere.terms import center_coordinates
from kernviz.symbols import symbols
from kernviz.wording import listed, phrase, say, short, shorts

TITLE = phrase("Algorithm")
CORNER = 6  # rows and columns of K shown


def blocks(scene: SphereScene, drawn: Marked) -> tuple[Block, ...]:
    """Show steps 1 to 5 of S0's algorithm with the current numbers."""
    m, X, n = scene.machine, scene.X, scene.n
    K = m.kernel(X)
    alpha = m.center_coef_
    first, norm2 = float(alpha @ np.diag(K)), float(alpha @ K @ alpha)
    L = first - norm2
    r2 = float(m.radius_**2)
    D = float(m.center_norm2_) - r2
    f = np.diag(K) - 2 * K @ alpha + D
    count = min(n, CORNER)
    names = [f"x{subscript(int(i) + 1)}" for i in scene.rows[:count]]
    gram = {symbols("‹K›"): names, **{name: shorts(K[:count, j]) for j, name in enumerate(names)}}
    support = m.support_[np.argsort(-alpha[m.support_].round(12), kind="stable")]  # roundoff must not order equal α
    named = [f"α{subscript(int(scene.rows[i]) + 1)} = {short(float(alpha[i]))}" for i in support[:8]]
    weights = listed([*named, *(["…"] if len(support) > 8 else [])])
    tolerance = float(m.tolerance_)
    order = np.arange(n) if n <= 12 else np.sort(np.argsort(-f, kind="stable")[:12])
    exact = np.where(np.abs(f) <= tolerance, 0.0, f)  # values within the tolerance are 0 in exact arithmetic
    flagged, computed, novel = (int(part.sum()) for part in (exact >= 0, f >= 0, exact > 0))
    bound = (
        f",\\; \\alpha_i\\le\\tfrac1{{\\nu n}}={tex(1 / (scene.state.nu * n))}"
        if scene.state.soft and scene.state.nu * n > 1
        else ""
    )
    soft = (
        " "
        + say(
            "With ν, step 2 is not r² = L(α): L(α) also holds the price of the points outside; "
            "r is the distance of a support vector with 0 < α < 1/(νn)."
        )
        if bound
        else ""
    )
    solution = say("{weights}; all others 0.", weights=weights) if len(support) < n else f"{weights}."
    return (
        Text(
            say(
                "**1. Find α∗.** The Gram matrix of the points (n = {n}), its first {count} rows and columns:",
                n=n,
                count=count,
            )
            if count < n
            else say("**1. Find α∗.** The Gram matrix of the points (n = {n}):", n=n)
        ),
        Table(gram),
        Formula(
            r"\max_\alpha\ \sum_i\alpha_i ‹\K›_{ii}-\sum_{i,j}\alpha_i\alpha_j ‹\K›_{ij}\quad\text{s.t."
            rf" }}\sum_i\alpha_i=1,\;\alpha_i\ge0{bound}"
        ),
        Text(f"{solution}  L(α∗) = {short(first)} − {short(norm2)} = **{short(L, 6)}**"),
        Text(
            say("**2. Set r∗ = √L(α∗).**")
            + " "
            + (
                say("Here r∗ = {radius:.6}.{with_slack}", radius=m.radius_, with_slack=soft)
                if bound
                else f"r∗ = √{short(L, 6)} = **{short(m.radius_, 6)}**"
            )
        ),
        paragraph(
            "**3. Set D = Σαᵢαⱼ ‹K(›xᵢ,xⱼ) − r∗².** D = {center_norm2:.6} − {r2:.6} = **{D:.6}**",
            center_norm2=m.center_norm2_,
            r2=r2,
            D=0.0 if abs(D) <= tolerance else D,
        ),
        Text(symbols(f"**4. c∗ = Σαᵢ ‹φ›(xᵢ).** {_center(scene)}")),
        paragraph(
            "**5. Decide:** f(x) = H[‹K(›x,x) − 2Σαᵢ ‹K(›xᵢ,x) + D], the squared distance minus r². "
            "1 is novel, 0 is not."
        ),
        Table(
            {
                say("point"): [int(scene.rows[i]) + 1 for i in order],
                symbols("‹K(›x,x) − 2Σα‹K› + D"): shorts(exact[order]),
                say("as printed: H(≥ 0)"): [int(v >= 0) for v in exact[order]],
                say("the same in floating point"): [int(v >= 0) for v in f[order]],
                say("with a tolerance: H(> tol)"): [int(v > 0) for v in exact[order]],
            },
            caption=say("tol = {tolerance:.2}: what the rounding of these sums can be.", tolerance=tolerance)
            + ("" if n <= 12 else " " + say("The 12 largest of {n}.", n=n)),
            geometric=(symbols("‹K(›x,x) − 2Σα‹K› + D"),),
        ),
        paragraph(
            "A point on the sphere has the value 0 here, so the printed rule calls it novel, even if it is a support "
            "vector. Number of novel points by the printed rule: {printed} of {n}; in floating-point numbers, where "
            "the rounding decides: {computed}; with the tolerance: {novel} (erratum E15).",
            printed=flagged,
            n=n,
            computed=computed,
            novel=novel,
        ),
        Text(_decision(scene, drawn, D)),
    )


def _decision(scene: SphereScene, drawn: Marked, D: float) -> str:
    """Return the decision at the probe (step 5)."""
    x, m = scene.probe, scene.machine
    if not np.isfinite(drawn.distance):
        return say("**The probe** x = {x}: a kernel value there is too large to compute, so f(x) = 1: novel.", x=at(x))
    kxx, kxc = float(m.kernel.diag(x[None])[0]), float(m.kernel(x[None], scene.X)[0] @ m.center_coef_)
    f = kxx - 2 * kxc + D
    return say(
        "**The probe** x = {x}: {kxx} − 2·{kxc} {sign} {constant} = **{f}**, so f(x) = {value}: {verdict}.",
        x=at(x),
        kxx=kxx,
        kxc=kxc,
        sign="−" if D < 0 else "+",
        constant=abs(D),
        f=0.0 if abs(f) <= m.tolerance_ else f,
        value=int(drawn.novel),
        verdict=say("novel, outside the sphere") if drawn.novel else say("not novel, inside or on the sphere"),
    )


def _center(scene: SphereScene) -> str:
    phi = feature_map(scene.kernel, scene.data.d)
    if phi is None or phi.dimension > 10:
        return say("c∗ has no list of coordinates that is short enough to stand here. α determines c∗.")
    return say(
        "In the coordinates ({labels}): c∗ = **{center_coordinates}**",
        labels=", ".join(phi.labels),
        center_coordinates=vector(center_coordinates(scene.machine.center_coef_, phi(scene.X))),
    )
