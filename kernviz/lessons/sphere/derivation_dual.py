"""Second half of the notes' derivation of the smallest ball.

It covers the centre as a convex combination (9) and the dual (10). The dual's conditions
and the support vectors follow.
"""

from __future__ import annotations

import numpy as np

from kernviz.features import feature_map
from kernviz.lessons.lesson import Block, Formula, Table, Text, paragraph
from kernviz.lessons.number_format import tex, vector
from kernviz.lessons.shared.formulas import and_more, signed_sum
from kernviz.lessons.sphere.terms import ROWS, Terms, center_coordinates, clean, per_point, small, squared_distances
from kernviz.models.sphere import SmallestHypersphere
from kernviz.wording import say, several, short, shorts


def centre(v: Terms) -> tuple[Block, ...]:
    m, scene = v.scene.hard.machine, v.scene
    order = m.support_[np.argsort(-v.alpha[m.support_], kind="stable")]
    written = signed_sum([(float(v.alpha[i]), rf"‹\varphi›(x_{{{v.number(int(i))}}})") for i in order[:5]])
    more = rf" + \dots\;{and_more(len(order) - 5)}" if len(order) > 5 else ""
    phi = feature_map(scene.kernel, scene.data.d)
    blocks: list[Block] = [
        paragraph("**So the weights sum to one, and the centre is a mixture of images:**"),
        Formula(
            rf"\sum_i\alpha_i = {tex(float(v.alpha.sum()))},\qquad c^*=\sum_i\alpha_i\,‹\varphi›(x_i) ="
            rf" {written}{more}\qquad(9)"
        ),
    ]
    if phi is not None and phi.dimension <= 10:
        images = phi(scene.X)
        terms = [vector(images[i]) for i in order[:3]]
        blocks.append(
            paragraph(
                "In the coordinates ({labels}): {sum} = **{center}** = c∗.",
                labels=", ".join(phi.labels),
                sum=" + ".join(f"{short(float(v.alpha[i]))}·{text}" for i, text in zip(order[:3], terms, strict=False))
                + (" + …" if len(order) > 3 else ""),
                center=vector(center_coordinates(v.alpha, images)),
            )
        )
    else:
        blocks.append(paragraph("c∗ has no short list of coordinates of ‹φ›. Its weights are enough."))
    return (
        *blocks,
        paragraph(
            "All αᵢ ≥ 0 with sum 1: c∗ lies **in** the convex hull of the images (the notes say it *is* the hull, "
            "erratum E12). ‖c∗‖² = αᵀ‹K›α = {center_norm2}, and {count} of {n} weights are not 0.",
            center_norm2=float(m.center_norm2_) if m.center_norm2_ > m.tolerance_ else 0.0,
            count=len(order),
            n=scene.n,
        ),
    )


def dual(v: Terms) -> tuple[Block, ...]:
    K = v.scene.hard.machine.kernel(v.scene.X)
    first, second = float(v.alpha @ np.diag(K)), float(v.alpha @ K @ v.alpha)
    uniform = np.full(v.scene.n, 1 / v.scene.n)
    G = v.scene.hard.K
    i, j = (int(k) for k in np.unravel_index(int(v.between.argmax()), G.shape))
    pair = np.zeros(v.scene.n)
    pair[i] += 0.5
    pair[j] += 0.5
    bounds = {
        say("1/n each (c: the mean)"): uniform,
        say("½ on points {first} and {second}, the farthest apart", first=v.number(i), second=v.number(j)): pair,
        say("halfway between 1/n and α∗"): (uniform + v.alpha) / 2,
        "α∗": v.alpha,
    }
    values = [float(a @ np.diag(G) - a @ G @ a) for a in bounds.values()]
    radii = [float(squared_distances(G, a).max()) for a in bounds.values()]
    return (
        paragraph("**Put (9) into L**: c and r are gone, and only ‹K› is left."),
        Formula(
            r"L(\alpha)=\sum_i\alpha_i ‹\k›(x_i,x_i)-\sum_{i,j}\alpha_i\alpha_j ‹\k›(x_i,x_j)"
            rf"= {tex(first)} - {tex(second)} = {tex(first - second)}\qquad(10)"
        ),
        Table(
            {
                "α ≥ 0, Σα = 1": list(bounds),
                say("L(α), from below"): shorts(values),
                say("r(c)² of its centre, from above"): shorts(radii),
            },
            caption=(
                say(
                    "Every α bounds r∗² from below, every centre from above. At α∗ the bounds meet, {values:.6}. "
                    "So α∗ is optimal.",
                    values=values[-1],
                )
            ),
            geometric=(say("L(α), from below"), say("r(c)² of its centre, from above")),
        ),
    )


def conditions(v: Terms) -> tuple[Block, ...]:
    h = clean(v.best - v.r2, v)
    products = clean(v.alpha * (v.best - v.r2), v)
    worst = float(np.abs(v.alpha * (v.best - v.r2)).max())
    return (
        paragraph(
            "**The conditions of optimality**: a price αᵢ > 0 is paid only where the constraint holds with equality."
        ),
        Formula(
            r"\alpha_i\bigl[\|‹\varphi›(x_i)-c\|^2-r^2\bigr]=0,\qquad i=1,\dots,"
            + str(v.scene.n)
            + r"\qquad\text{(KKT)}"
        ),
        per_point(v, {"αᵢ": v.alpha, "hᵢ": h, "αᵢ·hᵢ": products}, v.alpha),
        paragraph("The largest |αᵢ·hᵢ| is {largest:.2}, at r∗² = {r2}.", largest=worst, r2=v.r2),
    )


def support(v: Terms) -> tuple[Block, ...]:
    m = v.scene.hard.machine
    touching = np.flatnonzero(np.abs(v.best - v.r2) <= small(v))
    unused = np.setdiff1d(touching, m.support_)
    alone = SmallestHypersphere(v.scene.kernel).fit(v.scene.X[m.support_])
    names = ", ".join(str(v.number(int(i))) for i in m.support_[:ROWS])
    if len(m.support_) > ROWS:
        names = say("{names} and {support} more", names=names, support=len(m.support_) - ROWS)
    return (
        Text(
            several(
                len(m.support_),
                "**Support vectors**: Σα = 1, so at least one αᵢ is > 0, and by KKT every point with αᵢ > 0 lies on "
                "the sphere. Here {n} of {total}: point {points}.",
                "**Support vectors**: Σα = 1, so at least one αᵢ is > 0, and by KKT every point with αᵢ > 0 lies on "
                "the sphere. Here {n} of {total}: points {points}.",
                total=v.scene.n,
                points=names,
            )
        ),
        Text(
            say(
                "The converse fails: a point may touch the sphere with α = 0 (erratum E14). Here {unused}",
                unused=say("{unused} do", unused=len(unused))
                if len(unused) > 1
                else say("one does")
                if len(unused)
                else say("none does"),
            )
            + (f": {', '.join(str(v.number(int(i))) for i in unused[:ROWS])}." if len(unused) else ".")
        ),
        Text(
            several(
                len(m.support_),
                "**Delete every other point** and enclose this {n} alone: r = {radius_alone:.6}; with "
                "all points r∗ = {radius:.6}. The others do not matter.",
                "**Delete every other point** and enclose these {n} alone: r = {radius_alone:.6}; with "
                "all points r∗ = {radius:.6}. The others do not matter.",
                radius_alone=alone.radius_,
                radius=m.radius_,
            )
            if len(m.support_) < v.scene.n
            else say("Every point is a support vector here: none can be deleted.")
        ),
    )
