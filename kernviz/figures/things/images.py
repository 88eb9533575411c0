"""Small images side by side.

Pixels from 0 to 1 have a sequential colour scale, signed pixels a diverging scale.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.panels import domains, ids, small_axes, titles
from kernviz.figures.theme import DIVERGING, SEQUENTIAL, figure
from kernviz.ranges import peak
from kernviz.wording import say


def image_grid(
    images: Sequence[Array], words: Sequence[str], columns: int, *, signed: Sequence[bool] = (), head: float = 0.2
) -> Figure:
    """Draw small images in a grid with words over each.

    ``images`` are (h, w) each. An image with True in ``signed`` has a diverging colour scale of its
    own. ``head`` is the share of a row's height for the words.
    """
    places = domains(len(images), columns, 0.03, head)
    traces: list[dict[str, Any]] = []
    layout: dict[str, Any] = {}
    for i, (image, place) in enumerate(zip(images, places, strict=True)):
        height, width = image.shape
        both = bool(signed) and signed[i]
        limit = peak(image)
        scale = {"zmin": -limit, "zmax": limit} if both else {"zmin": 0.0, "zmax": 1.0}
        traces.append(
            {
                "type": "heatmap",
                "x": np.arange(1, width + 1),
                "y": np.arange(1, height + 1),
                "z": np.asarray(image, dtype=np.float32),
                "colorscale": DIVERGING if both else SEQUENTIAL,
                "showscale": False,
                "name": words[i],
                **scale,
                **ids(i),
                "hovertemplate": say("row %{y}, column %{x}: %{z:.3~g}<extra>") + words[i] + "</extra>",
            }
        )
        layout |= small_axes(i, place, (0.5, width + 0.5), (height + 0.5, 0.5))
    return figure(
        traces,
        annotations=titles(words, places),
        showlegend=False,
        margin={"l": 4, "r": 4, "t": 4, "b": 4},
        **layout,
    )
