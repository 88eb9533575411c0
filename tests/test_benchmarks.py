"""Helpers of the benchmarks: sliders, tables of docs/benchmarks.md, samples of a profile."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from benchmarks import capacity, lecture, load, soak, targets
from benchmarks.sampling import purpose
from benchmarks.table import BEGIN, END, tables, written
from kernviz.ui import navigation
from tests.ui.helpers import numbers

ROOT = Path(__file__).parents[1]
PAGES = {entry.name: entry for entry in navigation.entries(ROOT)}

BEFORE = {
    "latency": {
        "svm": {"key_of_dash": 3.42, "drag_pictures_s": 0.0, "bytes": 139084},
        "plain Dash": {"key_of_dash": 1.0},
    },
    "classroom": [{"sessions": 100, "p95_ms": 15890.0, "errors": 2}],
}
NOW = {
    "latency": {
        "svm": {"key_of_dash": 0.31, "drag_pictures_s": 38.4, "bytes": 20100},
        "tryout": {"key_of_dash": 0.5},
        "plain Dash": {"key_of_dash": 1.0},
    },
    "classroom": [{"sessions": 30, "p95_ms": 139.0, "errors": 0}],
}


def test_a_cell_shows_the_values_before_and_now() -> None:
    text = tables(BEFORE, NOW)
    (svm,) = (line for line in text.splitlines() if line.startswith("| svm"))
    assert "| 3.4 → 0.31 |" in svm
    assert "| 0 → 38 |" in svm
    assert "| 139 → 20 |" in svm, "kB"
    assert "| tryout | 0.5 |" in text, "a page that is new has no before"
    assert "| plain Dash | 1 → 1 |" in text
    assert "| 30 | – | 139 | – | – | 0 |" in text
    assert "| 100 |" not in text, "what was not measured again"


def test_every_row_of_a_table_has_as_many_cells() -> None:
    blocks = [block.splitlines() for block in tables(BEFORE, NOW).split("\n\n") if block.startswith("|")]
    assert len(blocks) == 2
    for block in blocks:
        assert len({line.count("|") for line in block}) == 1


def test_only_text_between_the_markers_is_replaced() -> None:
    page = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    assert written(page, "new") == f"before\n{BEGIN}\n\nnew\n{END}\nafter\n"
    with pytest.raises(ValueError, match="the page has no"):
        written("before\nafter\n", "new")


@pytest.mark.parametrize(
    ("stack", "whose"),
    [
        (["app.py", "x/kernviz/ui/show.py", "x/kernviz/models/svm.py", "x/kernviz/kernels/node.py"], "training"),
        (["app.py", "x/kernviz/lessons/svm_tables.py", "x/kernviz/models/svm.py"], "tabs"),
        (["app.py", "x/kernviz/lessons/svm/tabs/probe.py", "x/kernviz/figures/bars/votes.py"], "tabs"),
        (["app.py", "x/kernviz/surfaces.py", "x/kernviz/models/svm.py", "numpy/linalg.py"], "field"),
        (["app.py", "x/kernviz/figures/plane/plane.py", "site-packages/plotly/basedatatypes.py"], "figure"),
        (["app.py", "x/kernviz/ui/state_controls.py", "site-packages/streamlit/slider.py"], "Streamlit"),
        (["site-packages/streamlit/run.py", "app.py", "x/kernviz/ui/state_controls.py"], "controls"),
        (["thread.py", "lib/threading.py"], None),
        ([], None),
    ],
)
def test_a_sample_of_the_profile_is_assigned_to_its_purpose(stack: list[str], whose: str | None) -> None:
    assert purpose(stack) == whose


@pytest.mark.sampled(3)
@pytest.mark.parametrize("target", targets.PAGES, ids=lambda target: target.name)
def test_the_slider_that_is_measured_is_on_its_page(target: targets.Target) -> None:
    """A changed label must not remove its page from the benchmark."""
    at = AppTest.from_file(ROOT / "app.py", default_timeout=60)
    for name, value in parse_qsl(urlsplit(target.path).query):
        at.query_params[name] = value
    at.switch_page(str(PAGES[target.name].path)).run()
    assert [label for label in numbers(at) if label.startswith(target.slider)], list(numbers(at))


@pytest.mark.parametrize(
    ("memory", "is_level"),
    [([300, 380, 400, 401, 399, 400, 400, 402, 401], True), ([300, 340, 380, 420, 460, 500, 540, 580, 620], False)],
)
def test_memory_that_grows_is_not_level(memory: list[float], is_level: bool) -> None:
    assert (soak.level([{"memory_MB": each} for each in memory]) <= soak.LEVEL) == is_level


def test_the_types_that_grew_most_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "kinds"
    file.write_text('[["dict", 5]]\n[["dict", 6], ["Proof", 1]]\n[["Proof", 9], ["dict", 7]]\n')
    assert soak.grown(file) == [("Proof", 8), ("dict", 1)]


def test_an_address_that_is_not_stored_has_no_version() -> None:
    assert load.short("kernviz-live/0123456789ab/en/svm?C=1&n=60") == "kernviz-live/svm?C=1&n=60"


def test_the_table_of_the_load_has_a_cell_for_each_number() -> None:
    row = dict.fromkeys(load.COLUMNS, 1) | {"stored": False, "page_p50": None}
    lines = load.table([row, row]).splitlines()
    assert len({line.count("|") for line in lines}) == 1
    assert lines[2].startswith("| 1 | no | 1 |")
    assert "–" in lines[2]


ANSWERS = {
    "slow": b"HTTP/1.1 200 OK\r\nContent-Length: 7\r\nX-Kernviz-Grid: half\r\n\r\npicture",
    "last": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npict\r\n3\r\nure\r\n0\r\n\r\n",
    "older": b"HTTP/1.1 503 Busy\r\nContent-Length: 12\r\n\r\ntoo many ask",
    "broken": b"HTTP/1.1 500 Error\r\nContent-Length: 0\r\n\r\n",
}


def of_one_page(values: list[tuple[float, str]], first: str = "") -> tuple[lecture.Tally, list[str], int]:
    """Return the tally of one page, the values requested and the number of connections.

    The server answers with `first` to the first request, and closes the connection after "close".
    """
    asked: list[str] = []
    connections = 0

    async def run() -> lecture.Tally:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal connections
            connections += 1
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                while True:
                    name = (await reader.readuntil(b"\r\n\r\n")).split(b" ", 2)[1].decode().strip("/")
                    asked.append(name)
                    if name == "none":
                        break
                    await asyncio.sleep(0.3 * (name == "slow"))
                    writer.write(first.encode() if first and len(asked) == 1 else ANSWERS[name])
            writer.close()

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        async with server:
            url = "http://{}:{}".format(*server.sockets[0].getsockname())
            return await lecture.lecture(url, [(when, name, "student1") for when, name in values])

    with ThreadPoolExecutor(1) as own:  # a browser's tests in this process have a running loop
        return own.submit(asyncio.run, run()).result(), asked, connections


def test_only_the_newest_value_is_requested_and_shows_those_before_it() -> None:
    tally, asked, connections = of_one_page([(0.0, "slow"), (0.1, "older"), (0.11, "broken"), (0.12, "last")])
    assert asked == ["slow", "last"]
    assert connections == 1
    assert len(tally.times) == 4
    assert tally.times[0] >= 300
    assert tally.times[1] >= 200, "it was due 0.2 s before the first picture came"
    assert (tally.skipped, tally.half, tally.errors()) == (2, 1, 0)


def test_answers_without_a_picture_are_kept_apart() -> None:
    tally, asked, _ = of_one_page([(0.0, "older"), (0.2, "broken"), (0.4, "none"), (0.6, "last")])
    assert asked == ["older", "broken", "none", "none", "last"], "a kept connection may have ended: it is asked again"
    assert (tally.overtaken, tally.failed, tally.errors()) == (1, 1, 2)
    assert tally.status == {500: 1, 200: 1}
    assert len(tally.times) == 4, "the last picture shows all values"


def test_a_value_is_requested_again_after_the_time_a_server_asks_for() -> None:
    busy = "HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n"
    tally, asked, _ = of_one_page([(0.0, "last")], first=busy)
    assert asked == ["last", "last"]
    assert len(tally.refusals) == len(tally.times) == 1
    assert tally.times[0] >= 700


def answers(sessions: int, soon: bool) -> capacity.Round:
    return capacity.Round(sessions, 1.0, [20.0] * 95 + ([20.0] if soon else [900.0, 900.0]) * 5)


@pytest.mark.parametrize(
    ("holds", "steps", "least"), [(1, 3, 0), (40, 0, 40), (100, 0, 80), (100, 3, 95), (700, 6, 690)]
)
def test_the_capacity_is_found_between_two_rounds(holds: int, steps: int, least: int) -> None:
    tried: list[int] = []

    def run(sessions: int) -> capacity.Round:
        tried.append(sessions)
        return answers(sessions, sessions <= holds)

    found = capacity.capacity(run, 40, steps)
    assert least <= found <= holds
    assert found in (0, *tried)
    assert len(tried) == len(set(tried))


def test_the_search_for_the_capacity_ends() -> None:
    tried: list[int] = []
    assert capacity.capacity(lambda n: tried.append(n) or answers(n, True), 40, 3, most=100) == 100  # type: ignore[func-returns-value]
    assert tried == [40, 80, 100]


def test_what_is_not_shown_is_not_shown_in_time() -> None:
    found = capacity.Round(9, 2.0, [100.0] * 94 + [501.0], coarse=19, superseded=20, refused=4, errors=1, busy=0.5)
    assert found.soon == pytest.approx(0.94)
    row = found.row(3)
    assert row["coarse"] == "20.0%"
    assert row["superseded"] == "20.0%"
    assert (row["load"], row["rate"], row["errors"], row["clients"]) == ("3.00", "50.0", 1, "0.25")
    found.took, found.app, found.proxy, found.machine = 4.0, 4.0, 1.0, 8.0
    row = found.row(3)
    assert (row["app"], row["proxy"], row["clients"], row["machine"]) == ("1.00", "0.25", "0.12", "2.00")
    lines = capacity.table([found, answers(3, True)], 3).splitlines()
    assert len({line.count("|") for line in lines}) == 1
    assert lines[2].startswith("| 3 | 1.00 |")


def test_rounds_with_other_seeds_share_no_address() -> None:
    class Options:
        students, minutes, follow = 12, 0.2, 0.5

    first, second = ({address for _, address, _ in lecture.script(Options(), seed)} for seed in (10, 20))  # type: ignore[arg-type]
    assert first
    assert not first & second


def test_every_lesson_is_measured() -> None:
    assert {target.name for target in targets.PAGES} == {
        name for name, entry in PAGES.items() if entry.path.parent.name != "start"
    }
