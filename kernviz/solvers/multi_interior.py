"""Interior-point method for all classes at once.

The linear systems are split into one n × n block per class.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from cvxopt import matrix, solvers
from scipy.linalg import lapack

import kernviz.budget as budget
from kernviz.arrays import Array
from kernviz.solvers.cholesky import lower_factor
from kernviz.solvers.interior import update
from kernviz.solvers.multi_program import Program, finish

CHECKPOINTS = (1e-7, 1e-9, 1e-11, 1e-12, 1e-13, 1e-14)  # relative gaps at which the exact finish is tried


class _Finished(Exception):
    def __init__(self, t: Array, b: Array) -> None:
        super().__init__()
        self.t, self.b = t, b


class _Watched:
    """Multiclass program as functions for cvxopt.

    cvxopt calls the functions with each iterate. At the gaps in CHECKPOINTS the exact finish is tried on the
    iterate.
    """

    def __init__(self, program: Program) -> None:
        self.program, (self.n, self.k) = program, program.bound.shape
        self.t, self.b, self.z = np.zeros((self.n, self.k)), np.zeros(self.k), np.zeros((self.n, self.k))
        self.count, self.pending = -1, list(CHECKPOINTS)

    # At the start of an iteration cvxopt calls P, Aᵀ, Gᵀ, A and G in this order with alpha = 1. With −1 it refines a
    # step.
    def P(self, x: Any, out: Any, alpha: float = 1.0, beta: float = 0.0) -> None:  # noqa: N802
        t = np.array(x).reshape(self.k, self.n).T
        if alpha == 1.0:
            self.t = t
        update(out, (self.program.K @ t).T.ravel(), alpha, beta)

    def A(self, x: Any, out: Any, trans: str = "N", alpha: float = 1.0, beta: float = 0.0) -> None:  # noqa: N802
        values = np.array(x).ravel()
        if trans != "T":
            update(out, _sums(values.reshape(self.k, self.n)), alpha, beta)
            return
        b = np.append(values[self.n :], 0.0)
        if alpha == 1.0:
            self.b = b
        update(out, (values[: self.n] + b[:, None]).ravel(), alpha, beta)

    def G(self, x: Any, out: Any, trans: str = "N", alpha: float = 1.0, beta: float = 0.0) -> None:  # noqa: N802
        values = np.array(x).ravel()
        update(out, values, alpha, beta)
        if alpha == 1.0 and trans == "T":
            self.z = values.reshape(self.k, self.n).T
        elif alpha == 1.0:
            self.try_finish()

    @property
    def intercepts(self) -> Array:
        """Return the intercepts b for the given K.

        The intercepts of the centred K differ.
        """
        return self.b - self.program.means @ self.t

    def try_finish(self) -> None:
        budget.check()
        self.count += 1
        slack = self.program.bound - self.t
        half = 0.5 * float((self.t * (self.program.K @ self.t)).sum())
        whole = abs(half - float(self.t[self.program.own].sum())) + np.finfo(float).tiny
        gap = float((slack * self.z).sum()) / whole
        if self.pending and 0 <= gap <= self.pending[0]:
            self.pending = [level for level in self.pending if level < gap]
            # A coordinate is at its bound if its slack is smaller than its multiplier, each relative to its largest
            # possible size.
            exact = finish(self.program, self.t, self.intercepts, slack < (float(np.abs(self.t).max()) or 1.0) * self.z)
            if exact is not None:
                raise _Finished(*exact)


def interior(program: Program) -> tuple[Array, Array, int, bool]:
    """Return t (n, k), b (k,), the iterations, and the exactness.

    t are the dual variables of each point and class, b the intercepts. The last value is True if the finish was exact.
    """
    watched = _Watched(program)
    n, k = watched.n, watched.k
    options = {
        "show_progress": False,
        "abstol": 1e-300,
        "reltol": 1e-15,
        "feastol": 1e-12,
        "maxiters": 80,
        "refinement": 1,
    }
    try:
        solvers.coneqp(
            watched.P,
            matrix(-program.own.T.ravel().astype(float)),
            watched.G,
            matrix(program.bound.T.ravel()),
            {"l": n * k, "q": [], "s": []},
            watched.A,
            matrix(0.0, (n + k - 1, 1)),
            kktsolver=lambda W: _kkt(program.K, W, k, program.noise),
            options=options,
        )
    except _Finished as done:
        return done.t, done.b, watched.count, True
    except (ArithmeticError, ValueError):  # cvxopt raises these when a factorisation fails
        pass
    return np.minimum(watched.t, program.bound), watched.intercepts, watched.count, False


def _kkt(K: Array, W: dict[str, Any], k: int, noise: float) -> Callable[[Any, Any, Any], None]:
    """Return a solver of the KKT system with one block per class.

    The system is [[P, Aᵀ, I], [A, 0, 0], [I, 0, −W²]] u = r. P + W⁻² has one block per class, and A
    couples the blocks.
    """
    n = len(K)
    inverse = np.array(W["di"]).reshape(k, n)
    weights = inverse**2
    # If the diagonal D were lost in K's roundoff, K + D would be indefinite. So D is increased; iterative refinement
    # corrects this.
    blocks, coupling = [], np.zeros((n + k - 1, n + k - 1))
    for c in range(k):
        block = _inverse(K + np.diag(weights[c] + noise))
        blocks.append(block)
        coupling[:n, :n] += block
        if c < k - 1:
            coupling[n + c, :n] = coupling[:n, n + c] = block.sum(axis=1)
            coupling[n + c, n + c] = block.sum()
    factor = lower_factor(coupling)
    if factor is None:
        raise ArithmeticError("the constraints are not independent")

    def solve(x: Any, y: Any, z: Any) -> None:
        last = np.array(z).reshape(k, n)
        right = np.array(x).reshape(k, n) + weights * last
        free = np.stack([block @ part for block, part in zip(blocks, right, strict=True)])
        multipliers, _ = lapack.dpotrs(factor, _sums(free) - np.array(y).ravel(), lower=1)
        reduced = right - multipliers[None, :n] - np.append(multipliers[n:], 0.0)[:, None]
        step = np.stack([block @ part for block, part in zip(blocks, reduced, strict=True)])
        x[:] = matrix(step.ravel())
        y[:] = matrix(multipliers)
        z[:] = matrix((inverse * (step - last)).ravel())

    return solve


def _inverse(M: Array) -> Array:
    factor = lower_factor(M)
    if factor is None:
        raise ArithmeticError("K + D is not positive definite")
    inverse, _ = lapack.dpotri(factor, lower=1, overwrite_c=1)
    return np.asarray(np.tril(inverse) + np.tril(inverse, -1).T)


def _sums(v: Array) -> Array:
    """Return the constraint sums of v (k, n).

    They are Σ over classes for every point, and Σ over points for every class but the last.

    The sum of the last class follows from the others.
    """
    return np.concatenate([v.sum(axis=0), v[:-1].sum(axis=1)])
