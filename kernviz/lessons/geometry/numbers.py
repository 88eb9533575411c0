"""Read-outs of the ruler and of the centre of mass."""

from __future__ import annotations

import numpy as np

from kernviz.lessons.geometry.landscape import Landscape
from kernviz.lessons.geometry.scene import GeometryMeasure, GeometryScene
from kernviz.lessons.geometry.state import State
from kernviz.lessons.lesson import Block, Formula, Numbers, Readout, Text, paragraph
from kernviz.lessons.number_format import at, tex
from kernviz.lessons.shared.formulas import stacked
from kernviz.lessons.shared.kernel_formula import kernel_formula
from kernviz.lessons.shared.signed_number import squared_distance
from kernviz.wording import decimal, phrase, say, short


def degrees(angle: float) -> str:
    """Return an angle as text: 68.4°."""
    return decimal(f"{angle:.1f}°")


def ruler_words(state: State, scene: GeometryScene, measured: GeometryMeasure) -> tuple[Block, ...]:
    """Return the ends of the ruler and their squared distance, in words.

    The squared distance is computed from three values of k.
    """
    x, z = (at(scene.data.X[r]) for r in (scene.i, scene.j))
    return (
        kernel_formula(state.kernel),
        paragraph(
            "**Ruler** from point {i}, x = {x}, to point {j}, ‹z› = {z}:", i=scene.i + 1, x=x, j=scene.j + 1, z=z
        ),
        Formula(
            stacked(
                r"\|‹\varphi›(x)-‹\varphi›(‹\z›)\|^2 = ‹\k›(x,x) - 2‹\k›(x,‹\z›) + ‹\k›(‹\z›,‹\z›)",
                rf"= {squared_distance(measured.kxx, measured.kxz, measured.kzz)} = {tex(measured.squared, 5)}",
            )
        ),
    )


def ruler(measured: GeometryMeasure) -> Numbers:
    """Return k, distance and angle of the ruler's two ends."""
    none = say("none")
    return Numbers(
        (
            Readout("‹k›(x, ‹z›)", short(measured.kxz), say("inner product of the two images"), geometric=True),
            Readout(
                phrase("distance²"), short(measured.squared, 5), "‹k›(x,x) − 2‹k›(x,‹z›) + ‹k›(‹z›,‹z›)", geometric=True
            ),
            Readout(
                phrase("distance"),
                none if measured.distance is None else short(measured.distance, 5),
                say("its root: the notes leave it out"),
                geometric=True,
            ),
            Readout(
                phrase("angle"),
                none if measured.angle is None else degrees(measured.angle),
                say("cos = ‹k›(x,‹z›)/√(‹k›(x,x)·‹k›(‹z›,‹z›))"),
                geometric=True,
            ),
            Readout("‖‹φ›(x)‖²", short(measured.kxx), "‹k›(x, x)", geometric=True),
            Readout("‖‹φ›(‹z›)‖²", short(measured.kzz), "‹k›(‹z›, ‹z›)", geometric=True),
        )
    )


def warnings(measured: GeometryMeasure) -> tuple[Text, ...]:
    """Return a warning with the reasons for undefined quantities, else ()."""
    return (Text(" ".join(measured.why), "warning"),) if measured.why else ()


def mean_words(scene: GeometryScene, around: Landscape) -> tuple[Text, ...]:
    """Tell in a sentence if the centre of mass is an image."""
    return (
        paragraph(
            r"**Centre of mass** $\bar\Phi = \frac1n\sum‹\varphi›(x_i)$ of the images (n = {n}): {verdict}",
            n=scene.n,
            verdict=verdict(scene, around),
        ),
    )


def mean(scene: GeometryScene) -> Numbers:
    """Return the norm of the centre of mass, and the variance.

    The variance is the mean squared distance of the images to the centre of mass.
    """
    average = float(np.diag(scene.K).mean())
    return Numbers(
        (
            Readout("‖Φ̄‖²", short(scene.mean2), say("mean of all entries of ‹K›"), geometric=True),
            Readout(
                phrase("mean ‖‹φ›(x)‖²"), short(average), say("mean of the diagonal of ‹K›: trace/n"), geometric=True
            ),
            Readout(
                phrase("variance"),
                short(average - scene.mean2),
                say("mean squared distance to the mean = trace ‹K›′/n, what centring leaves"),
                geometric=True,
            ),
        )
    )


def verdict(scene: GeometryScene, around: Landscape) -> str:
    """Tell in a clause if Φ̄ is the image of a point."""
    match around.mean_is(scene):
        case "nowhere":
            return say("without a feature space there is no such point.")
        case "inside":
            return say(
                r"$\|\bar\Phi\|^2$ = {mean2} < {common_norm2} = ‖‹φ›(x)‖² for every x, so $\bar\Phi$ is the "
                "image of no point.",
                mean2=scene.mean2,
                common_norm2=around.common_norm2,
            )
        case "image":
            return say("it is an image, that of {place}.", place=at(around.nearest))
        case "unknown":
            return say(
                "the nearest image found, that of {place}, is at distance {distance}.",
                place=at(around.nearest),
                distance=around.nearest_squared**0.5,
            )
