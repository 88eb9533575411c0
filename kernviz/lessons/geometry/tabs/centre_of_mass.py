"""Centre of mass of the images, and its norm.

The tab also tells if the centre of mass is an image.
"""

from __future__ import annotations

import numpy as np

from kernviz.lessons.geometry.landscape import Landscape
from kernviz.lessons.geometry.scene import GeometryScene
from kernviz.lessons.lesson import Block, Formula, Table, Text, paragraph
from kernviz.lessons.number_format import at, tex
from kernviz.wording import phrase, say, short

TITLE = phrase("Centre of mass")


def blocks(scene: GeometryScene, around: Landscape) -> tuple[Block, ...]:
    """Compare ‖Φ̄‖² with the squared norms of the images.

    The blocks also name the point with the nearest image. Source: S0, erratum E10.
    """
    own = np.diag(scene.K)
    rows = {
        say("‖mean‖² = mean of all entries of ‹K›"): scene.mean2,
        say("smallest ‖‹φ›(xᵢ)‖²"): float(own.min()),
        say("mean ‖‹φ›(xᵢ)‖² = trace ‹K›/n"): float(own.mean()),
        say("largest ‖‹φ›(xᵢ)‖²"): float(own.max()),
        say("mean squared distance to the mean"): float(own.mean()) - scene.mean2,
    }
    return (
        Formula(
            r"\|\bar\Phi\|^2 = \frac{1}{n^2}\sum_{i,j} ‹\k›(x_i,x_j) ="
            rf" \frac{{{tex(float(scene.K.sum()), 5)}}}{{{scene.n}^2}} = {tex(scene.mean2, 4)}"
        ),
        Table(
            {say("quantity"): list(rows), say("value"): [short(v, 6) for v in rows.values()]}, geometric=(say("value"),)
        ),
        Text(_image(scene, around)),
        paragraph(
            "The notes say: if every mean were an image, ‹φ› would be linear. That is wrong. ‹φ›(x) = x³ on the "
            "line is not linear, and every mean is an image. The images of 1 and 3 have the mean ½(1 + 27) = "
            "14, which is the image of ∛14 = {value}. The question is whether the set of images contains its "
            "midpoints (erratum E10). Try `linear**3` on the points 1 and 3.",
            value=14 ** (1 / 3),
        ),
    )


def _image(scene: GeometryScene, around: Landscape) -> str:
    match around.mean_is(scene):
        case "nowhere":
            return say(
                "Squared lengths are negative here: ‹k› is not a kernel, and there is no space for "
                r"$\bar\Phi$ to lie in."
            )
        case "inside":
            return say(
                r"**$\bar\Phi$ is not an image.** Every image has ‖‹φ›(x)‖² = {common_norm2}, but "
                r"$\|\bar\Phi\|^2$ = {mean2}: the mean of different points of a sphere lies inside "
                "it. The nearest image, that of {place}, is at distance {distance}.",
                common_norm2=around.common_norm2,
                mean2=scene.mean2,
                place=at(around.nearest),
                distance=around.nearest_squared**0.5,
            )
        case "image":
            return say(r"**Here $\bar\Phi$ is an image**, that of {place}, up to rounding.", place=at(around.nearest))
        case "unknown":
            return say(
                "No place was found whose image is $\\bar\\Phi$: the nearest is {place}, at distance {distance}. A "
                "search is no proof. For a Gaussian kernel there is a proof, because all its images have the same "
                "norm.",
                place=at(around.nearest),
                distance=around.nearest_squared**0.5,
            )
