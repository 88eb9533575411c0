"""Verdicts on random expressions: rates, times, and attacks on proofs.

    python benchmarks/verdicts.py --number 3000 --seed 1

There is a row for points (ℝᵈ for d = 1, 2, 3, a quarter of them without negative coordinates), for every dimension at
once, and for words, sets and graphs. Expressions are those of tests/strategies.py, drawn by a plain random generator:
Hypothesis itself repeats and mutates interesting examples, so shares in its samples mean nothing. Every proven
expression is attacked: random points at many scales, or sample objects, are tried as a refutation, by elimination in
ball arithmetic. A refutation by points needs no check, as it carries its own certificate.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis.strategies._internal.collections import ListStrategy
from hypothesis.strategies._internal.core import CompositeStrategy
from hypothesis.strategies._internal.lazy import unwrap_strategies
from hypothesis.strategies._internal.misc import BooleansStrategy
from hypothesis.strategies._internal.numbers import IntegersStrategy
from hypothesis.strategies._internal.strategies import SampledFromStrategy

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import kernviz as kv
from kernviz.kernels import Kernel, parse
from kernviz.kernels.bilinear import Bilinear
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.point_maps import Coordinate
from kernviz.kernels.structured.sample_objects import shelves
from kernviz.mercer.witness import witness
from tests.strategies import kernels, object_kernels

SCALES = (1e-3, 0.03, 0.3, 1.0, 3.0, 30.0)


class Plain:
    """Sampler of Hypothesis strategies by a plain generator, with uniform, independent choices."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311  a sample, no secret

    def __call__(self, strategy: Any) -> Any:
        inner = unwrap_strategies(strategy)
        match inner:
            case IntegersStrategy():
                return self.random.randint(inner.start, inner.end)
            case BooleansStrategy():
                return self.random.random() < 0.5
            case SampledFromStrategy():
                return self.random.choice(list(inner.elements))
            case ListStrategy():
                size = self.random.randint(inner.min_size, int(inner.max_size))
                return [self(inner.element_strategy) for _ in range(size)]
            case CompositeStrategy():
                return inner.definition(self, *inner.args, **inner.kwargs)
        raise TypeError(f"no plain way to draw from {inner!r}")


def expressions(number: int, seed: int) -> list[tuple[int, bool, Kernel]]:
    """Return ``number`` different expressions as (d, nonnegative, kernel).

    Kernels without a text form are left out.
    """
    draw = Plain(seed)
    found: dict[tuple[int, bool, str], tuple[int, bool, Kernel]] = {}
    while len(found) < number:
        d, nonnegative = draw.random.choice((1, 2, 3)), draw.random.random() < 0.25
        k = draw(kernels(d, traps=True, size=5, nonnegative=nonnegative))
        try:
            parse(str(k))
        except ValueError:
            continue
        found[d, nonnegative, str(k)] = d, nonnegative, k
    return list(found.values())


def object_expressions(kind: str, number: int, seed: int) -> list[Kernel]:
    """Return ``number`` different expressions on words, sets or graphs.

    Kernels without a text form are left out.
    """
    draw = Plain(seed)
    found: dict[str, Kernel] = {}
    while len(found) < number:
        k = draw(object_kernels(kind, size=4))
        try:
            parse(str(k))
        except ValueError:
            continue
        if k.kind == kind:  # a constant takes every kind
            found[str(k)] = k
    return list(found.values())


SPACES = ("points", "every dimension", "words", "sets", "graphs")
Question = tuple[float, bool, Kernel]


def questions(space: str, number: int, seed: int) -> list[Question]:
    """Return ``number`` questions (d, nonnegative, kernel) about one of SPACES."""
    if space == "points":
        return [*expressions(number, seed)]
    if space == "every dimension":
        return [(math.inf, False, k) for _, _, k in expressions(number, seed) if not misfit(k)]
    return [(2, False, k) for k in object_expressions(space, number, seed)]


def misfit(k: Kernel) -> bool:
    """Return True if part of k fits points of one dimension only."""
    return any(
        isinstance(node, Bilinear) or (isinstance(node, Mapped) and isinstance(node.phi, Coordinate))
        for node in k.walk()
    )


def attacked(k: Kernel, d: float, nonnegative: bool, seed: int) -> bool:
    """Return True if points or sample objects certainly refute k.

    The points are drawn at each of the scales.
    """
    if (k.kind or "vectors") != "vectors":
        return any(witness(k, shelf[:25]) is not None for shelf in shelves(k.kind))  # type: ignore[arg-type]
    rng = np.random.default_rng(seed)
    for scale in SCALES:
        rows = np.round(rng.normal(size=(10, 3 if math.isinf(d) else int(d))) * scale, 6)
        if witness(k, np.abs(rows) if nonnegative else rows) is not None:
            return True
    return False


def measured(space: str, number: int, seed: int, show: bool = False) -> Counter[str]:
    """Judge questions about a space, and return the counts of verdicts.

    A row of shares and times is printed.
    """
    verdicts: Counter[str] = Counter()
    methods: Counter[str] = Counter()
    seconds: list[float] = []
    for d, nonnegative, k in questions(space, number, seed):
        start = time.process_time()
        judged = kv.judge(k, d=d, nonnegative=nonnegative)
        seconds.append(time.process_time() - start)
        verdicts[judged.verdict.value] += 1
        methods[judged.refuted_by or judged.proof.method] += 1
        if judged.verdict is kv.Verdict.PROVEN and attacked(k, d, nonnegative, seed):
            print(f"WRONG: proven and refuted: {k} on {judged.space}")
            verdicts["wrong"] += 1
        if judged.verdict is kv.Verdict.OPEN and show:
            print(f"open\t{judged.space}\t{k}")
    total = sum(verdicts.values()) - verdicts["wrong"]
    share: Callable[[str], str] = lambda name: f"{verdicts[name]} ({100 * verdicts[name] / total:.2f} %)"  # noqa: E731
    print(f"{space}: {total} expressions: proven {share('proven')}, refuted {share('refuted')}, open {share('open')}")
    print(f"  wrong: {verdicts['wrong']}; decided by {dict(methods.most_common())}")
    worst = sorted(seconds)
    print(
        f"  processor time: median {1e3 * worst[len(worst) // 2]:.1f} ms, 99 % {worst[int(0.99 * len(worst))]:.2f} s, "
        f"longest {worst[-1]:.2f} s"
    )
    return verdicts


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--number", type=int, default=1000)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--open", action="store_true", help="print what stays open")
    reader.add_argument("--space", choices=SPACES, action="append", help="one row; without it, all")
    options = reader.parse_args()
    for space in options.space or SPACES:
        measured(space, options.number, options.seed, options.open)


if __name__ == "__main__":
    main()
