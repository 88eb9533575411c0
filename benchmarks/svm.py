"""KernelSVC against scikit-learn's SVC(kernel="precomputed"), interleaved in one run on one BLAS thread.

    OPENBLAS_NUM_THREADS=1 python benchmarks/svm.py [--repeats 5] [--sizes 50,100,200,400] [--out FILE]

What is compared is processor time of a fit from the Gram matrix on, which both are given: KernelSVC's share is the
check that it is one, the solve and the certificate. The two answer different questions: SVC stops at tol = 1e-3,
KernelSVC at roundoff.
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
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.keeping import keep
from kernviz.kernels import RBF, Kernel, Linear, Polynomial
from kernviz.models.svm import KernelSVC
from kernviz.solvers.threads import one_thread

Array = NDArray[np.float64]

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


def _clouds(n: int, rng: np.random.Generator) -> Iterator[tuple[str, Array, Array]]:
    X = rng.uniform(-1, 1, (n, 2))
    yield "xor", X, np.where(X[:, 0] * X[:, 1] > 0, 1, -1)
    X = rng.uniform(-2, 2, (n, 2))
    yield "sine", X, np.where(X[:, 1] > np.sin(2 * X[:, 0]) + 0.2 * rng.normal(size=n), 1, -1)
    y = np.where(np.arange(n) % 2, 1, -1)
    yield "blobs", rng.normal(size=(n, 2)) + y[:, None], y
    yield "apart", rng.normal(size=(n, 2)) + 4 * y[:, None], y


def _milliseconds(run: Callable[[], object]) -> float:
    start = time.thread_time()  # of the processor: on a shared machine the clock on the wall measures the others
    run()
    return 1e3 * (time.thread_time() - start)


def compare(n: int, repeats: int) -> tuple[list[float], list[float], list[float], int]:
    """(our ms, their ms, their ms / ours inverted per problem, problems SVC gave up on), best of the repeats each."""
    rng = np.random.default_rng(n)
    ours, theirs, gave_up = [], [], 0
    for _, X, y in _clouds(n, rng):
        for kernel in KERNELS:
            K = kernel(X)
            for C in PENALTIES:
                a, b = KernelSVC(kernel, C), SVC(kernel="precomputed", C=C, tol=1e-3, max_iter=1_000_000)
                fits = partial(a.fit, X, y), partial(b.fit, K, y)
                with patch.object(type(kernel), "__call__", lambda *_, K=K: K):  # both are given the Gram matrix
                    pairs = [(_milliseconds(fits[0]), _milliseconds(fits[1])) for _ in range(repeats)]
                ours.append(min(p[0] for p in pairs))
                theirs.append(min(p[1] for p in pairs))
                gave_up += int(np.max(b.n_iter_) >= 1_000_000)
    return ours, theirs, [a / b for a, b in zip(ours, theirs, strict=True)], gave_up


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="50,100,200,400")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--out", type=Path, help="also keep the numbers there, for table.py")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", ConvergenceWarning)
    table = []
    print("   n  problems   KernelSVC ms       SVC ms        ratio")
    print("                 median    p95   median    p95   median    p95   SVC gave up")
    with one_thread():
        for n in (int(size) for size in arguments.sizes.split(",")):
            ours, theirs, ratios, gave_up = compare(n, arguments.repeats)
            numbers = [value for series in (ours, theirs, ratios) for value in np.percentile(series, [50, 95])]
            print(f"{n:4d} {len(ours):9d} " + " ".join(f"{value:8.2f}" for value in numbers) + f" {gave_up:8d}")
            names = ("ours_ms", "ours_p95_ms", "theirs_ms", "theirs_p95_ms", "ratio", "ratio_p95")
            table.append({"n": n} | {name: round(float(value), 2) for name, value in zip(names, numbers, strict=True)})
    if arguments.out:
        keep(arguments.out, "svm", table)


if __name__ == "__main__":
    main()
