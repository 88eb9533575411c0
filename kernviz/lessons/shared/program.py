"""The size of the SVM's quadratic program, as two pages say it."""

from __future__ import annotations

from kernviz.wording import say


def constraints(n: int, hard: bool) -> str:
    """How many conditions n weights have, and which: S3's N + 1 is that of the hard margin."""
    if hard:
        return say("{n} constraints (Σαy = 0 and {n_2} bounds α ≥ 0)", n=n + 1, n_2=n)
    return say("{n} constraints (Σαy = 0, {n_2} bounds α ≥ 0 and {n_2} bounds α ≤ C)", n=2 * n + 1, n_2=n)
