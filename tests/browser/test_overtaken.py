"""Real server that stops computations whose result nobody will see."""

from __future__ import annotations

import time
from pathlib import Path

import psutil
import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.browser.conftest import START, free_port, starting
from tests.browser.protocol import session

pytestmark = pytest.mark.slow

DEAR = {"data": "moons", "n": "1000", "noise": "0.5", "k": "poly(degree=10)", "C": "1e6"}
BEGUN = 1.0  # seconds of processor time after which the training is under way
LOOK = 2.0  # seconds over which the server's processor time is measured


def test_a_run_that_is_stopped_computes_no_longer(tmp_path: Path) -> None:
    port = free_port()
    with starting(START, tmp_path, port) as process:
        server = psutil.Process(process.pid)
        with session(f"http://127.0.0.1:{port}", "svm", n="20") as warm:
            warm.run()

        def spent() -> float:
            return float(sum(server.cpu_times()[:2]))

        def passed() -> float:
            begun = spent()
            time.sleep(LOOK)
            return spent() - begun

        before = spent()
        with session(f"http://127.0.0.1:{port}", "svm", **DEAR) as visitor:
            asked = BackMsg()
            asked.rerun_script.query_string, asked.rerun_script.page_name = visitor.query, visitor.page
            visitor.socket.send(asked.SerializeToString())
            until = time.monotonic() + 30
            while spent() - before < BEGUN and time.monotonic() < until:
                time.sleep(0.05)
            assert spent() - before >= BEGUN
            computing = passed()
            visitor.socket.send(BackMsg(stop_script=True).SerializeToString())
            time.sleep(0.5)
            assert passed() < computing / 4  # relative to before, as a busy machine gives the server less
