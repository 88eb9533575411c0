"""Algorithm of S3 with the sizes of this problem."""

from __future__ import annotations

from kernviz.lessons.lesson import Block, Formula, Text, paragraph
from kernviz.lessons.shared.program import constraints
from kernviz.lessons.shared.training import Training
from kernviz.lessons.svm.state import State
from kernviz.wording import phrase, say, several

TITLE = phrase("Algorithm")


def blocks(state: State, training: Training) -> tuple[Block, ...]:
    """Show the four steps of S3's algorithm with the problem's sizes."""
    m = training.machine
    n, s = len(m.X_), len(m.support_)
    # With slack the number of iterations depends on what was trained before, which a page must not show.
    way = (
        say("{iterations} iterations", iterations=m.certificate_.iterations)
        if state.hard
        else say("a guess which points are support vectors, and then an exact computation")
    )
    steps = [
        (
            r"q_{n,m}=‹\y›_n ‹\y›_m\,‹\K(›x_n,x_m),\quad p=-\mathbf 1",
            say("**① Fill the matrix.** {n} × {n} = {entries} kernel evaluations.", n=n, entries=n * n),
        ),
        (
            r"‹\alpha› \leftarrow \mathrm{QP}(Q, p, A, c)",
            say(
                "**② Solve.** A quadratic program with {n} variables and {constraints}; {method} here.",
                n=n,
                constraints=constraints(n, state.hard),
                method=way,
            ),
        ),
        (
            r"b \leftarrow ‹\y›_s-\textstyle\sum_{SV}‹\alpha›_n ‹\y›_n ‹\K(›x_n,x_s)",
            several(
                s,
                "**③ Find b** from a free support vector: {n} kernel evaluation; b = {intercept}.",
                "**③ Find b** from a free support vector: {n} kernel evaluations; b = {intercept}.",
                intercept=m.intercept_,
            )
            if len(m.free_)
            else say(
                "**③ Find b.** No support vector is free here, so every b of an interval is optimal; its middle is "
                "b = {intercept}.",
                intercept=m.intercept_,
            )
            if training.b_undetermined
            else say(
                "**③ Find b.** No support vector is free here, and b = {intercept} alone is optimal.",
                intercept=m.intercept_,
            ),
        ),
        (
            r"g(x)=\mathrm{sign}\bigl(\textstyle\sum_{SV}‹\alpha›_n ‹\y›_n ‹\K(›x_n,x)+b\bigr)",
            several(
                s,
                "**④ Predict** with {n} support vector: {n} kernel evaluation a point, not {all}.",
                "**④ Predict** with the {n} support vectors: {n} kernel evaluations a point, not {all}.",
                all=n,
            )
            if s < n
            else say("**④ Predict** with all {n} points, as each is a support vector: {n} kernel evaluations.", n=n),
        ),
    ]
    blocks: list[Block] = [paragraph("S3's kernel SVM algorithm, with the sizes of the problem in the picture.")]
    for formula, words in steps:
        blocks += [Text(words), Formula(formula)]
    return tuple(blocks)
