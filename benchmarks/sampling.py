"""Sampling profiler inside a server process.

The work of each busy thread is counted by purpose. The server runs this file (started by latency_breakdown.py)
and writes its counts into a file for the benchmark.
"""

from __future__ import annotations

import json
import re
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from types import FrameType

EVERY = 0.002  # seconds
IDLE = re.compile(
    r"/(threading|selectors|queue|socket|sampling|polling_path_watcher)\.py$|concurrent/futures/thread\.py$|asyncio/(runners|base_events)\.py$"
)
# Purposes by the outermost matching file: work for a tab counts as the tab's, whatever it calls.
OUTER = {
    "tabs": r"kernviz/lessons/.*(tabs?|tables?|notes)(/|\.py|_)|kernviz/lessons/\w+/tabs/",
    "training": r"kernviz/(models|solvers)/|kernviz/lessons/(shared/)?training",
    "proof": r"kernviz/mercer/",
    "field": r"kernviz/surfaces",
    "figure": r"kernviz/figures/|/plotly/",
    "packing": r"kernviz/ui/binary_message",
}
INNER = {  # if none of these is on the stack: by the innermost matching file
    "tables": r"/(pandas|pyarrow)/|dataframe_util",
    "data": r"kernviz/data/",
    "kernel": r"kernviz/(kernels|features)/",
    "page": r"kernviz/lessons/",
    "controls": r"kernviz/ui/|kernviz/_app|/pages/",
    "Streamlit": r"/streamlit/|/uvicorn/|/starlette/|/websockets/|/google/protobuf|/asyncio/|/anyio/",
}


def purpose(files: list[str]) -> str | None:
    """Return the purpose of a stack, or None for waiting.

    The outermost file of the stack comes first.
    """
    if not files or IDLE.search(files[-1]):
        return None
    for file in files:
        for name, pattern in OUTER.items():
            if re.search(pattern, file):
                return name
    for file in reversed(files):
        for name, pattern in INNER.items():
            if re.search(pattern, file):
                return name
    return "other"


def _files(frame: FrameType | None) -> list[str]:
    found = []
    while frame is not None:
        found.append(frame.f_code.co_filename.replace("\\", "/"))
        frame = frame.f_back
    return found[::-1]


def start(out: str) -> None:
    """Start sampling in a thread of its own.

    The counts are written to the file ``out`` as JSON twice a second.
    """
    counts: Counter[str] = Counter()
    known: dict[tuple[str, ...], str | None] = {}

    def sample() -> None:
        me, written = threading.get_ident(), 0.0
        while True:
            time.sleep(EVERY)
            for thread, frame in sys._current_frames().items():
                files = tuple(_files(frame)) if thread != me else ()
                if files not in known:
                    known[files] = purpose(list(files))
                if (name := known[files]) is not None:
                    counts[name] += 1
            if time.monotonic() - written > 0.5:
                written = time.monotonic()
                fresh = Path(out + ".new")
                fresh.write_text(json.dumps(counts), "utf-8")
                fresh.replace(out)

    threading.Thread(target=sample, daemon=True).start()
