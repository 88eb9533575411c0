"""Random searches for what upsets the server, guided by the code they reach, for a night.

    python -m tests.fuzz [--minutes 480] [--only kernel,file,…] [--corpus FOLDER]
    python -m tests.fuzz --only kernel --again FILE

The time is shared by the subjects: kernel texts, addresses of pictures and sweeps, files, course files, and requests of
rooms. Inputs that reach new code are kept in the folder (`.fuzz`), and the next search goes on from them. An input that
upsets the server is written there, too; `--again` tries it alone. The result is printed as a table with the number of
inputs tried. The inputs are drawn by the strategies of the long tests.

The guide is atheris (`pip install atheris`). Without it Hypothesis searches at random, with other examples each time.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
Search = Callable[[], None]
LONGEST = 4096  # bytes of an input, from which Hypothesis draws
AT_ONCE = 500  # examples of a round without a guide
SUBJECTS = ("kernel", "picture", "sweep", "file", "course", "room")


def search(subject: str) -> Any:
    """Return the test of a subject, as Hypothesis decorates it."""
    hypothesis: Any = import_module("hypothesis")
    given, st = hypothesis.given, import_module("hypothesis.strategies")
    routes: Any = import_module("tests.test_route_fuzz")
    if subject == "kernel":
        texts: Any = import_module("tests.test_text_fuzz")
        return given(st.lists(st.sampled_from(texts.PIECES) | st.text(max_size=3), max_size=60).map("".join))(
            texts.read
        )
    if subject == "picture":
        return given(routes.addresses())(routes.picture_answered)
    if subject == "sweep":
        return given(routes.addresses(), routes.SWEEPS | routes.values, routes.MANY)(routes.sweep_answered)
    if subject == "file":
        return given(routes.files() | st.binary(max_size=60))(routes.file_read)
    if subject == "course":
        courses: Any = import_module("tests.courses.test_broken_files")
        return given(courses.mutated())(courses.whole)
    registry: Any = import_module("kernviz.ui.rooms.room_registry")
    location: Any = import_module("kernviz.rooms.location")
    watch: Any = import_module("kernviz.ui.rooms.watch")
    os.environ[location.SETTING] = str(Path(tempfile.mkdtemp()) / "rooms.sqlite")
    watch.PATIENCE = (0.0, 0.01)
    return routes.room_search(registry.rooms())


def guided(subject: str, arguments: list[str]) -> None:
    """Search with atheris in this process, which it ends."""
    atheris: Any = import_module("atheris")

    with atheris.instrument_imports(include=["kernviz"]):
        found = search(subject)
    found = search_settings(found)
    atheris.Setup([sys.argv[0], *arguments], found.hypothesis.fuzz_one_input)
    atheris.Fuzz()


def search_settings(found: Any, **more: Any) -> Any:
    """Return the test without Hypothesis' own bounds of time and its checks of speed."""
    strategies: Any = import_module("tests.strategies")
    from hypothesis import settings

    return settings(strategies.profile, derandomize=False, database=None, **more)(found)


def unguided(subject: str, seconds: float) -> int:
    """Search with Hypothesis for a time and return the number of inputs tried."""
    from hypothesis import seed

    tried, until = 0, time.monotonic() + seconds
    while time.monotonic() < until:
        number = int.from_bytes(os.urandom(4), "big")
        try:
            seed(number)(search_settings(search(subject), max_examples=AT_ONCE))()
        except Exception as error:
            error.add_note(f"hypothesis.seed({number})")
            raise
        tried += AT_ONCE
    return tried


def child(subject: str, seconds: float, corpus: Path, again: Path | None) -> tuple[int, int]:
    """Search in a process of its own; return its exit status and the number of inputs tried."""
    own = corpus / subject
    own.mkdir(parents=True, exist_ok=True)
    bounds = [
        f"-max_total_time={max(1, round(seconds))}",
        f"-max_len={LONGEST}",
        "-len_control=0",
        "-timeout=60",
        "-rss_limit_mb=4096",
    ]
    given = [str(again)] if again else [*bounds, "-print_final_stats=1", f"-artifact_prefix={own}-", str(own)]
    if not find_spec("atheris"):
        given = [f"--unguided={seconds}"]
    command = [sys.executable, "-m", "tests.fuzz", "--search", subject, *given]
    log = corpus / f"{subject}.log"
    with log.open("wb") as file:
        status = subprocess.run(command, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT).returncode  # noqa: S603
    log_text = log.read_text("utf-8", "replace")
    return status, executions(log_text)


def executions(log_text: str) -> int:
    """Return the number of inputs tried, from the words of a search."""
    found = re.findall(r"number_of_executed_units:\s*(\d+)|^tried (\d+)$|^Done (\d+) runs", log_text, re.MULTILINE)
    return int(next(filter(None, found[-1]))) if found else 0


def main(words: list[str]) -> int:
    """Search all subjects one after another; return 1 if something was found."""
    if words[:1] == ["--search"]:
        subject, given = words[1], words[2:]
        if given and given[0].startswith("--unguided="):
            print("tried", unguided(subject, float(given[0].partition("=")[2])))
        else:
            guided(subject, given)
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=480.0, help="of all subjects together")
    parser.add_argument("--only", default=",".join(SUBJECTS))
    parser.add_argument("--corpus", type=Path, default=ROOT / ".fuzz")
    parser.add_argument("--again", type=Path, help="an input to try alone")
    options = parser.parse_args(words)
    subjects = options.only.split(",")
    guide = "atheris" if find_spec("atheris") else "none, only chance"
    print(f"guide: {guide}\n\n| subject | inputs tried | result |\n| --- | --- | --- |", flush=True)
    worst = 0
    for subject in subjects:
        status, tried = child(subject, 60 * options.minutes / len(subjects), options.corpus.resolve(), options.again)
        log = options.corpus / f"{subject}.log"
        print(f"| {subject} | {tried} | {f'see {log}' if status else 'nothing found'} |", flush=True)
        worst = max(worst, int(status != 0))
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
