"""Tab with the table of every enclosed point."""

from __future__ import annotations

import numpy as np

from kernviz.lessons.lesson import Block, Table, Text
from kernviz.lessons.number_format import at
from kernviz.lessons.sphere.scene import SphereScene
from kernviz.wording import class_word, phrase, say, shorts

TITLE = phrase("Every point")


def blocks(scene: SphereScene) -> tuple[Block, ...]:
    """Show α, distance and `h = distance² − r²` of every enclosed point.

    The last number is α·h, or ξ = max(0, h) if points may lie outside.
    """
    m, rows = scene.machine, scene.rows
    squared = scene.ball.distances[rows] ** 2
    h = squared - m.radius_**2
    small = max(m.tolerance_, 1e-9 * m.radius_**2)
    h = np.where(np.abs(h) <= small, 0.0, h)
    where = np.where(h > 0, say("outside"), np.where(h == 0, say("on the sphere"), say("inside")))
    alpha = m.center_coef_
    columns: dict[str, list[object]] = {say("point"): [int(i) + 1 for i in rows], "x": [at(x) for x in scene.X]}
    if scene.data.classes:
        labels = scene.data.labels
        columns[say("class")] = [class_word(labels[i]) for i in rows]
    columns |= {
        "α": [*shorts(alpha)],
        say("distance to c"): [*shorts(scene.ball.distances[rows], 6)],
        say("h = distance² − r²"): [*shorts(h)],
        "ξ = max(0, h)" if scene.state.soft else "α·h": [*shorts(h.clip(min=0) if scene.state.soft else alpha * h)],
        say("where"): [
            say("{position}, support vector", position=w) if a > 0 else w
            for w, a in zip(where.tolist(), alpha.tolist(), strict=True)
        ],
    }
    return (
        Table(
            columns,
            key="sp_row",
            height=380,
            caption=(
                say(
                    "Σα = {sum:.6}, r² = {radius:.6}. Select a row to see its point in the picture.",
                    sum=alpha.sum(),
                    radius=m.radius_**2,
                )
            ),
            geometric=("α", say("distance to c"), say("h = distance² − r²")),
        ),
        Text(_labels(scene)),
    )


def _labels(scene: SphereScene) -> str:
    if scene.n < scene.data.n:
        others = np.setdiff1d(np.arange(scene.data.n), scene.rows)
        inside = int((scene.ball.distances[others] <= scene.machine.radius_).sum())
        return say(
            "Only the class “{label}” is enclosed; the other points have no effect on the sphere. Number of other "
            "points inside it: {inside} of {count}.",
            label=class_word(scene.state.enclose),
            count=len(others),
            inside=inside,
        )
    if scene.data.classes:
        return say(
            "Labels are ignored: the sphere encloses points, of whatever class. Choose a class "
            "beside the picture to enclose it alone."
        )
    return say("These points have no labels, and need none.")
