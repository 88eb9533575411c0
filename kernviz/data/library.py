"""Library of all datasets, by name and never by path.

The library has the files in datasets/ and the toys.

A CSV file put into datasets/ is added under the name of the file. A file that cannot be read
stays on the list with its error. So the picker works in spite of a bad file.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Literal

from kernviz.app_folder import app_folder
from kernviz.data import file_titles
from kernviz.data.checks import DataError
from kernviz.data.csv import load_csv
from kernviz.data.dataset import Dataset
from kernviz.data.registry import TOYS
from kernviz.data.target_values import Task
from kernviz.wording import remembered, say


@dataclass(frozen=True)
class LibraryEntry:
    """Dataset in the picker.

    `parameters` are those of n, noise and seed that the set has, with defaults. `error` says why the
    set cannot be loaded.

    The counts describe the set with default parameters. Where there is an error, they are 0 and the
    task is "none".
    """

    name: str
    title: str
    sentence: str
    kind: Literal["file", "toy"]
    parameters: Mapping[str, float] = field(default_factory=dict)
    source: str = ""
    task: Task = "none"
    n: int = 0
    d: int = 0
    n_classes: int = 0
    error: str = ""


def folder() -> Path:
    """Return the folder of the CSV files."""
    return app_folder() / "datasets"


def library() -> dict[str, LibraryEntry]:
    """Return all entries of the picker by name.

    Files come first (by title), then toys in the order of their definition.
    """
    files = [_file_entry(path) for path in _files().values()]
    entries = {entry.name: entry for entry in sorted(files, key=lambda e: (e.title.casefold(), e.name))}
    return entries | {name: _toy_entry(name) for name in TOYS}


def load(name: str, n: int | None = None, noise: float | None = None, seed: int | None = None) -> Dataset:
    """Load the file or toy of this name.

    Parameters the dataset does not have are ignored: a page keeps one n for all sets.

    Raises DataError for a name that is not in the library, a broken file, or a value out of its
    range.
    """
    if name in TOYS:
        given = {"n": n, "noise": noise, "seed": seed}
        return TOYS[name](**{p: value for p, value in given.items() if p in TOYS[name].defaults})
    # The name is looked up in the list of files; it is never made part of a path.
    files = _files()
    if name not in files:
        choices = ", ".join((*files, *TOYS))
        raise DataError(
            say("there is no dataset called {name!r}: choose one of {choices}", name=str(name)[:40], choices=choices)
        )
    return _read(*_stamp(files[name]))


def file_digest(name: str) -> str:
    """Return a digest of the content of a dataset's file.

    The result is "" for a toy, and for a name without a file.
    """
    if name in TOYS:
        return ""
    path = _files().get(name)
    return "" if path is None else _digest(*_stamp(path))


@lru_cache(maxsize=128)
def _digest(path: Path, changed: int, size: int) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:  # the file was deleted after it was listed
        return ""


def _files() -> dict[str, Path]:
    try:
        paths = sorted(path for path in folder().iterdir() if path.suffix.lower() == ".csv" and path.is_file())
    except OSError:  # without the folder there are still the toy datasets
        return {}
    return {path.stem: path for path in paths}


def _stamp(path: Path) -> tuple[Path, int, int]:
    try:
        status = path.stat()
    except OSError:  # the file was deleted after it was listed; reading it reports the error
        return path, 0, 0
    return path, status.st_mtime_ns, status.st_size


@remembered(128)
def _read(path: Path, changed: int, size: int) -> Dataset:
    """Read the file, cached by its modification time, in each language."""
    data = load_csv(path, path.stem)
    return replace(data, title=file_titles.translated(data.title))


def _file_entry(path: Path) -> LibraryEntry:
    name = path.stem
    try:
        return _readable_entry(*_stamp(path))
    except DataError as error:
        # an entry must not hide the toy dataset of the same name
        return LibraryEntry(path.name if name in TOYS else name, name, "", "file", error=str(error))


@remembered(128)
def _readable_entry(path: Path, changed: int, size: int) -> LibraryEntry:
    """Describe the file, cached by its modification time, in each language.

    Raises DataError for a file that cannot be used. Errors are not cached.
    """
    name = path.stem
    if name in TOYS:
        raise DataError(say("there is already an example called {name!r}: give the file another name", name=name))
    data = _read(path, changed, size)
    return _described(data, LibraryEntry(name, data.title, _sentence(data), "file", source=data.source))


@lru_cache(maxsize=128)
def _toy_entry(name: str) -> LibraryEntry:
    toy = TOYS[name]
    return _described(toy(), LibraryEntry(name, toy.title, toy.sentence, "toy", toy.defaults, toy.source))


def _described(data: Dataset, entry: LibraryEntry) -> LibraryEntry:
    return replace(entry, task=data.task, n=data.n, d=data.d, n_classes=len(data.classes))


def _sentence(data: Dataset) -> str:
    """Return a description of a file's content.

    The sentence names its columns, and the column to predict.
    """
    columns = ", ".join(data.columns[:4]) + ("…" if data.d > 4 else "")
    goal = {
        "classification": f" → {data.target}: {', '.join(data.classes)}",
        "regression": f" → {data.target}",
        "none": "",
    }[data.task]
    return say("{n} points: {columns}{goal}", n=data.n, columns=columns, goal=goal)
