"""Words on how a wrong number relates to the right one.

The right number cannot be computed from the words of a nudge.
"""

from __future__ import annotations

import math

from kernviz.lessons.number_format import percent
from kernviz.wording import phrase, say, several, spoken

NEAR = (0.02, 0.05, 0.1)  # relative errors; the reply gives the smallest that applies
RELATED = 0.002  # relative tolerance for recognising double, half, square or root of the answer
SIZES = (  # bounds of the ratio of given and right number, with words for a ratio below the bound
    (0.1, phrase("too small by a factor of ten or more")),
    (0.5, phrase("less than half as large as the right number")),
    (1.0, phrase("too small, but at least half as large as the right number")),
    (2.0, phrase("too large, but less than twice as large as the right number")),
    (10.0, phrase("at least twice as large as the right number")),
    (math.inf, phrase("too large by a factor of ten or more")),
)
ALIKE = 0.05  # largest relative difference of an answer from the known mistake it is taken for
EXACT = 1e6  # whole numbers below this must be exact
LEFT = 3  # smallest number of whole answers that a nudge leaves possible


def within(tolerance: float, a: float, b: float) -> bool:
    """Return True if a differs from b by at most the tolerance.

    The tolerance is a share of the larger number, and of 1 if b is 0.
    """
    return a == b or math.isclose(a, b, rel_tol=tolerance, abs_tol=tolerance if b == 0 else 0)


def digits(tolerance: float) -> int:
    """Return the number of digits that a tolerance requires.

    An answer rounded to so many digits is always within the tolerance. The tolerance is a share of
    the answer.
    """
    return max(1, math.ceil(1 - math.log10(2 * tolerance)))


def _relations(right: float) -> tuple[tuple[str, float], ...]:
    """Return common mistakes as pairs (reply, number that results)."""
    root = math.sqrt(right) if right > 0 else 0.0
    return (
        (phrase("That is twice the right number. Is something counted double, or a half left out?"), 2 * right),
        (phrase("That is half of the right number. Is a term or a factor missing?"), right / 2),
        (phrase("That is the square of the right number."), right * right if right > 0 else 0.0),
        (phrase("That is the root of the right number."), root),
    )


def relation_in_words(given: float, right: float, tolerance: float) -> str:
    """Return how a wrong number relates to the right one."""
    if given and within(min(tolerance, ALIKE), given, -right):
        return say("The size is right, the sign is not.")
    for relation, known in _relations(right):
        if given and math.isclose(given, known, rel_tol=RELATED):
            return spoken(relation)
    return distance_in_words(given, right, tolerance)


def distance_in_words(given: float, right: float, tolerance: float) -> str:
    """Return how far a wrong number is from the right one.

    No factor between them is told.

    The right number cannot be computed from it, even if it is known to be whole (see _shares and _sizes).
    """
    if given and right and (given > 0) != (right > 0):
        return say("Your number has the wrong sign.")
    whole = right.is_integer() and abs(right) < EXACT
    side = say("large") if given > right else say("small")
    away = abs(given - right) / abs(right) if right else math.inf
    if near := next((share for share in _shares(given, whole) if away < share), None):
        if whole:
            return say("Near: less than {share} too {side}.", share=percent(near), side=side)
        wanted = several(digits(tolerance), "{n} digit is needed", "{n} digits are needed")
        return say("Near: less than {share} too {side}. {wanted}.", share=percent(near), side=side, wanted=wanted)
    sizes = _sizes(given, whole)
    if not given or not right or not sizes:
        return say("That is too {given}.", given=side)
    size = spoken(next(words for bound, words in sizes if given / right < bound))
    if right < 0:
        return say("The sign is right. The absolute value is {size}.", size=size)
    return say("That is {size}.", size=size)


def _shares(given: float, whole: bool) -> tuple[float, ...]:
    """Return the shares of NEAR that may be told of a number.

    Each leaves at least LEFT whole numbers possible on either side.
    """
    return tuple(share for share in NEAR if not whole or abs(given) * share / (1 + share) > LEFT)


def _sizes(given: float, whole: bool) -> tuple[tuple[float, str], ...]:
    """Return the sizes that may be told, with their bounds.

    Each leaves at least LEFT whole numbers possible. The result is empty where only the direction may be told.
    """
    if not whole or abs(given) / SIZES[-2][0] > LEFT:
        return SIZES
    if abs(given) <= 2 * LEFT + 1:
        return ()
    (_, large), last = SIZES[-2], SIZES[-1][0]
    return (*SIZES[:-2], (last, large))
