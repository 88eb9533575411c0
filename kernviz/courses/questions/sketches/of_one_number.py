"""Comparison of a sketch with a function of one number."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.sketches.base import scribbles, straight
from kernviz.wording import say

SPAN = 0.75  # share of the range that a sketch must cover


def ordered(corners: Array, first: float, last: float, symbol: str = "x") -> Array:
    """Return corners from left to right, whichever end came first.

    Raises LanguageError if the corners turn back, or cover less than SPAN of `first` to `last`.
    """
    x = corners[:, 0]
    way = 1 if x[-1] >= x[0] else -1
    back = np.flatnonzero(way * np.diff(x) < 0)
    if len(back):
        raise LanguageError(
            say(
                "there is one value over each {symbol}: your curve turns back after corner {back}",
                symbol=symbol,
                back=back[0] + 1,
            )
        )
    found = corners[::way]
    if min(found[-1, 0], last) - max(found[0, 0], first) < SPAN * (last - first):
        raise LanguageError(
            say("draw the curve over the whole picture, from the first {symbol} to the last", symbol=symbol)
        )
    return found


def off(corners: Array, x: Array, f: Array) -> Array:
    """Return the distance (g,) of the sketch from f at each x."""
    return np.asarray(np.abs(np.interp(x, corners[:, 0], corners[:, 1]) - f))


def farthest(corners: Array, x: Array, f: Array) -> tuple[float, bool]:
    """Return the x farthest from f, and True if above f there."""
    worst = int(np.argmax(off(corners, x, f)))
    return float(x[worst]), bool(np.interp(x[worst], corners[:, 0], corners[:, 1]) > f[worst])


def agreement(corners: Array, x: Array, f: Array) -> float:
    """Return the agreement of a sketch with f, at least 0.

    The formula is 1 − ∫|sketch − f|/∫|f − mean of f|. A flat line at the mean has 0.
    """
    spread = float(np.abs(f - f.mean()).mean())
    if spread <= 1e-9 * float(np.abs(f).max()):
        raise LanguageError(say("the curve is flat, so there is nothing to compare with"))
    return float(max(0.0, 1 - off(corners, x, f).mean() / spread))


def careless(x: Array, f: Array) -> list[Array]:
    """Return careless sketches of a function.

    They are the constant mean, the straight line nearest to f, lines across the picture, and
    scribbles.
    """
    low, high = np.array([x[0], f.min()]), np.array([x[-1], f.max()])
    flat = np.array([[x[0], f.mean()], [x[-1], f.mean()]])
    nearest = np.column_stack([x[[0, -1]], np.polyval(np.polyfit(x, f, 1), x[[0, -1]])])
    level, _, rising, falling = straight(low, high)
    zigzags = [scribble[np.argsort(scribble[:, 0])] for scribble in scribbles(low, high)]
    return [flat, nearest, level, rising, falling, *zigzags]
