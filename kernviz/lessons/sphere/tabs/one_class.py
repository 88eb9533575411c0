"""Sphere and one-class SVM on the same points."""

from __future__ import annotations

import numpy as np

from kernviz.lessons.lesson import Block, Formula, Table, Text, paragraph
from kernviz.lessons.number_format import at, tex, vector
from kernviz.lessons.sphere.scene import SphereScene, other_machine
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, shorts

TITLE = phrase("One-class SVM")
ONE_BY_ONE = 12  # up to this number, points are listed in their own order
DIFFERENT = 1e-3  # difference of two α too large for either solver's error
SAME = 1e-6  # tolerance for equal α of two solvers, given by libsvm's stopping criterion


def blocks(scene: SphereScene) -> tuple[Block, ...]:
    """Compare the weights α of the sphere and the one-class SVM.

    The one-class SVM is scikit-learn's.
    """
    one_class = other_machine(scene)
    other = one_class.machine
    ours, theirs = scene.machine.center_coef_, other.coef_
    gap = float(np.abs(ours - theirs).max())
    own = np.diag(scene.machine.kernel(scene.X))
    constant = float(np.ptp(own)) <= 1e-9 * float(np.abs(own).max())
    fields, r = scene.ball.field.values, scene.machine.radius_
    differ = float(np.mean((fields <= r) != (one_class.field.values >= 0)))
    nu = scene.state.nu if scene.state.soft else 1 / scene.n
    verdict = (
        say(
            "‹k›(x,x) = {value} for every point, so the first sum of the sphere's dual is a constant. The two "
            "programs are the same, but their optimum is not unique: the α differ by up to {difference:.2}, the "
            "centre does not.",
            value=own[0],
            difference=gap,
        )
        if constant and gap > DIFFERENT and other.converged_
        else say(
            "‹k›(x,x) = {value} for every point, so the first sum of the sphere's dual is a constant. The two "
            "programs are the same: their α agree to {difference:.2}.",
            value=own[0],
            difference=gap,
        )
        if constant
        else (
            say(
                "‹k›(x,x) runs from {smallest} to {largest}, so the sphere's dual has a first sum that the "
                "other lacks: they are two programs. The α differ by up to **{difference}**, and "
                "{share:.1f} % of the picture lies inside one only.",
                smallest=own.min(),
                largest=own.max(),
                difference=gap,
                share=100 * differ,
            )
        )
    )
    far = (
        ""
        if other.converged_
        else " " + say("scikit-learn's solver stopped at its bound of steps, so its α are not the optimum.")
    )
    order = np.argsort(-np.maximum(ours, theirs), kind="stable")[:40]
    order = np.sort(order) if scene.n <= ONE_BY_ONE else order
    sphere, svm, both = say("sphere"), say("one-class SVM"), say("both")
    return (
        Formula(
            rf"\begin{{aligned}}\text{{{sphere}: }}&\max_\alpha\textstyle\sum_i\alpha_i‹\K›_{{ii}}-\alpha^\mathsf T"
            rf" ‹\K›\alpha\\\text{{{svm}: }}&\max_\alpha\;-\tfrac12\,\alpha^\mathsf T ‹\K›\alpha\\"
            rf"\text{{{both}: }}&\textstyle\sum_i\alpha_i=1,\;0\le\alpha_i\le\tfrac1{{\nu"
            rf" n}}={tex(1 / (nu * scene.n))}\end{{aligned}}"
        ),
        Text(
            say(
                "**The sphere encloses; the one-class SVM cuts off from the origin.** ν = {nu}. {verdict}",
                nu=nu,
                verdict=verdict,
            )
            + far
        ),
        Table(
            {
                say("point"): [int(scene.rows[i]) + 1 for i in order],
                "x": [at(scene.X[i]) for i in order],
                say("α, sphere"): shorts(ours[order]),
                say("α, one-class SVM"): shorts(np.where(theirs < SAME, 0.0, theirs)[order]),
                symbols("‹k›(x, x)"): shorts(own[order]),
            },
            caption=(
                say(
                    "sphere: {sphere} · one-class SVM: {one_class}",
                    sphere=vector(ours),
                    one_class=vector(np.where(theirs < SAME, 0, theirs)),
                )
                if scene.n <= 8
                else say("The {count} points with the largest α.", count=len(order))
            ),
            geometric=(say("α, sphere"), say("α, one-class SVM")),
        ),
        paragraph(
            "scikit-learn scales α so that it sums to νn; here it is divided by that sum.{switch}",
            switch=" " + say("Switch “one-class SVM” on to see both boundaries in the picture.")
            if scene.state.can_compare
            else "",
        ),
    )
