"""Images as points: the handwritten digits of scikit-learn.

Each image has 8×8 pixels and is a point in ℝ⁶⁴.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from sklearn.datasets import load_digits

from kernviz.arrays import Array
from kernviz.data.checks import IntArray
from kernviz.data.split import held_out_rows
from kernviz.wording import say

SIDE = 8
TEST_SHARE = 0.3  # source S4: 30 % of the images for testing, 70 % for training


@dataclass(frozen=True)
class Images:
    """Images for training and testing, with the digit each one shows.

    ``learn`` (n, 64) and ``test`` (m, 64) hold grey levels from 0 (white) to 1 (black).
    """

    learn: Array
    learn_digits: IntArray
    test: Array
    test_digits: IntArray


def stacked(images: Array) -> Array:
    """Stack the columns of each image into one vector, as in S4.

    Shapes: (n, h, w) -> (n, h·w), or one image (h, w) -> (h·w,).
    """
    return np.swapaxes(images, -1, -2).reshape(*images.shape[:-2], -1)


def unstacked(points: Array, side: int = SIDE) -> Array:
    """Return images from points: the inverse of `stacked`.

    Shapes: (n, side²) -> (n, side, side), (side²,) -> (side, side).
    """
    return np.swapaxes(points.reshape(*points.shape[:-1], side, side), -1, -2)


@cache
def digits(each: int = 100, seed: int = 0) -> Images:
    """Return the first ``each`` images of every digit.

    30 % of each digit are kept for testing. Source: UCI optical digits (E. Alpaydın).

    Raises ValueError unless 4 ≤ each ≤ 174, the number of images of the rarest digit.
    """
    if not 4 <= each <= 174:
        raise ValueError(
            say("each = {each} must be between 4 and 174, the number of images of the rarest digit", each=each)
        )
    bunch = load_digits()
    labels = np.asarray(bunch.target, dtype=np.int64)
    rows = np.sort(np.concatenate([np.flatnonzero(labels == d)[:each] for d in range(10)]))
    X, y = stacked(np.asarray(bunch.images, dtype=np.float64)[rows] / 16.0), labels[rows]
    test = held_out_rows(y, TEST_SHARE, seed)
    parts = X[~test], y[~test], X[test], y[test]
    for part in parts:
        part.flags.writeable = False
    return Images(*parts)
