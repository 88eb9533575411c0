"""Independent training of the quiz's machines.

Kernels come from their formulas, solutions from scikit-learn and NumPy.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from sklearn.svm import SVC

from kernviz.arrays import Array
from kernviz.courses.drawn.machines import Machine
from kernviz.data import Dataset

Codes = NDArray[Any]
ALL_BUT_HARD = 1e6  # C of a hard margin


def table(kernel: str, X: Array, Z: Array) -> Array:
    """k(X, Z) of the few kernels that are drawn with."""
    if kernel == "linear":
        return X @ Z.T
    if kernel.startswith("poly"):
        return (1 + X @ Z.T) ** int(kernel.partition("degree=")[2].rstrip(")"))
    gamma = float(kernel.partition("gamma=")[2].rstrip(")"))
    apart = X[:, None] - Z[None]
    if kernel.startswith("laplacian"):
        return np.exp(-gamma * np.abs(apart).sum(axis=-1))
    assert kernel.startswith("rbf"), kernel
    return np.exp(-gamma * (apart**2).sum(axis=-1))


def svm(K: Array, signs: Array, C: float) -> SVC:
    return SVC(C=C, kernel="precomputed", tol=1e-8 if C <= 10 else 1e-5).fit(K, signs)


def winners(machine: Machine, data: Dataset, Z: Array) -> tuple[Codes, Array]:
    """The class at each of Z (m, 2), and how clear it is there, in a unit of the machine's own."""
    k, X, codes = machine.kernel, data.X, data.codes
    K, across, number = table(k, X, X), table(k, Z, X), machine.number
    classes = range(len(data.classes))
    match machine.sort:
        case "soft" | "hard":
            f = svm(K, data.signs, number or ALL_BUT_HARD).decision_function(across)
            return (f > 0).astype(int), np.abs(f)
        case "ridge":
            f = across @ np.linalg.solve(K + number * np.eye(len(K)), data.signs)
            return (f > 0).astype(int), np.abs(f)
        case "neighbours":
            apart = np.abs(Z[:, None] - X[None])
            if k.startswith("rbf"):  # falls with the distance: the neighbours are those of the plane
                d2 = (apart**2).sum(axis=-1)
            elif k.startswith("laplacian"):
                d2 = apart.sum(axis=-1)
            else:
                own = np.array([table(k, z[None], z[None])[0, 0] for z in Z])
                d2 = own[:, None] - 2 * across + np.diag(K)[None]
            order = np.argsort(d2, axis=1, kind="stable")
            q = int(number)
            votes = np.stack([(codes[order[:, :q]] == c).sum(axis=1) for c in classes], axis=1)
            ranked = np.take_along_axis(d2, order, axis=1)
            return votes.argmax(axis=1), ranked[:, q] - ranked[:, q - 1]
        case "mean":
            own = np.array([table(k, z[None], z[None])[0, 0] for z in Z])
            d2 = np.stack(
                [
                    own - 2 * across[:, codes == c].mean(axis=1) + K[np.ix_(codes == c, codes == c)].mean()
                    for c in classes
                ],
                axis=1,
            )
            ranked = np.sort(d2, axis=1)
            return d2.argmin(axis=1), ranked[:, 1] - ranked[:, 0]
        case "sphere":
            inside = _sphere(table(k, X[codes == 1], X[codes == 1]), across[:, codes == 1], k, Z)
            return (inside > 0).astype(int), np.abs(inside)
        case "rest":
            f = np.stack([svm(K, np.where(codes == c, 1, -1), number).decision_function(across) for c in classes], 1)
            ranked = np.sort(f, axis=1)
            return f.argmax(axis=1), ranked[:, -1] - ranked[:, -2]
        case "pairs":
            return _pairs(K, across, codes, len(data.classes), number)
        case "single":
            f = _crammer_singer(K, codes, len(data.classes), number, across)
            ranked = np.sort(f, axis=1)
            return f.argmax(axis=1), ranked[:, -1] - ranked[:, -2]
    raise AssertionError(machine.sort)


def _pairs(K: Array, across: Array, codes: Codes, classes: int, C: float) -> tuple[Codes, Array]:
    votes, least = np.zeros((len(across), classes)), np.full(len(across), np.inf)
    for i, j in combinations(range(classes), 2):
        own = np.flatnonzero((codes == i) | (codes == j))
        f = svm(K[np.ix_(own, own)], np.where(codes[own] == j, 1, -1), C).decision_function(across[:, own])
        votes[f > 0, j] += 1
        votes[f <= 0, i] += 1
        least = np.minimum(least, np.abs(f))
    tied = (votes == votes.max(axis=1, keepdims=True)).sum(axis=1) > 1
    return votes.argmax(axis=1), np.where(tied, 0.0, least)  # a tie is settled by a convention


def _sphere(K: Array, across: Array, kernel: str, Z: Array) -> Array:
    """r² − ‖φ(z) − c‖², the centre by stepping towards the farthest image (Bădoiu and Clarkson), then polished."""
    n = len(K)
    start = np.full(n, 1 / n)
    diagonal = np.diag(K)
    found = minimize(
        lambda a: a @ K @ a - a @ diagonal,
        start,
        jac=lambda a: 2 * K @ a - diagonal,
        bounds=[(0, 1)] * n,
        constraints={"type": "eq", "fun": lambda a: a.sum() - 1, "jac": lambda a: np.ones(n)},
        method="SLSQP",
        options={"ftol": 1e-13, "maxiter": 1000},
    )
    a = found.x
    norm = a @ K @ a
    r2 = (diagonal - 2 * K @ a + norm).max()
    own = np.array([table(kernel, z[None], z[None])[0, 0] for z in Z])
    return np.asarray(r2 - (own - 2 * across @ a + norm))


def _crammer_singer(K: Array, codes: Codes, classes: int, C: float, across: Array) -> Array:
    """½Σ‖w_c‖² + CΣξ with free intercepts, as a quadratic program in the dual: A (n, k), rows sum to 0, A ≤ C at the
    own class and ≤ 0 elsewhere, columns sum to 0; solved by cvxopt directly.
    """
    from cvxopt import matrix, solvers

    n, k = len(K), classes
    own = np.eye(k)[codes]
    P = np.kron(np.eye(k), K)  # A stacked class by class
    q = -own.T.ravel()
    G, h = np.eye(n * k), (C * own).T.ravel()
    rows = np.kron(np.ones((1, k)), np.eye(n))
    columns = np.kron(np.eye(k), np.ones((1, n)))[:-1]  # the last follows
    E = np.vstack([rows, columns])
    options = {"show_progress": False, "abstol": 1e-11, "reltol": 1e-11, "feastol": 1e-11}
    solved = solvers.qp(
        matrix(P), matrix(q), matrix(G), matrix(h), matrix(E), matrix(np.zeros(len(E))), options=options
    )
    A = np.array(solved["x"]).reshape(k, n).T
    b = -np.array(solved["y"]).ravel()[n:]
    b = np.append(b, 0.0)
    f = across @ A

    # the multipliers of the columns are the intercepts, up to their sign: the one with the smaller loss is right
    def loss(c: Array) -> float:
        g = K @ A + c
        rest = np.where(own > 0, -np.inf, g).max(axis=1)
        return float(np.maximum(0, 1 + rest - g[np.arange(n), codes]).sum())

    return np.asarray(f + min((b, -b), key=loss))
