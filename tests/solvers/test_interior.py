"""Both interior-point methods alone.

They end near the solution, stop early for the exact finish, and report a breakdown.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kernviz.arrays import Array
from kernviz.solvers import interior as two
from kernviz.solvers import multi_interior as many
from kernviz.solvers.multi_program import Program
from kernviz.solvers.multiclass import solve_multiclass
from kernviz.solvers.problem import Problem
from kernviz.solvers.qp import solve

RNG = np.random.default_rng(0)
X = RNG.uniform(-1, 1, (30, 2))
K = np.exp(-((X[:, None] - X[None]) ** 2).sum(-1))
Y = np.where(X[:, 0] * X[:, 1] + 0.2 * RNG.normal(size=30) > 0, 1.0, -1.0)
CODES = np.where(Y > 0, 0, np.where(X[:, 0] > 0, 1, 2))


def svm(C: float = 1.0) -> Problem:
    problem, *_ = Problem(K, -Y, np.where(Y > 0, 0.0, -C), np.where(Y > 0, C, 0.0), 0.0).normalised()
    return problem


def classes(C: float = 1.0) -> Program:
    centred = K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()
    return Program(centred, CODES, 3, C, K)


def test_the_finish_is_tried_once_a_checkpoint_and_ever_nearer(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Array, Any]] = []
    monkeypatch.setattr(two, "polish", lambda problem, b, states: seen.append((b, states)))
    problem = svm()
    found = two.interior(problem)
    assert found.candidate is None
    assert found.iterations < 100
    assert 3 <= len(seen) <= len(two.CHECKPOINTS)
    answer = solve(problem.K, problem.p, problem.lo, problem.hi, problem.total)
    np.testing.assert_array_equal(seen[-1][1], answer.states)
    off = [float(np.abs(b - answer.x).max()) for b, _ in seen]
    assert 0.1 > off[0] > 10 * off[-1]
    assert off[-1] < 1e-3


def test_the_finish_of_all_classes_is_tried_once_a_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    program = classes()
    answer = solve_multiclass(K, CODES, 3, 1.0)
    seen: list[tuple[Array, Any]] = []
    monkeypatch.setattr(many, "finish", lambda program, t, b, tight: seen.append((t, tight)))
    t, b, _, exact = many.interior(program)
    assert not exact
    assert 1 <= len(seen) <= len(many.CHECKPOINTS)
    np.testing.assert_array_equal(seen[-1][1], answer.t == program.bound)
    assert np.abs(seen[0][0] - answer.t).max() > np.abs(seen[-1][0] - answer.t).max()
    np.testing.assert_allclose(t, answer.t, atol=1e-5)
    np.testing.assert_allclose(b - b.mean(), answer.b, atol=1e-5)


def test_the_finish_ends_the_iteration_early(monkeypatch: pytest.MonkeyPatch) -> None:
    early = two.interior(svm())
    assert early.candidate is not None
    assert early.iterations < two.interior(svm(), finish=False).iterations
    *_, iterations, exact = many.interior(classes())
    assert exact
    monkeypatch.setattr(many, "finish", lambda *given: None)
    assert iterations < many.interior(classes())[2]


def test_a_failed_factorisation_is_reported() -> None:
    """−K has no minimum inside."""
    broken = two.interior(Problem(-K, -Y, np.full(30, -1e6), np.full(30, 1e6), 0.0))
    assert broken.candidate is None
    assert np.isfinite(broken.b).all()
    program = classes(1e6)
    t, _, _, exact = many.interior(Program(-program.K, CODES, 3, 1e6, -K))
    assert not exact
    assert (t <= program.bound).all()
