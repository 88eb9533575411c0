"""Long random tests of the server: addresses of pictures and sweeps, files, rooms.

Each part makes EXAMPLES[name] attempts. All parts run with `pytest -m long`, a share of them in CI.
Kernel texts have theirs in tests/test_text_fuzz.py, course files in tests/courses/test_broken_files.py.
"""

from __future__ import annotations

import json
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernviz.data import DataError, load_csv
from kernviz.data.file_reading import understood
from kernviz.data.import_plan import Choice, plan
from kernviz.rooms import location
from kernviz.ui.rooms import room_registry, watch
from tests.strategies import searched
from tests.ui.asking import ask, run
from tests.ui.test_live import asked
from tests.ui.test_rooms import APP, ONE, at
from tests.ui.test_sweeps import serve
from tests.wire.decoding import unpack

LINKS = [load["address"] for load in tomllib.loads(Path(__file__).with_name("links_0_1.toml").read_text())["link"]]
PARTS = {"live": 20, "sweep": 20, "file": 20, "room": 20}
EXAMPLES = {"live": 60, "sweep": 20, "file": 400, "room": 100}  # in each part
SLOWEST = 20.0  # seconds for one try on a busy machine; the budget of processor time is far less
ODD = st.sampled_from(
    [
        *["", "-1", "0", "nan", "inf", "-inf", "1e400", "1e-400", "1e308", "٣", "1_0", "0x10", "a\x00", "1,5", "⅓"],
        *[
            "drawn",
            "own",
            "xor",
            "digits",
            "../../etc/passwd",
            "<img src=x>",
            "![a](//b/c)",
            "rbf**20",
            "0*rbf",
            "-rbf",
        ],
        *["exp(exp(linear))", "polynomial(linear, [1e300])", "a: 1 1 b: 1 1", "a: 1e308 1 b: -1e308 1 2 2"],
        *["C:1:2:3", ":::", "2×3", "a" * 600],
    ]
)
values = ODD | st.text(max_size=12) | st.floats().map(str) | st.integers(-3, 10**9).map(str)


@st.composite
def addresses(draw: Any) -> tuple[str, str]:
    """Draw a page and a query: a real link with values changed, doubled or lost, and parameters added."""
    place = urlsplit(draw(st.sampled_from(LINKS)))
    params = parse_qsl(place.query, keep_blank_values=True)
    for _ in range(draw(st.integers(0, 4))):
        match draw(st.sampled_from(["change", "lose", "double", "add"])), bool(params):
            case "change", True:
                k = draw(st.integers(0, len(params) - 1))
                params[k] = params[k][0], draw(values)
            case "lose", True:
                del params[draw(st.integers(0, len(params) - 1))]
            case "double", True:
                params.append((draw(st.sampled_from(params))[0], draw(values)))
            case _:
                params.append((draw(st.sampled_from(NAMES) | st.text(max_size=6)), draw(values)))
    if not any(name == "n" for name, _ in params):
        params.append(("n", draw(st.sampled_from(["2", "5", "20", "40"]))))
    return place.path or "home", urlencode(params, errors="surrogatepass")


NAMES = [
    "k",
    "data",
    "pts",
    "n",
    "noise",
    "seed",
    "C",
    "px",
    "py",
    "~gamma",
    "~degree",
    "@part",
    "@whole",
    "own",
    "lang",
]
NAMES += ["sweep", "sweep2", "@from", "@many", "tab", "nu", "alpha", "split"]


def in_time(begun: float) -> None:
    assert time.monotonic() - begun < SLOWEST


@pytest.mark.filterwarnings("ignore")
@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS["live"]))
def test_a_live_picture_of_any_address_is_answered(part: int) -> None:
    searched(part, EXAMPLES["live"])(given(addresses())(picture_answered))()


def picture_answered(address: tuple[str, str]) -> None:
    """Ask for a live picture; assert that the answer is one of those that are foreseen."""
    begun = time.monotonic()
    found = asked(*address)
    assert found.status_code in (200, 409, 503)
    if found.status_code == 200:
        assert set(unpack(found.body)) - {"band", "notes"} == {"pictures", "readouts", "problem"}
    in_time(begun)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS["sweep"]))
def test_a_sweep_of_any_address_is_answered(part: int) -> None:
    searched(part, EXAMPLES["sweep"])(given(addresses(), SWEEPS | values, MANY)(sweep_answered))()


SWEEPS = st.sampled_from(["C:0.1:10:5", "gamma:0.1:10:4", "n:5:9:3", "C:1:1:1", "C:-1:nan:3", "C:1:10:99999999"])
MANY = st.sampled_from(["1", "2", "0", "-1", "99", "x"])


def sweep_answered(address: tuple[str, str], sweep: str, many: str) -> None:
    """Ask for frames of a sweep; assert that the answer is one of those that are foreseen."""
    begun = time.monotonic()
    query = urlencode({"sweep": sweep, "@many": many}, errors="surrogatepass")
    found = serve(address[0], f"{address[1]}&{query}")
    assert found.status_code in (200, 409, 503)
    in_time(begun)


CELL = st.sampled_from(
    ["", "0", "1", "-1", "1.5", "1,5", "1e308", "nan", "inf", "NA", "a", "é", '"', '""', "#", "=1+1", "٣", "x y"]
)
CELLS = CELL | st.text(max_size=4) | st.integers().map(str) | st.floats().map(str)
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1", "cp1252", "utf-32")


@st.composite
def files(draw: Any) -> bytes:
    """Draw a table as people and attackers write it.

    It has any separator, end of line and encoding, and may be ragged or cut off.
    """
    parting = draw(st.sampled_from([",", ";", "\t", " ", "|", ", "]))
    end = draw(st.sampled_from(["\n", "\r\n", "\r", "\n\n"]))
    width = draw(st.integers(1, 5))
    rows = draw(st.lists(st.lists(CELLS, min_size=max(1, width - 1), max_size=width), max_size=12))
    text = end.join(parting.join(row) for row in rows)
    content = text.encode(draw(st.sampled_from(ENCODINGS)), "replace")
    at = draw(st.integers(0, len(content)))
    noise = draw(st.sampled_from([b"", b"\0", b"\xff", b"\xef\xbb\xbf", b'"', b"\x1b", b"\xed\xa0\x80"]))
    return content[:at] + noise + content[at : draw(st.sampled_from([None, at, at + 7]))]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS["file"]))
def test_a_file_of_any_bytes_is_read_or_refused(part: int) -> None:
    searched(part, EXAMPLES["file"])(given(files() | st.binary(max_size=60))(file_read))()


def file_read(content: bytes) -> None:
    """Read a file; assert that there are points or a refusal."""
    try:
        found = load_csv(content, "a")
        made = plan(understood(content), Choice(), "a")
    except DataError as refused:
        text = str(refused)
    else:
        text = f"{found.n} points" if found.n and (made.data is not None or made.problem) else ""
    assert text.strip()


WORDS = st.sampled_from(["place", "text", "what", "said", "x"])
TOLD = st.recursive(
    st.none() | st.booleans() | st.floats() | values,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["place", "text", "what", "said", "x"]), inner)
    ),
    max_leaves=6,
)
BODIES = TOLD.map(lambda document: json.dumps(document).encode()) | st.binary(max_size=60) | st.just(b"[" * 9000)
REQUESTS = st.tuples(
    st.sampled_from(["GET", "POST", "PUT", "HEAD", "DELETE"]),
    st.sampled_from(
        [*("join", "now", "question", "moved", "answer", "tally", "remove"), *("round", "timer", "results", "nothing")]
    ),
    st.dictionaries(st.sampled_from(["since", "place", "said"]), values, max_size=3),
    BODIES,
    st.sampled_from(["student", "lecturer", "stranger", ""]),
)
REFUSALS = (400, 403, 404, 405, 409, 410, 413, 422, 429, 503)


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS["room"]))
def test_any_request_to_a_room_is_answered(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(location.SETTING, str(tmp_path / "rooms.sqlite"))
    monkeypatch.setattr(watch, "PATIENCE", (0.0, 0.01))
    rooms: Any = room_registry.rooms()
    searched(part, EXAMPLES["room"])(room_search(rooms))()
    rooms.store.shut()


def room_search(rooms: Any) -> Callable[[], None]:
    """Return a test that sends requests to a new room; it asserts that each is answered and nobody is lost."""
    made = rooms.open(ONE)
    student = rooms.join(made.code)
    keys = {"student": student, "lecturer": made.key, "stranger": "x" * 43, "": ""}

    @given(st.lists(REQUESTS, min_size=1, max_size=4), st.sampled_from([made.code, "ZZZZZZ", "", "../..", "A" * 300]))
    def search(requests: list[Any], code: str) -> None:
        begun = time.monotonic()
        for method, what, query, body, who in requests:
            path = f"{at(quote(code), what)}?{urlencode(query, errors='surrogatepass')}"
            headers = {"x_kernviz_student": keys[who], "x_kernviz_lecturer": keys[who]}
            found = run(ask(APP, method, path, body, **headers))
            assert found.status in (200, 204, *REFUSALS), (found.status, found.body)
        assert rooms.look(made.code).students >= 1
        in_time(begun)

    return search
