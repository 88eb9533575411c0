"""Size of the SVM's quadratic program, shared by two pages."""

from __future__ import annotations

from kernviz.wording import say


def constraints(n: int, hard: bool) -> str:
    """Return number and kind of the constraints on n dual variables.

    S3's number N + 1 is that of the hard margin.
    """
    if hard:
        return say("{n} constraints (Σ‹α›‹y› = 0 and {bounds} bounds ‹α› ≥ 0)", n=n + 1, bounds=n)
    return say(
        "{n} constraints (Σ‹α›‹y› = 0, {bounds} bounds ‹α› ≥ 0 and {bounds} bounds ‹α› ≤ C)", n=2 * n + 1, bounds=n
    )
