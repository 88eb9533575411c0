"""Derivation of the notes from (5) to the support vectors.

Every formula is evaluated on the data.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kernviz.kernels.rules_and_premises import subscript
from kernviz.lessons.lesson import Block, Formula, Table, Text, columns_of, paragraph
from kernviz.lessons.number_format import tex
from kernviz.lessons.sphere.center_path import Moved, line
from kernviz.lessons.sphere.derivation_dual import centre, conditions, dual, support
from kernviz.lessons.sphere.scene import SphereScene
from kernviz.lessons.sphere.state import DERIVATION, STEPS
from kernviz.lessons.sphere.terms import Terms, clean, per_point, small, squared_distances
from kernviz.symbols import symbols
from kernviz.wording import say, several, shorts

TITLE = DERIVATION
NUDGE = 1e-4  # step in t; a difference quotient of a parabola has no error but roundoff


def blocks(scene: SphereScene, own: Moved | None) -> tuple[Block, ...]:
    """Show the chosen step of the derivation.

    Without a second centre the steps compare c∗ with the mean.
    """
    path = line(scene) if own is None else own.line
    terms = Terms(scene, path, 0.0 if own is None else own.t, say("the mean") if own is None else own.words)
    soft = (
        (Text(say("The notes leave no point outside, so these steps are about that sphere, with ν off."), "note"),)
        if scene.state.soft
        else ()
    )
    return (*soft, *_STEPS[scene.state.step](terms))


def _farthest(v: Terms) -> tuple[Block, ...]:
    d = np.sqrt(v.other)
    i = int(np.argmax(d))
    return (
        paragraph(
            "**How far is the farthest image?** Take some centre c: here {name}. Its distances "
            "need ‹K› alone, for c is a mixture of images.",
            name=v.name,
        ),
        Formula(
            r"\begin{aligned}\|‹\varphi›(x_i)-c\|^2 = {}&‹\k›(x_i,x_i) - 2\textstyle\sum_j c_j\,‹\k›(x_j,x_i)\\&+"
            r" \textstyle\sum_{j,l} c_j c_l\,‹\k›(x_j,x_l)\end{aligned}"
        ),
        Formula(
            rf"r(c) = \max_{{i=1,\dots,{v.scene.n}}}\|‹\varphi›(x_i)-c\| = \|‹\varphi›(x_{{{v.number(i)}}})-c\| ="
            rf" {tex(float(d[i]))}\qquad(5)"
        ),
        per_point(v, {symbols("‖‹φ›(xᵢ) − c‖"): d}, d),
        *(
            ()
            if v.scene.state.soft
            else (paragraph("Move the centre beside the picture, and every number here moves with it."),)
        ),
    )


def _best(v: Terms) -> tuple[Block, ...]:
    m = v.scene.hard.machine
    radii_of_images = np.sqrt(v.between.clip(min=0)).max(axis=1)
    central = int(np.argmin(radii_of_images))
    radii = {
        v.name: v.path.radius(v.t),
        say("‹φ›(x{index}), the most central of the images", index=subscript(v.number(central))): float(
            radii_of_images[central]
        ),
        say("halfway from there to c∗"): _halfway(v, central),
        "c∗": float(m.radius_),
    }
    return (
        paragraph("**The best centre** makes the farthest image as near as it can be:"),
        Formula(
            rf"c^* = \arg\min_c\,\max_i\|‹\varphi›(x_i)-c\|,\qquad r^* = r(c^*) = {tex(float(m.radius_))}\qquad(6)"
        ),
        Table(
            {say("centre c"): list(radii), "r(c)": shorts(radii.values())},
            caption=say(
                "r(c) is the largest of several distances, so it is convex: from every start it falls all the way "
                "to c∗."
            ),
            geometric=("r(c)",),
        ),
    )


def _halfway(v: Terms, row: int) -> float:
    w = v.alpha / 2
    w[row] += 0.5
    return float(np.sqrt(squared_distances(v.scene.hard.K, w).clip(min=0).max()))


def _constraints(v: Terms) -> tuple[Block, ...]:
    h = v.best - v.r2
    tight = int((np.abs(h) <= small(v)).sum())
    smaller = int((v.best > 0.99**2 * v.r2 + small(v)).sum())
    such_that = say("subject to")
    return (
        paragraph("**As an optimisation problem**: the smallest r² such that all images are within the sphere."),
        Formula(
            rf"\min_{{c,r}}\; r^2\quad\text{{{such_that}}}\quad h_i(c,r)=\|‹\varphi›(x_i)-c\|^2-r^2\le "
            rf"0,\;\; i=1,\dots,{v.scene.n}\qquad(7)"
        ),
        per_point(v, {symbols("‖‹φ›(xᵢ) − c∗‖²"): v.best, "hᵢ(c∗, r∗)": clean(h, v)}, v.best),
        Text(
            several(
                v.scene.n,
                "At c∗, r∗² = {r2}: the {n} constraint holds, {equal} of {n} with equality.",
                "At c∗, r∗² = {r2}: all {n} constraints hold, {equal} of {n} with equality.",
                r2=v.r2,
                equal=tight,
            )
            + (
                " "
                + say(
                    "With r one percent smaller, constraints are broken at c∗ ({broken} of {n}), and at every other "
                    "centre at least one is.",
                    broken=smaller,
                    n=v.scene.n,
                )
                if smaller
                else " " + say("The radius is 0: all images lie in one place.")
            )
        ),
    )


def _lagrangian(v: Terms) -> tuple[Block, ...]:
    h = v.best - v.r2
    terms = clean(v.alpha * h, v)
    other_r2 = float(v.other.max())
    at_other = other_r2 + float(v.alpha @ (v.other - other_r2))
    return (
        paragraph("**The Lagrangian** adds every constraint with a price αᵢ ≥ 0:"),
        Formula(
            r"L(c,r)=r^2+\sum_i\alpha_i\bigl[\|‹\varphi›(x_i)-c\|^2-r^2\bigr]"
            rf"\;=\;{tex(v.r2)} + {tex(float(terms.sum()))} = {tex(v.r2 + float(terms.sum()))}\qquad(8)"
        ),
        per_point(v, {"αᵢ": v.alpha, "hᵢ(c∗, r∗)": clean(h, v), "αᵢ·hᵢ": terms}, v.alpha),
        paragraph(
            "With the same α at {name} and r(c)² = {other_r2}: L = {lagrangian}, {relation} than "
            "L at c∗: with α∗ as prices c∗ is the minimum of L.",
            name=v.name,
            other_r2=other_r2,
            lagrangian=at_other,
            relation=say("no less") if at_other >= v.r2 * (1 - 1e-12) else say("less"),
        ),
    )


def _derivatives(v: Terms) -> tuple[Block, ...]:
    total = float(v.alpha.sum())
    r = float(np.sqrt(v.r2))
    step = v.path.best - v.path.s
    length = v.path.length
    head = (
        say("at"),
        symbols("‖∂L/∂c‖ = 2‖c − Σα‹φ›‖"),
        say("slope towards c∗, formula"),
        say("slope, difference quotient"),
    )
    rows = []
    for name, t in ((v.name if v.t != 1 else say("the start"), v.t if v.t != 1 else 0.0), ("c∗", 1.0)):
        slope = float(2 * (v.path.weights(t) - v.path.best) @ v.path.K @ step) / length if length else 0.0
        numeric = (_value(v, t + NUDGE) - _value(v, t - NUDGE)) / (2 * NUDGE * length) if length else 0.0
        numeric = 0.0 if abs(numeric) <= 1e-7 * (length + r) else numeric
        rows.append((name, *shorts((2 * abs(1 - t) * length, slope, numeric))))
    return (
        paragraph("**Its derivatives** are zero at the best sphere:"),
        Formula(
            r"\frac{\partial L}{\partial c} = -2\sum_i\alpha_i\bigl(‹\varphi›(x_i)-c\bigr)=0,\qquad \frac{\partial"
            r" L}{\partial r}=2r\Bigl(1-\sum_i\alpha_i\Bigr)"
            rf"=2\cdot{tex(r)}\cdot(1-{tex(total)}) = {tex(2 * r * (1 - total) if abs(1 - total) > 1e-12 else 0.0)}"
        ),
        Table(
            columns_of([dict(zip(head, row, strict=True)) for row in rows]),
            caption=(
                say(
                    "The notes print ∂L/∂c without its minus sign. Where the derivative is 0, the sign does not "
                    "matter. The slope is that of L along the straight line from c to c∗."
                )
            ),
            geometric=head[1:],
        ),
    )


def _value(v: Terms, t: float) -> float:
    """Return the part of the Lagrangian that depends on c, at c(t).

    It is Σ αᵢ‖φ(xᵢ) − c(t)‖². Squared distances are not clipped at 0, so that L stays a parabola in t.
    """
    return float(v.alpha @ squared_distances(v.path.K, v.path.weights(t))[:-1])


_STEPS: dict[str, Callable[[Terms], tuple[Block, ...]]] = dict(
    zip(
        STEPS,
        (_farthest, _best, _constraints, _lagrangian, _derivatives, centre, dual, conditions, support),
        strict=True,
    )
)
