"""Radius r(c) along the path of the second centre."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.curves.functions import curve, describe_curve
from kernviz.lessons.lesson import Block, Picture, Table, Text, paragraph
from kernviz.lessons.sphere.center_path import T_RANGE, Moved, line
from kernviz.lessons.sphere.scene import SphereScene
from kernviz.wording import say, several, short, shorts

TITLE = "r(c)"


def blocks(scene: SphereScene, own: Moved | None) -> tuple[Block, ...]:
    """Show the radius r(c) along the path of the second centre."""
    path = line(scene) if own is None else own.line
    ts = np.linspace(*T_RANGE, 181)
    squares = np.array([path.squared(float(t)) for t in ts])
    r, best = np.sqrt(squares.max(axis=1)), float(scene.hard.machine.radius_)
    lines = {say("r(c), the largest distance"): r, f"r∗ = {short(best)}": np.full_like(ts, best)}
    for i in scene.hard.machine.support_[:3].tolist():
        lines[say("distance of point {n}", n=int(scene.rows[i]) + 1)] = np.sqrt(squares[:, i])
    mark = None if own is None else (own.t, own.radius)
    begin = say("the place you clicked") if path.s[-1] else say("the mean")
    n = scene.n
    words = (
        say("Switch on “move the centre” beside the picture to run along this curve.")
        if own is None
        else (
            say(
                "Your c at t = {t}: r(c) = **{radius}**, from point {rows}.",
                t=own.t,
                radius=own.radius,
                rows=int(scene.rows[own.farthest]) + 1,
            )
        )
    )
    return (
        Picture(
            curve(
                ts,
                lines,
                x_title=say("t: c(t) = (1 − t)·start + t·c∗, start = {begin}", begin=begin),
                y_title=say("distance"),
                mark=mark,
            ),
            describe_curve(ts, lines, x_title="t"),
            several(
                n,
                "r(c) is at each t the value of {n} curve, one for each point. The curve is convex, so r(c) is convex.",
                "r(c) is at each t the largest of {n} curves, one for each point. Each curve is convex, so r(c) is "
                "convex.",
            )
            + " "
            + (
                say(
                    "Its only minimum is r∗ = {best} at c∗, t = 1. It has a kink wherever another point becomes the "
                    "farthest.",
                    best=best,
                )
                if float(np.ptp(r)) > 1e-9 * best
                else say("The start is c∗ itself, so nothing changes with t.")
            ),
            key="sphere_radii",
            height=380,
        ),
        Text(words),
        paragraph(
            "For 0 ≤ t ≤ 1, starting at the mean or at a point, c(t) is a convex combination of "
            "the images, as (9) says the best centre must be."
        ),
        _weights(scene, path.weights(0.0 if own is None else own.t), say("start") if own is None else "c"),
    )


def _weights(scene: SphereScene, w: Array, name: str) -> Table:
    own, best = w[:-1], scene.hard.machine.center_coef_
    order = np.argsort(-np.maximum(np.abs(own), best), kind="stable")[:10]
    order = np.sort(order)
    place = [short(float(w[-1]))] if w[-1] else []
    return Table(
        {
            say("point"): [str(int(scene.rows[i]) + 1) for i in order] + [say("the clicked place")] * len(place),
            say("weight in your {name}", name=name): shorts(own[order]) + place,
            say("weight in c∗, α"): shorts(best[order]) + ["0"] * len(place),
        },
        caption=say("Weights of ‹φ›(xᵢ); they sum to {sum:.6}.", sum=w.sum())
        + ("" if scene.n <= 10 else " " + say("The ten largest.")),
        geometric=(say("weight in your {name}", name=name), say("weight in c∗, α")),
    )
