"""The size of the SVM's quadratic program, as two pages say it."""

from __future__ import annotations


def constraints(n: int, hard: bool) -> str:
    """How many conditions n weights have, and which: S3's N + 1 is that of the hard margin."""
    if hard:
        return f"{n + 1} constraints (Σαy = 0 and {n} bounds α ≥ 0)"
    return f"{2 * n + 1} constraints (Σαy = 0, {n} bounds α ≥ 0 and {n} bounds α ≤ C)"
