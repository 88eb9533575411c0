"""Three uses of `⟨φ(xᵢ), Φ̄⟩`, the mean of row i of K.

The number is a density, it gives the distance to the mean, and centring subtracts it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernviz.kernels import RBF
from kernviz.lessons.geometry.scene import DENSITIES, GeometryScene
from kernviz.lessons.lesson import Block, Formula, Table, Text
from kernviz.lessons.number_format import tex
from kernviz.lessons.shared.data_columns import unique_names
from kernviz.wording import class_word, phrase, say, short

TITLE = phrase("Every point")


def blocks(scene: GeometryScene) -> tuple[Block, ...]:
    """Show the three uses of `⟨φ(xᵢ), Φ̄⟩`.

    A table of all points follows. i is the first point of the ruler. Source: S4, applications; S0.
    """
    density, squared = scene.densities, scene.squared
    order = np.argsort(-squared, kind="stable")
    i = scene.i
    own, here = float(scene.K[i, i]), float(density[i])
    parzen = ""
    if isinstance(scene.kernel, RBF):
        constant = (scene.kernel.gamma / np.pi) ** (scene.data.d / 2)
        parzen = " " + say(
            "Multiplied by (‹γ›/π)^(d/2) = {factor}, the number is Parzen's estimate of the density: {density}.",
            factor=constant,
            density=constant * here,
        )
    rest: dict[str, list[Any]] = {}
    if scene.data.classes:
        rest[say("class")] = [class_word(scene.data.labels[r]) for r in order]
    rest |= {
        say("density"): density[order].tolist(),
        say("distance² to the mean"): squared[order].tolist(),
        say("distance to the mean"): [short(v**0.5) if v >= 0 else say("none") for v in squared[order].tolist()],
    }
    names = unique_names(scene.data.columns, {say("point"), *rest})
    columns: dict[str, list[Any]] = {say("point"): [int(r) + 1 for r in order]}
    columns |= dict(zip(names, scene.data.X[order].T.tolist(), strict=True)) | rest
    return (
        Formula(
            rf"\langle‹\varphi›(x_{{{i + 1}}}),\bar\Phi\rangle = \frac1n\sum_j ‹\k›(x_j, x_{{{i + 1}}}) = {tex(here)}"
        ),
        Text(
            say("One formula, three uses.")
            + " "
            + (
                say(
                    "This number is a **density**: it is high where there are many points. A small value marks an "
                    "unusual point."
                )
                if isinstance(scene.kernel, DENSITIES)
                else say(
                    "With a kernel that is a bump around its point, such as a Gaussian, this number is a "
                    "**density**: it is high where there are many points."
                )
            )
            + parzen
            + " "
            + say(
                "The number gives the **distance** to the centre of mass: $\\|‹\\varphi›(x)-\\bar\\Phi\\|^2$ = "
                "‹k›(x,x) − 2·{row_mean} + $\\|\\bar\\Phi\\|^2$ = {own_norm2} − {twice_row_mean} + {mean2} = "
                "{squared}. **Centring** subtracts the same number, the mean of the row.",
                row_mean=here,
                own_norm2=own,
                twice_row_mean=2 * here,
                mean2=scene.mean2,
                squared=squared[i],
            )
        ),
        Table(
            columns,
            height=420,
            caption=say("The point farthest from the centre of mass comes first."),
            geometric=(say("distance² to the mean"), say("distance to the mean")),
        ),
    )
