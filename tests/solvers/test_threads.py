"""One BLAS thread while solving, and as many as before afterwards."""

from __future__ import annotations

import pytest
from threadpoolctl import ThreadpoolController, threadpool_info

from kernviz.solvers.threads import one_thread

NAMES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def threads() -> list[int]:
    return [library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"]


def test_one_thread_inside_and_as_before_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    with ThreadpoolController().limit(limits=2, user_api="blas"):
        before = threads()
        with one_thread():
            assert set(threads()) <= {1}
        assert threads() == before


@pytest.mark.parametrize("name", NAMES)
def test_with_one_thread_in_the_environment_nothing_is_changed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for other in NAMES:
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv(name, "1")
    monkeypatch.setattr("kernviz.solvers.threads._controller", lambda: pytest.fail("asked for a limit all the same"))
    with one_thread():
        pass
