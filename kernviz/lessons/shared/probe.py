"""Initial position of the probe, at which a page evaluates its machine.

In the plane the position is the corner of the picture that is farthest from the data.
"""

from __future__ import annotations

import math

import numpy as np

from kernviz.arrays import Array
from kernviz.data import Dataset
from kernviz.ranges import decade_below
from kernviz.surfaces import Window
from kernviz.wording import phrase, remembered

INSET = 0.08  # distance between the probe and the frame, as a share of the window's side
DIGITS = 2  # least number of decimals of the position, if it is near the mean of the data
AWAY = phrase("automatic")


def start(data: Dataset) -> Array:
    """Return the initial position (d,) of the probe of these data.

    In the plane it is a corner of the picture, otherwise the mean of the data.
    """
    return _corner(data).copy() if data.d == 2 else near_mean(data.X, 0)


def near_mean(X: Array, deviations: float = 0.5) -> Array:
    """Return a place (d,) some standard deviations off the mean of X.

    At the mean itself all inner products of centred data are 0. A coordinate has at least two decimals, and at least
    two digits of its standard deviation.
    """
    spread = X.std(axis=0)
    digits = [max(DIGITS, 1 - math.floor(math.log10(s))) if s > 0 else DIGITS for s in spread.tolist()]
    place = X.mean(axis=0) + deviations * spread
    return np.array([round(v, n) for v, n in zip(place.tolist(), digits, strict=True)])


@remembered(64)
def _corner(data: Dataset) -> Array:
    window = Window.of(data)
    ranges = np.array([window.x_range, window.y_range])
    spans = ranges[:, 1] - ranges[:, 0]
    ends = [(low + INSET * span, high - INSET * span) for (low, high), span in zip(ranges, spans, strict=True)]
    corners = np.array([(x, y) for x in ends[0] for y in ends[1]])
    apart = ((corners[:, None, :] - data.X[None, :, :]) / spans) ** 2
    chosen = corners[int(np.argmax(apart.sum(axis=2).min(axis=1)))]
    steps = np.array([decade_below(span / 100) for span in spans])
    return np.asarray(np.round(chosen / steps) * steps, dtype=np.float64)
