"""Invented model output: figures draw given values, so no machine needs training."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernviz.figures.figure import Figure
from kernviz.surfaces import Surface, Window

WINDOW = Window((-2.0, 2.0), (-2.0, 2.0))
X = np.array([[-1.0, 0.5], [-0.5, -1.0], [1.0, 0.2], [1.5, 1.5], [0.4, -0.3], [-1.6, 1.2]])
SIGNS = np.array([-1, -1, 1, 1, 1, -1])


def tilted() -> Surface:
    """f(x) = x₁ + x₂ / 2 on a grid."""
    x = y = np.linspace(-2, 2, 21)
    return Surface(x, y, x[None, :] + y[:, None] / 2, WINDOW)


def named(figure: Figure, name: str) -> list[Any]:
    """All traces of this name (the legend's padding apart)."""
    return [trace for trace in figure.data if (trace.name or "").strip() == name]


def drawn(figure: Figure, name: str) -> list[Any]:
    """The traces of this name that carry points and not only a legend entry."""
    return [trace for trace in named(figure, name) if trace.customdata is not None]
