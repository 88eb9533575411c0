"""KernelSVC against scikit-learn's SVC(kernel="precomputed"), interleaved in one run on one BLAS thread.

    OPENBLAS_NUM_THREADS=1 python benchmarks/svm.py [--repeats 3] [--sizes 50,100,200,400,800,1600] [--out FILE]

Compares the processor time of a whole fit; both estimators are given the Gram matrix. The time of SVC is its checks,
libsvm and its own attributes; that of KernelSVC the checks of points, labels and Gram matrix, the solve and the
certificate. They differ in precision: SVC stops at tol = 1e-3, KernelSVC at roundoff. If SVC gives up, after a million
steps, its time until then counts. The ratio of a problem is that of the best times of the repeats.

``slider``: the same for `KernelSVC.moved` along five sliders of a hundred positions on each data set, once through.
KernelSVC starts from the machine of the position before; SVC has no warm start and is trained afresh at each position.
"whole" is the ratio of the times of all positions, KernelSVC's over SVC's.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from unittest.mock import patch

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC

from kernviz.arrays import Array

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.results_file import keep
from kernviz.kernels import RBF, Kernel, Linear, Polynomial
from kernviz.models.svm import KernelSVC
from kernviz.solvers.threads import one_thread

KERNELS: tuple[Kernel, ...] = (
    Linear(),
    Polynomial(2),
    Polynomial(3),
    RBF(0.1),
    RBF(1.0),
    RBF(10.0),
    RBF(100.0),
    RBF(1.0) * Polynomial(3),
)
PENALTIES = (1e-2, 1.0, 1e2, 1e4)
GIVES_UP = 1_000_000  # steps of SVC
SLIDERS: tuple[list[tuple[Kernel, float]], ...] = (
    [(RBF(float(g)), 1.0) for g in np.geomspace(0.1, 100, 100)],
    [(RBF(float(g)), 100.0) for g in np.geomspace(0.1, 100, 100)],
    [(RBF(1.0), float(C)) for C in np.geomspace(1e-2, 1e4, 100)],
    [(Polynomial(3), float(C)) for C in np.geomspace(1e-2, 1e4, 100)],
    [(Polynomial(3, 1, float(c)), 10.0) for c in np.linspace(0, 3, 100)],
)


def _clouds(n: int, rng: np.random.Generator) -> Iterator[tuple[str, Array, Array]]:
    X = rng.uniform(-1, 1, (n, 2))
    yield "xor", X, np.where(X[:, 0] * X[:, 1] > 0, 1, -1)
    X = rng.uniform(-2, 2, (n, 2))
    yield "sine", X, np.where(X[:, 1] > np.sin(2 * X[:, 0]) + 0.2 * rng.normal(size=n), 1, -1)
    y = np.where(np.arange(n) % 2, 1, -1)
    yield "blobs", rng.normal(size=(n, 2)) + y[:, None], y
    yield "apart", rng.normal(size=(n, 2)) + 4 * y[:, None], y


def _milliseconds(run: Callable[[], object]) -> float:
    start = time.thread_time()  # processor time: on a shared machine wall-clock time includes the others' work
    run()
    return 1e3 * (time.thread_time() - start)


def problems(n: int) -> list[tuple[Array, Array, Kernel, float]]:
    """Return each cloud with each kernel and penalty.

    For many points the result is a share of them, which still includes each cloud, kernel and
    penalty.
    """
    every = {800: 3, 1600: 7}.get(n, 1)  # odd, so that no penalty is left out
    rng = np.random.default_rng(n)
    return [(X, y, k, C) for _, X, y in _clouds(n, rng) for k in KERNELS for C in PENALTIES][::every]


def rival(C: float) -> SVC:
    return SVC(kernel="precomputed", C=C, tol=1e-3, max_iter=GIVES_UP)


def compare(n: int, repeats: int) -> tuple[list[float], list[float], int, int]:
    """Return both solvers' times of each problem, and the failures.

    The times are ours and theirs in ms, the best of the repeats. The failures are SVC's. Our exact
    solutions are counted, too.
    """
    ours, theirs, gave_up, exact = [], [], 0, 0
    for X, y, kernel, C in problems(n):
        K = kernel(X)
        a, b = KernelSVC(kernel, C), rival(C)
        fits = partial(a.fit, X, y), partial(b.fit, K, y)
        with patch.object(type(kernel), "__call__", lambda *_, K=K: K):  # both are given the Gram matrix
            pairs = [(_milliseconds(fits[0]), _milliseconds(fits[1])) for _ in range(repeats)]
        ours.append(min(p[0] for p in pairs))
        theirs.append(min(p[1] for p in pairs))
        gave_up += int(np.max(b.n_iter_) >= GIVES_UP)
        exact += a.certificate_.optimal
    return ours, theirs, gave_up, exact


def slide(n: int) -> tuple[list[float], list[float]]:
    """Return both solvers' ms at each position of the sliders.

    Each slider is moved on each cloud.
    """
    ours, theirs = [], []
    for _, X, y in _clouds(n, np.random.default_rng(n)):
        for path in SLIDERS:
            machine = None
            for kernel, C in path:
                K = kernel(X)
                with patch.object(type(kernel), "__call__", lambda *_, K=K: K):
                    if machine is None:
                        machine = KernelSVC(kernel, C).fit(X, y)
                        continue
                    start = time.thread_time()
                    machine = machine.moved(kernel, C)
                    ours.append(1e3 * (time.thread_time() - start))
                theirs.append(_milliseconds(partial(rival(C).fit, K, y)))
    return ours, theirs


def _share(ours: list[float], theirs: list[float]) -> tuple[float, float]:
    """Return median and 95th percentile of the ratios."""
    median, p95 = np.percentile(np.divide(ours, theirs), [50, 95])
    return float(median), float(p95)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="50,100,200,400,800,1600")
    parser.add_argument("--slider", default="50,100,200,400", help="sizes for the sliders; none: leave them out")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--out", type=Path, help="also keep the numbers there, for table.py")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", ConvergenceWarning)
    sizes, slid = ([int(size) for size in text.split(",") if size] for text in (arguments.sizes, arguments.slider))
    table: dict[int, dict[str, float]] = {}
    print("   n  problems   KernelSVC ms       SVC ms         ratio")
    print("                 median    p95   median    p95   median    p95   exact  SVC gave up")
    with one_thread():
        for n in sizes:
            ours, theirs, gave_up, exact = compare(n, arguments.repeats)
            times = [float(value) for series in (ours, theirs) for value in np.percentile(series, [50, 95])]
            numbers = [*times, *_share(ours, theirs)]
            print(
                f"{n:4d} {len(ours):9d} " + " ".join(f"{value:8.2f}" for value in numbers) + f"{exact:8d} {gave_up:8d}",
                flush=True,
            )
            names = ("ours_ms", "ours_p95_ms", "theirs_ms", "theirs_p95_ms", "ratio", "ratio_p95")
            table[n] = {"n": n} | {name: round(value, 2) for name, value in zip(names, numbers, strict=True)}
        print("   n positions   slider: ratio, p95, whole")
        for n in slid:
            ours, theirs = slide(n)
            numbers = [*_share(ours, theirs), sum(ours) / sum(theirs)]
            print(f"{n:4d} {len(ours):9d} " + " ".join(f"{value:8.2f}" for value in numbers), flush=True)
            names = ("slider", "slider_p95", "slider_whole")
            table.setdefault(n, {"n": n}).update(zip(names, (round(value, 2) for value in numbers), strict=True))
    if arguments.out:
        keep(arguments.out, "svm", list(table.values()))


if __name__ == "__main__":
    main()
