"""One number a point, with three readings: density, distance to the mean, term of centring."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernviz.kernels import RBF
from kernviz.lessons.geometry.scene import Scene
from kernviz.lessons.lesson import Block, Formula, Table, Text, short, tex

TITLE = "Every point"


def blocks(scene: Scene) -> tuple[Block, ...]:
    """One number with three readings: density, distance to the mean, term of centring. Source: S4, applications; S0."""
    density, squared = scene.densities, scene.squared
    order = np.argsort(-squared, kind="stable")
    i = scene.i
    own, here = float(scene.K[i, i]), float(density[i])
    parzen = ""
    if isinstance(scene.kernel, RBF):
        constant = (scene.kernel.gamma / np.pi) ** (scene.data.d / 2)
        parzen = (
            f" Times (γ/π)^(d/2) = {short(constant)} it is Parzen's estimate of the density, {short(constant * here)}."
        )
    columns: dict[str, list[Any]] = {"point": [int(r) + 1 for r in order]}
    columns |= {name: scene.data.X[order, c].tolist() for c, name in enumerate(scene.data.columns)}
    if scene.data.classes:
        columns["class"] = [scene.data.labels[r] for r in order]
    columns |= {
        "density": density[order].tolist(),
        "distance² to the mean": squared[order].tolist(),
        "distance to the mean": [short(v**0.5) if v >= 0 else "none" for v in squared[order].tolist()],
    }
    return (
        Formula(rf"\langle\phi(x_{{{i + 1}}}),\bar\Phi\rangle = \frac1n\sum_j k(x_j, x_{{{i + 1}}}) = {tex(here)}"),
        Text(
            "One formula, three jobs. It is a **density**: high where points are many, so a small value marks a"
            " novelty."
            + parzen
            + " It gives the **distance** to the centre of mass: $\\|\\phi(x)-\\bar\\Phi\\|^2$ = k(x,x) −"
            f" 2·{short(here)} + $\\|\\bar\\Phi\\|^2$ = {short(own)} − {short(2 * here)} + {short(scene.mean2)} ="
            f" {short(float(squared[i]))}. And it is the row mean that **centring** takes away."
        ),
        Table(columns, height=420, caption="Farthest from the centre of mass first."),
    )
