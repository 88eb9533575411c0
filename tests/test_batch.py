"""Batches of computations on joblib's current backend."""

from __future__ import annotations

import os
import threading
from typing import Any

import joblib
import pytest

from kernviz import batch


def test_a_batch_runs_in_order_and_in_this_thread_by_default() -> None:
    seen = batch.results(lambda x: (x * x, os.getpid(), threading.get_ident()), range(5))
    assert [value for value, _, _ in seen] == [0, 1, 4, 9, 16]
    assert {where for _, *where in seen for where in [tuple(where)]} == {(os.getpid(), threading.get_ident())}


def test_a_batch_runs_on_joblibs_current_backend() -> None:
    with joblib.parallel_config(backend="threading", n_jobs=2):
        seen = batch.results(lambda _: threading.get_ident(), range(8))
    assert threading.get_ident() not in seen


def test_the_environment_names_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def connect(address: str) -> None:
        asked.append(address)

    def config(**settings: Any) -> Any:
        asked.append(settings["backend"])
        return joblib.parallel_backend("threading", n_jobs=1)

    monkeypatch.setenv(batch.ENVIRONMENT, "tcp://scheduler:8786")
    monkeypatch.setattr(batch, "_connect", connect)
    monkeypatch.setattr(batch, "parallel_config", config)
    assert batch.results(abs, [-1, 2]) == [1, 2]
    assert asked == ["tcp://scheduler:8786", "dask"]
