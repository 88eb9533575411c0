"""Random small trainings made to break certificates, and a judge in extended precision.

The judge computes from K, y, C, α and b alone.

    python -m tests.models.attack [trainings]     counts them, and each kind of wrong certificate
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

import kernviz as kv
from kernviz.arrays import Array
from kernviz.kernels import Kernel
from kernviz.models.crammer_singer import CrammerSinger
from kernviz.solvers.problem import EPS

Long = np.longdouble

FIXED = (
    "linear",
    "poly(degree=2, gamma=1, coef0=1)",
    "poly(degree=3, gamma=0.5, coef0=0)",
    "poly(degree=7, gamma=1, coef0=1)",
    "exp(0.3*linear)",
    "laplacian(0.7)",
    "matern(1.5, 0.8)",
    "minimum",
    "rbf(1)*linear + 0.1",
    "rbf(0.3) + poly(degree=2, gamma=1, coef0=1)",
    "1e-9*rbf(1)",
    "1e9*rbf(1)",
    "100 + rbf(1)",
    "rational(1, 1)",
    "sigmoid(0.1, -3)",
)


@dataclass(frozen=True)
class Training:
    """One machine to train: number ``seed`` of the attack."""

    seed: int
    X: Array
    y: Array
    kernel: Kernel
    C: float


def training(seed: int) -> Training:
    """Points in general position, on a lattice, given twice or far from the origin; a kernel; a penalty from 1e-8 to
    1e8.
    """
    rng = np.random.default_rng([9, seed])
    n, d = int(rng.integers(2, 61)), int(rng.integers(1, 4))
    if rng.random() < 0.4:
        n = int(rng.integers(2, 13))
    shape = rng.integers(0, 6)
    if shape == 1:
        X = rng.integers(-2, 3, (n, d)).astype(float)
    elif shape == 2:
        X = rng.normal(size=(max(n // 3, 1), d))[rng.integers(0, max(n // 3, 1), n)]
    elif shape == 3:
        X = rng.normal(size=(n, d)) * 10.0 ** rng.uniform(-3, 3)
    elif shape == 4:
        X = rng.normal(size=(n, d)) + 10.0 ** rng.uniform(0, 3)
    else:
        X = rng.normal(size=(n, d))
    y = np.where(rng.random(n) < 0.5, 1.0, -1.0)
    if rng.random() < 0.5:
        y = np.where(X @ rng.normal(size=d) + 0.5 * np.std(X) * rng.normal(size=n) > np.mean(X), 1.0, -1.0)
    if len(set(y)) < 2:
        y[0] = -y[0]
    if rng.random() < 0.5:
        text = f"rbf({10.0 ** rng.uniform(-8, 4):.3g})" + (" + linear" if rng.random() < 0.3 else "")
    else:
        text = str(rng.choice(FIXED))
    whole = rng.random() < 0.5
    return Training(seed, X, y, kv.parse(text), float(10.0 ** (rng.integers(-8, 9) if whole else rng.uniform(-8, 8))))


def gram_of(given: Training) -> Array:
    with np.errstate(over="ignore", invalid="ignore"):
        K = np.asarray(given.kernel(given.X))
        return np.asarray((K + K.T) / 2)


def labels(given: Training) -> tuple[NDArray[np.intp], int]:
    """(classes as 0…k−1, k), two to four of them."""
    rng, n = np.random.default_rng([10, given.seed]), len(given.y)
    k = min(int(rng.integers(2, 5)), n)
    if rng.random() < 0.5:
        return np.argsort(np.argsort(given.X[:, 0])) * k // n, k
    return np.concatenate([np.arange(k), rng.integers(0, k, n - k)]), k


def share(given: Training) -> float | None:
    """ν of a sphere; None: every point inside."""
    rng, n = np.random.default_rng([11, given.seed]), len(given.y)
    if rng.random() < 0.4:
        return None
    return float(rng.uniform(0.01, 1)) if rng.random() < 0.7 else int(rng.integers(1, n + 1)) / n


def faults(K: Array, y: Array, C: float, machine: Any) -> list[str]:
    """Return the faults of a machine whose certificate says OPTIMAL; [] if there are none."""
    found = []
    alpha, certificate = machine.alpha_, machine.certificate_
    n, support = len(y), set(machine.support_.tolist())
    free, bounded = set(machine.free_.tolist()), set(machine.bounded_.tolist())
    sets_agree = (
        support == set(np.flatnonzero(alpha > 0).tolist())
        and free == set(np.flatnonzero((alpha > 0) & (alpha < C)).tolist())
        and bounded == set(np.flatnonzero(alpha == C).tolist())
    )
    if not sets_agree or alpha.min() < 0 or alpha.max() > C:
        found.append("sets")
    if np.any(np.delete(machine.slack_, sorted(bounded)) != 0) or machine.slack_.min() < 0:
        found.append("slack of a point that is not bounded")
    b = alpha.astype(Long) * y
    if not np.array_equal(machine.dual_coef_, alpha * y) or abs(b.sum()) > n * EPS * alpha.sum():
        found.append("balance")
    wide = K.astype(Long)
    margin = y * (wide @ b + Long(machine.intercept_)) - 1
    terms = np.abs(wide) @ alpha + abs(machine.intercept_) + 1
    allowed = 64 * EPS * terms
    for name, wrong in (
        ("y·f < 1 where α = 0", (alpha == 0) & (margin < -allowed)),
        ("y·f ≠ 1 where free", (alpha > 0) & (alpha < C) & (np.abs(margin) > allowed)),
        ("y·f > 1 where bounded", (alpha == C) & (margin > allowed)),
        ("ξ", (alpha == C) & (np.abs(machine.slack_ - np.maximum(0, -margin)) > allowed)),
    ):
        if np.any(wrong):
            found.append(name)
    noise = float(64 * EPS * (np.abs(certificate.primal) + np.abs(certificate.dual) + (alpha * terms).sum()))
    primal, dual = certificate.primal, certificate.dual
    if dual - primal > noise:
        found.append("dual > primal")
    if primal - dual > noise + float(allowed @ alpha):
        found.append("primal > dual")
    if certificate.kkt > certificate.tolerance:
        found.append("kkt > tolerance")
    return found


def faults_of_all(K: Array, codes: NDArray[np.intp], C: float, machine: Any) -> list[str]:
    """The same for one objective of all classes."""
    t, certificate, b = machine.dual_coef_, machine.certificate_, machine.intercept_
    n, k = t.shape
    own = np.eye(k, dtype=bool)[codes]
    bound, sizes = np.where(own, C, 0.0), np.abs(t)
    wide = t.astype(Long)
    excess = K.astype(Long) @ wide + b - own
    top = excess.max(axis=1)
    terms = float((np.abs(K) @ sizes).max()) + float(np.abs(b).max()) + 1
    allowed = 64 * EPS * terms
    noise = 64 * EPS * (abs(certificate.primal) + abs(certificate.dual) + sizes.sum() * terms)
    slack = np.where(t[own] == C, np.asarray(top - excess[own]), 0)
    wrong = {
        "outside its bounds": bool(np.any(t > bound)),
        "balance of classes": bool(np.any(np.abs(wide.sum(axis=0)) > n * EPS * sizes.sum(axis=0).max())),
        "balance of points": bool(np.any(np.abs(wide.sum(axis=1)) > 4 * k * EPS * sizes.sum(axis=1))),
        "f is not the largest where t is free": bool(np.any((t < bound) & (top[:, None] - excess > allowed))),
        "ξ": bool(np.any(np.abs(slack - machine.slack_) > allowed)),
        "sets": np.flatnonzero((t != 0).any(axis=1)).tolist() != machine.support_.tolist(),
        "dual > primal": certificate.dual - certificate.primal > noise,
        "primal > dual": certificate.primal - certificate.dual > 4 * noise,
    }
    return [name for name, found in wrong.items() if found]


def faults_of_sphere(K: Array, nu: float | None, machine: Any) -> list[str]:
    """The same for a sphere."""
    alpha, certificate, n = machine.center_coef_, machine.certificate_, len(K)
    limit = np.inf if nu is None or nu * n <= 1 else 1 / (nu * n)
    wide, a = K.astype(Long), alpha.astype(Long)
    lifted = wide @ a
    beyond = np.diag(wide) - 2 * lifted + a @ lifted - Long(machine.radius_) ** 2
    terms = np.abs(np.diag(K)) + 2 * np.abs(K) @ alpha + alpha @ np.abs(K) @ alpha
    allowed = 64 * EPS * terms
    noise = 64 * EPS * (float(terms.max()) + abs(certificate.primal))
    free = (alpha > 0) & (alpha < limit)
    wrong = {
        "sets": (
            machine.free_.tolist() != np.flatnonzero(free).tolist()
            or machine.bounded_.tolist() != np.flatnonzero(alpha == limit).tolist()
        ),
        "balance": abs(a.sum() - 1) > n * EPS,
        "not on the sphere though free": bool(np.any(free & (np.abs(beyond) > allowed))),
        "outside though α = 0": bool(np.any((alpha == 0) & (beyond > allowed))),
        "inside though bounded": bool(np.any((alpha == limit) & (beyond < -allowed))),
        "dual > primal": certificate.dual - certificate.primal > noise,
        "primal > dual": certificate.primal - certificate.dual > noise,
    }
    return [name for name, found in wrong.items() if found]


def _svc(given: Training) -> tuple[Any, Any]:
    machine = kv.KernelSVC(given.kernel, given.C).fit(given.X, given.y)
    return machine, partial(faults, gram_of(given), given.y, given.C)


def _moved(given: Training) -> tuple[Any, Any]:
    """The same, come to from one to three other kernels and penalties, near and far."""
    rng = np.random.default_rng([12, given.seed])
    machine = kv.KernelSVC(given.kernel, given.C * 10.0 ** rng.uniform(-1, 1)).fit(given.X, given.y)
    for _ in range(rng.integers(0, 3)):
        kernel = given.kernel + float(rng.uniform(0, 2)) * kv.RBF(10.0 ** rng.uniform(-1, 1))
        machine = machine.moved(kernel, given.C * 10.0 ** rng.uniform(-1, 1))
    return machine.moved(given.kernel, given.C), partial(faults, gram_of(given), given.y, given.C)


def _all_classes(given: Training) -> tuple[Any, Any]:
    codes, _ = labels(given)
    machine = CrammerSinger(given.kernel, given.C).fit(given.X, codes)
    return machine, partial(faults_of_all, gram_of(given), codes, given.C)


def _sphere(given: Training) -> tuple[Any, Any]:
    nu = share(given)
    machine = kv.SmallestHypersphere(given.kernel) if nu is None else kv.SoftHypersphere(given.kernel, nu)
    return machine.fit(given.X), partial(faults_of_sphere, gram_of(given), nu)


MACHINES = {"svc": _svc, "moved": _moved, "all classes": _all_classes, "sphere": _sphere}


def attacked(machine: str, seeds: Iterable[int]) -> Counter[str]:
    """Return the numbers of trainings, refusals and certificates, and of each fault."""
    count: Counter[str] = Counter()
    for seed in seeds:
        count["trainings"] += 1
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                trained, judge = MACHINES[machine](training(seed))
        except ValueError as error:
            count[f"refused: {type(error).__name__}"] += 1
            count["wrong: refused as optimal"] += "(optimal)" in str(error)
            continue
        if not trained.certificate_.optimal:
            count["not to roundoff, and said so"] += 1
            continue
        count["certified"] += 1
        found = judge(machine=trained)
        count["wrong"] += bool(found)
        count.update(f"wrong: {fault}" for fault in found)
        count[f"stage: {trained.certificate_.stage}"] += 1
    return +count


if __name__ == "__main__":
    for line, times in sorted(
        attacked((sys.argv[2:] or ["svc"])[0], range(int((sys.argv[1:] or ["1000"])[0]))).items()
    ):
        print(f"{times:7d}  {line}")
