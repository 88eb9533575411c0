r"""Three verdicts: proven by rules, refuted by a witness, or open."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

import numpy as np

from kernviz.features.polynomial import CoefficientMatrix, coefficient_matrix
from kernviz.kernels.expr import Kernel
from kernviz.kernels.facts import Space, rounded
from kernviz.kernels.kinds import NOUN, Data, kind_in
from kernviz.mercer.proof import Proof, _prove, space_of
from kernviz.mercer.search import find
from kernviz.mercer.witness import Witness, witness


class Verdict(Enum):
    """Is it a kernel on this space? Never a bool: "no rule applies" is not "no"."""

    PROVEN = "proven"
    REFUTED = "refuted"
    OPEN = "open"


@dataclass(frozen=True)
class Judgement:
    """The verdict with what supports it: the proof tree (complete or with gaps), the witness, the coefficient matrix."""

    kernel: Kernel
    space: Space
    verdict: Verdict
    proof: Proof
    witness: Witness | None  # None too where exact coefficients refute k by less than a float can show
    data_witness: Witness | None  # the person's own points, when they refute it too
    coefficients: CoefficientMatrix | None

    @property
    def sentence(self) -> str:
        """One sentence that says why."""
        one = NOUN[self.space.kind]
        if self.verdict is Verdict.PROVEN:
            how = {
                "coefficients": "its matrix of coefficients has no negative eigenvalue, decided in exact fractions",
                "rewriting": "multiplied out, every rule applies",
            }
            return f"A kernel on {self.space}: {how.get(self.proof.way, 'every rule applies')}."
        if self.witness is not None and self.witness.symmetric:
            n = len(self.witness)
            where = f"one {one} has" if n == 1 else f"the Gram matrix of {n} {one}s has"
            return f"Not a kernel on {self.space}: {where} the eigenvalue {rounded(self.witness.eigenvalue)}."
        if self.witness is not None:
            return f"Not a kernel on {self.space}: k(x, z) and k(z, x) differ."
        if self.verdict is Verdict.REFUTED:
            return (
                f"Not a kernel on {self.space}: its matrix of coefficients has a negative eigenvalue, decided in exact "
                "fractions; the Gram matrices of the points we tried show it only beyond the digits of a float."
            )
        return f"Open on {self.space}: no rule proves it, and no {one}s we tried refute it."


def judge(k: Kernel, X: Data | None = None, d: int = 2, nonnegative: bool = False) -> Judgement:
    r"""Is k a kernel on ℝᵈ? PROVEN by closure rules or by the exact coefficient matrix, REFUTED by a verified witness, or OPEN.

    A polynomial is never open: where its coefficient matrix refutes it and no float could show points that do, the
    verdict is REFUTED with witness None.
    A kernel of words, sets or graphs is judged on all of them, whatever d.
    X (n, d), the person's own points (or objects), are tried too and set d. Raises ValueError where k does not fit ℝᵈ.
    Sources: S2 rules 1-8, S3 Mercer's condition.

    >>> import kernviz as kv
    >>> j = kv.judge(kv.parse("poly(degree=2, coef0=-1)"), d=1)
    >>> j.verdict, j.witness.points.ravel().tolist(), j.witness.matrix.tolist(), round(j.witness.eigenvalue, 9)
    (<Verdict.REFUTED: 'refuted'>, [1.0, -1.0], [[0.0, 4.0], [4.0, 0.0]], -4.0)
    """
    rows = None if X is None else k.points(X)
    if rows is not None and rows.dtype == object:
        space = Space(1, kind=kind_in(rows))  # a constant takes anything: here it is asked about these
    else:
        space = space_of(k, d if rows is None else rows.shape[1], nonnegative)
    general = _judge(k, space)
    if rows is None or general.verdict is Verdict.PROVEN:
        return general
    own = _shrink_own(k, rows)
    if own is None:
        return general
    verdict, shown = Verdict.REFUTED, general.witness or own
    return Judgement(k, space, verdict, general.proof, shown, own, general.coefficients)


@lru_cache(maxsize=512)
def _judge(k: Kernel, space: Space) -> Judgement:
    proof = _prove(k, space)
    matrix = coefficient_matrix(k, space.d)
    if proof.complete:
        return Judgement(k, space, Verdict.PROVEN, proof, None, None, matrix)
    found = find(k, space)
    decided = matrix is not None and not matrix.psd
    verdict = Verdict.REFUTED if found is not None or decided else Verdict.OPEN
    return Judgement(k, space, verdict, proof, found, None, matrix)


def _shrink_own(k: Kernel, rows: np.ndarray) -> Witness | None:
    from kernviz.mercer.search import _shrunk

    return next(iter(_shrunk(k, rows[:300])), None) if len(rows) else None


__all__ = ["Judgement", "Verdict", "judge", "witness"]
