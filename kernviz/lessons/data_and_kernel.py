"""Data and kernel named by an address, read without a session."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from urllib.parse import parse_qs, urlencode

from kernviz.data import DataError, Dataset, library, load, read_drawn
from kernviz.data.drawn import moved, write_drawn
from kernviz.data.drawn_text import LONGEST_DRAWN
from kernviz.data.library import LibraryEntry, file_digest
from kernviz.data.registry import TOYS
from kernviz.data.untrusted_text import veiled
from kernviz.kernels import Kernel
from kernviz.kernels.math_notation import understood
from kernviz.kernels.menu import misfit
from kernviz.kernels.numbers import with_number
from kernviz.kernels.tokens import LONGEST_TEXT
from kernviz.lessons.address import MOVED, AddressParam, Value, choice, integer, number, text, written
from kernviz.lessons.shared.axis_limits import sheet_of
from kernviz.lessons.state import Subject
from kernviz.wording import language, phrase, remembered, say

# Every machine trains on this number of points in about a second. With more points, sliders respond too slowly.
MOST_POINTS = 1000
FRESH = 1.0  # seconds until the folder of files is read again; a class of students requests it 100 times a second
DATA, KERNEL = "moons", "rbf(gamma=1)"
OWN, DRAWN = phrase("your file"), "drawn"
MOVE = "@move"  # query parameter sent while points are dragged: row, place, row, place, …
DRAWING = "-1: -1.2 -1 -0.6 -1.6 -1.8 -0.3 1 1.3 1.6 0.7 +1: 1.2 -1 0.5 -1.5 1.8 -0.4 -1.2 1.1 -0.5 1.6 -1.7 0.4"


def entries() -> dict[str, LibraryEntry]:
    """Return the data sets available for choice, by name.

    Files come from their folder as last listed.
    """
    return _entries(int(time.monotonic() / FRESH), language())


@lru_cache(4)
def _entries(moment: int, of: str) -> dict[str, LibraryEntry]:
    """List the folder in the language `of`, which is the current one.

    Nothing in it depends on the notation or on the size of grids, so that runs of all kinds share it.
    """
    return library()


def menu() -> list[str]:
    """Return the names of the available data: drawn points, readable files, toys."""
    return [DRAWN, *(name for name, entry in entries().items() if not entry.error)]


def defaults(name: str) -> dict[str, float]:
    """Return the defaults of n, noise, seed and a set's other parameters."""
    entry = entries().get(name)
    return {"n": 100, "noise": 0.1, "seed": 0, **(entry.parameters if entry else {})}


def params(name: str, names: Sequence[str] | None = None, first: str = DATA) -> list[AddressParam]:
    """Return the query parameters of the data set `name`.

    `names` are the data sets to choose from, by default `menu()`. `first` is the page's initial set.
    """
    return [choice("data", names or menu(), first, label=say("data")), *shape(name)]


def shape(name: str) -> list[AddressParam]:
    """Return the query parameters of the data set `name`, without its name."""
    return _shape(defaults(name))


def _shape(own: Mapping[str, float]) -> list[AddressParam]:
    return [
        integer("n", int(own["n"]), low=4, high=MOST_POINTS, label=say("n, points")),
        number("noise", own["noise"], low=0.0, high=2.0, label=say("noise")),
        integer("seed", 0, low=0, high=9999, label=say("seed")),
        *COLUMNS,
    ]


DRAWING_PARAM = text("pts", DRAWING, longest=LONGEST_DRAWN, label=phrase("drawn points"))
WAS_PARAM = text("was", "", longest=300, label=phrase("where the drawn points come from"))
COLUMNS = (
    text("cx", "", label=phrase("the column of the horizontal axis")),
    text("cy", "", label=phrase("the column of the vertical axis")),
)
KERNEL_PARAM = text("k", KERNEL, longest=LONGEST_TEXT, label=phrase("the kernel"))


def origin(name: str, values: Mapping[str, Value]) -> str:
    """Return the query string of a data set with its values: ``data=moons&n=80``.

    Values equal to their defaults are omitted.
    """
    changed = [
        (p.name, values.get(p.name)) for p in _shape(defaults(name)) if values.get(p.name) not in (None, p.default)
    ]
    return urlencode([("data", name), *((key, written(value)) for key, value in changed)])


def values_of(query: str) -> dict[str, Value]:
    """Return all values of a data set from its query string.

    The function is the inverse of `origin`. Values not given have their defaults. The result is {}
    for an unknown set and for drawn points.
    """
    found = parse_qs(query)
    name = found.get("data", [""])[-1]
    if name not in (*menu(), OWN) or name == DRAWN:
        return {}
    return {"data": name} | {param.name: param.read(found.get(param.name, ()))[0] for param in _shape(defaults(name))}


def from_library(name: str, values: Mapping[str, Value]) -> Dataset:
    """Return a toy or a file with all its columns.

    The data set has at most MOST_POINTS rows. `values` holds n, noise and seed; a missing value has
    its default.
    """
    parameters = {key: values.get(key, value) for key, value in defaults(name).items()}
    return _toy(name, tuple(parameters.items())) if name in TOYS else _loaded(name, parameters)


@remembered(64)
def _toy(name: str, parameters: tuple[tuple[str, Value], ...]) -> Dataset:
    return _loaded(name, dict(parameters))


def _loaded(name: str, parameters: Mapping[str, Value]) -> Dataset:
    try:
        return thinned(load(name, **parameters))  # type: ignore[arg-type]
    except DataError:  # n is below the minimum of this toy, so the toy gets its default n
        return thinned(load(name))


def thinned(data: Dataset) -> Dataset:
    """Return the data, reduced to at most MOST_POINTS random points.

    The subset is stratified by class. A note of the data set states its size.
    """
    if data.n <= MOST_POINTS:
        return data
    _, kept = data.split(MOST_POINTS / data.n, seed=0)
    how = say("so that every class keeps its share") if data.classes else say("at random")
    return replace(
        kept,
        notes=(
            *data.notes,
            say("{count} of {total} points are used, drawn {method}", count=kept.n, total=data.n, method=how),
        ),
    )


def flat(whole: Dataset, x: str, y: str) -> Dataset:
    """Select two columns of a data set that has more.

    The columns are those named `x` and `y`, else the first two. If both names are equal or `y` is
    unknown, the second column is the first that differs from `x`.
    """
    if whole.d <= 2:
        return whole
    x = x if x in whole.columns else whole.columns[0]
    y = y or whole.columns[1]
    if y not in whole.columns or y == x:
        y = next(name for name in whole.columns if name != x)
    return whole.select((x, y))


def read(
    query_params: Mapping[str, Sequence[str]], files: Mapping[str, Dataset] | None = None, first: str = DATA
) -> Subject | None:
    """Return data and kernel of an address.

    `query_params` maps each query parameter to its texts. `first` is the initial data set of the page. `files`
    are the uploaded files by key, the value of the parameter ``own``.

    None if the address names an uploaded file that is not in `files`, drawn or dragged points that
    cannot be read, a kernel that cannot be parsed, or a kernel that does not fit the data.
    """
    name = str(query_params.get("data", (first,))[-1])
    if name == OWN:
        data = (files or {}).get(str(query_params.get("own", ("",))[-1]))  # the visitor's file, with its columns chosen
    elif name == DRAWN:
        data = _drawn(str(DRAWING_PARAM.read(query_params.get("pts", ()))[0]))
    else:
        name, values = _of_library(name, query_params, first)
        data = _flat(name, file_digest(name), *(values[key] for key in ("n", "noise", "seed", "cx", "cy")))
    if data and MOVE in query_params:
        data = _moved(data, str(query_params[MOVE][-1]))
    kernel = data and _kernel(query_params, data.d)
    return Subject(data, kernel) if data and kernel else None


def with_origin(query_params: Mapping[str, Sequence[str]], first: str = DATA) -> Mapping[str, Sequence[str]]:
    """Add the origin of dragged points to their address.

    At the first drag the parameter ``was`` gets the query string of their data set, as after the release. An address
    without a drag, of drawn points, or of a file by the visitor is unchanged.
    """
    name = str(query_params.get("data", (first,))[-1])
    if MOVE not in query_params or name in (DRAWN, OWN):
        return query_params
    return {**query_params, WAS_PARAM.name: [origin(*_of_library(name, query_params, first))]}


def _of_library(name: str, query_params: Mapping[str, Sequence[str]], first: str) -> tuple[str, dict[str, Value]]:
    """Return name and values of a data set of the library.

    An unknown name is replaced by `first`.
    """
    own = _known(name, file_digest(name))
    if own is None:
        name, own = first, defaults(first)
    return name, {param.name: param.read(query_params.get(param.name, ()))[0] for param in _shape(own)}


def _known(name: str, digest: str) -> dict[str, float] | None:
    """Return the default values of a data set, cached.

    `digest` is that of its file, so that a changed file is read again. None if no data set has the name.
    """
    try:
        return _listed(name, digest)
    except KeyError:
        return None


@lru_cache(maxsize=64)
def _listed(name: str, digest: str) -> dict[str, float]:
    if name not in menu():
        raise KeyError(name)  # raised so that the cache keeps no answer: the file may be added a moment later
    return defaults(name)


@remembered(64)
def _flat(name: str, digest: str, n: Value, noise: Value, seed: Value, x: Value, y: Value) -> Dataset:
    """Return two columns of a data set, cached.

    `digest` is that of its file, so that a changed file is read again.
    """
    return flat(from_library(name, {"n": n, "noise": noise, "seed": seed}), str(x), str(y))


@remembered(64)
def _drawn(points: str) -> Dataset | None:
    try:
        return veiled(read_drawn(points))
    except DataError:
        return None


@remembered(64)
def taken(data: Dataset) -> Dataset | None:
    """Return a data set as hand-drawn points with the same axes.

    None if it has more than two coordinates, or more points than can be drawn.
    """
    try:
        drawn = read_drawn(write_drawn(replace(data, sheet=sheet_of(data))))
    except DataError:
        return None
    return veiled(drawn)


def _moved(data: Dataset, moves: str) -> Dataset | None:
    drawn = taken(data)
    try:
        return drawn and moved(drawn, moves)
    except DataError:
        return None


def _kernel(query_params: Mapping[str, Sequence[str]], d: int) -> Kernel | None:
    try:
        kernel = _understood(str(KERNEL_PARAM.read(query_params.get("k", ()))[0]))
        for name, texts in query_params.items():
            if name.startswith(MOVED):
                kernel = with_number(kernel, tuple(name.removeprefix(MOVED).split(".")), float(texts[-1]))
    except ValueError:
        return None
    return None if misfit(kernel, d) else kernel


_understood = lru_cache(maxsize=64)(understood)  # cached, as a slider sends the same text at every step
