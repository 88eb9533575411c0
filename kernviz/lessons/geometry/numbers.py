"""What the ruler reads, and the centre of mass, beside the picture."""

from __future__ import annotations

import numpy as np

from kernviz.kernels import latex
from kernviz.lessons.geometry.landscape import SAME, Landscape
from kernviz.lessons.geometry.scene import Measure, Scene
from kernviz.lessons.geometry.state import State
from kernviz.lessons.lesson import Block, Formula, Number, Numbers, Text, at, short, tex
from kernviz.lessons.shared.formulas import stacked


def degrees(angle: float) -> str:
    """68.4°"""
    return f"{angle:.1f}°"


def ruler_words(state: State, scene: Scene, measured: Measure) -> tuple[Block, ...]:
    """The two ends, and the squared distance from three values of k."""
    x, z = (at(scene.data.X[r]) for r in (scene.i, scene.j))
    minus = "+" if measured.kxz < 0 else "-"
    return (
        Formula(rf"k(x,z) = {latex(state.kernel)}"),
        Text(f"**Ruler** from point {scene.i + 1}, x = {x}, to point {scene.j + 1}, z = {z}:"),
        Formula(
            stacked(
                r"\|\phi(x)-\phi(z)\|^2 = k(x,x) - 2k(x,z) + k(z,z)",
                rf"= {tex(measured.kxx)} {minus} 2\cdot{tex(abs(measured.kxz))} {'-' if measured.kzz < 0 else '+'}"
                rf" {tex(abs(measured.kzz))} = {tex(measured.squared, 5)}",
            )
        ),
    )


def ruler(measured: Measure) -> Numbers:
    """k, distance and angle of the two ends."""
    none = "none"
    return Numbers(
        (
            Number("k(x, z)", short(measured.kxz), "inner product of the two images"),
            Number("distance²", short(measured.squared, 5), "k(x,x) − 2k(x,z) + k(z,z)"),
            Number(
                "distance",
                none if measured.distance is None else short(measured.distance, 5),
                "its root: the notes leave it out",
            ),
            Number(
                "angle", none if measured.angle is None else degrees(measured.angle), "cos = k(x,z)/√(k(x,x)·k(z,z))"
            ),
            Number("‖φ(x)‖²", short(measured.kxx), "k(x, x)"),
            Number("‖φ(z)‖²", short(measured.kzz), "k(z, z)"),
        )
    )


def warnings(measured: Measure) -> tuple[Text, ...]:
    """What cannot be measured, and why."""
    return (Text(" ".join(measured.why), "warning"),) if measured.why else ()


def mean_words(scene: Scene, around: Landscape) -> tuple[Text, ...]:
    """Whether the centre of mass is an image."""
    return (
        Text(
            f"**Centre of mass** $\\bar\\Phi = \\frac1n\\sum\\phi(x_i)$ of {scene.n} images: {verdict(scene, around)}"
        ),
    )


def mean(scene: Scene) -> Numbers:
    """Its norm, and what centring leaves."""
    average = float(np.diag(scene.K).mean())
    return Numbers(
        (
            Number("‖Φ̄‖²", short(scene.mean2), "mean of all entries of K"),
            Number("mean ‖φ(x)‖²", short(average), "mean of the diagonal of K: trace/n"),
            Number(
                "variance",
                short(average - scene.mean2),
                "mean squared distance to the mean = trace K′/n, what centring leaves",
            ),
        )
    )


def verdict(scene: Scene, around: Landscape) -> str:
    """Whether Φ̄ is the image of a point, in one sentence."""
    if around.lowest < 0 or scene.mean2 < 0:
        return "without a feature space there is no such point."
    common, scale = around.common_norm2, float(np.abs(np.diag(scene.K)).max())
    if common is not None and scene.mean2 < common * (1 - SAME):
        return (
            f"$\\|\\bar\\Phi\\|^2$ = {short(scene.mean2)} < {short(common)} = ‖φ(x)‖² for every x, so $\\bar\\Phi$ is"
            " the image of no point."
        )
    if around.nearest_squared <= SAME * scale:
        return f"it is an image, that of {at(around.nearest)}."
    return (
        f"the nearest image found, that of {at(around.nearest)}, is at distance {short(around.nearest_squared**0.5)}."
    )
