"""Start of the threads in which Streamlit runs pages.

They are started outside of the event loop. Starting a thread waits until it runs. In a busy process it runs late, and
all visitors would wait with the event loop.
"""

from __future__ import annotations

import logging
from queue import SimpleQueue
from threading import Thread
from time import sleep
from typing import Any

from kernviz.ui.streamlit_internals.names import RUNNER, STARTED_ELSEWHERE, find

# seconds until a thread that the system does not allow is tried again
RETRY_SECONDS = 0.5
_log = logging.getLogger(__name__)
_ready: SimpleQueue[Thread] = SimpleQueue()


def start_elsewhere() -> None:
    """Let a thread of its own start the threads of page runs.

    Calling this twice has the same effect as calling it once.
    """
    if not STARTED_ELSEWHERE.known():
        return
    runner = find(RUNNER)
    if hasattr(runner.start, "elsewhere"):
        return

    def start(self: Any) -> None:
        if self._script_thread is not None:
            raise RuntimeError("this runner has been started already")
        self._script_thread = Thread(target=self._run_script_thread, name="ScriptRunner.scriptThread", daemon=True)
        _ready.put(self._script_thread)

    start.elsewhere = True  # type: ignore[attr-defined]
    runner.start = start
    Thread(target=_start_all, name="kernviz starter", daemon=True).start()


def _start_all() -> None:
    while True:
        start_patiently(_ready.get())


def start_patiently(thread: Thread) -> None:
    """Start a thread, as soon as the system allows one more."""
    while True:
        try:
            thread.start()
            return
        except RuntimeError as refused:
            _log.warning("a page waits for a thread: %s", refused)
            sleep(RETRY_SECONDS)
