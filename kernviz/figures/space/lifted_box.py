"""Box of a scene of lifted points.

The module computes the ends of the axes, and the sides of the box in the camera's units.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.space.scene_box import rounded
from kernviz.ranges import is_range

LONGEST_SIDE = 5.0  # a box with a larger ratio of longest to shortest side gets axes with different units
MARGIN = 0.08  # free space around the points, as a share of a side
STAGES = 4  # stages of the lifting, each with axes of its own
FLATTEST = 0.75  # share of the longest side: a lower box is stretched, since its height could not be seen
SIZE = 1.0  # largest diagonal of the box's base, in units of the camera: with it no axis title is cut off at 390 pixels


def box_around(*clouds: Array) -> tuple[Array, Array]:
    """Return a box with round ends and a margin around all points.

    Each of the ``clouds`` is (n, 3). A side without extent gets half the length of the longest side.
    """
    both = np.vstack(clouds)
    low, high = both.min(axis=0), both.max(axis=0)
    width = np.array([b - a if is_range(a, b) else 0.0 for a, b in zip(low, high, strict=True)])
    width = np.where(width > 0, width, max(float(width.max()), 1.0) / 2)
    middle = (low + high) / 2
    return rounded(middle - width * (0.5 + MARGIN), middle + width * (0.5 + MARGIN))


def box_at(t: float, start: Array, end: Array) -> tuple[Array, Array]:
    """Return the box around the points at t.

    At t = 0 this is the box around ``start``, at t = 1 the box around ``end``. Between, each of
    ``STAGES`` stages has one box, except at its very start, where the box is that of this t.

    At every t each point is between its two places, so no point is outside. Within a stage the axes
    stay, because drawing new axis labels takes half of the time for a picture.
    """
    first = min(int(t * STAGES), STAGES - 1) / STAGES
    if t in (0, first, 1):
        return box_between(t, start, end)
    one, other = box_between(first, start, end), box_between(first + 1 / STAGES, start, end)
    return np.minimum(one[0], other[0]), np.maximum(one[1], other[1])


def box_between(t: float, start: Array, end: Array) -> tuple[Array, Array]:
    """Return the box interpolated linearly between two boxes.

    At t = 0 this is the box around ``start``, at t = 1 the box around ``end``.
    """
    below, above = box_around(start), box_around(end)
    low, high = ((1 - t) * a + t * b for a, b in zip(below, above, strict=True))
    return low, high


def sides(room: tuple[Array, Array]) -> dict[str, float]:
    """Return the lengths of the box's sides in camera units.

    The sides are to scale, unless the longest is more than ``LONGEST_SIDE`` times the shortest. The
    height is at least ``FLATTEST`` of the longest side.
    """
    width = room[1] - room[0]
    shape = width / width.max() if width.max() <= LONGEST_SIDE * width.min() else np.ones(3)
    shape = np.maximum(shape, (0, 0, FLATTEST)) / max(1.0, float(np.hypot(shape[0], shape[1])))
    return dict(zip("xyz", (SIZE * shape).tolist(), strict=True))
