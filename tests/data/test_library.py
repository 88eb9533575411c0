"""One list of files and toy datasets, looked up by name.

A name is never used as a path.
"""

import sys
from pathlib import Path

import pytest

from kernviz.data import DataError, library, load, toy
from kernviz.data.library import folder
from kernviz.wording import Phrase, speaking

GOOD = "# title: Mine\nx,y,label\n1,2,a\n3,4,b\n"


def test_every_entry_loads_and_is_described_truly() -> None:
    entries = library()
    assert len([e for e in entries.values() if e.kind == "file"]) >= 8
    for name, entry in entries.items():
        assert not entry.error
        data = load(name)
        assert data.name == name == entry.name
        assert (entry.title, entry.task, entry.n, entry.d) == (data.title, data.task, data.n, data.d)
        assert entry.n_classes == len(data.classes)
        assert entry.sentence


def test_the_folder_is_the_repositorys() -> None:
    assert folder() == Path(__file__).resolve().parents[2] / "datasets"


@pytest.fixture
def datasets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder in the place of the repository's."""
    monkeypatch.setattr(sys.modules["kernviz.data.library"], "folder", lambda: tmp_path)
    return tmp_path


def test_a_file_dropped_in_is_on_the_list(datasets: Path) -> None:
    (datasets / "mine.csv").write_text(GOOD)
    entry = library()["mine"]
    assert (entry.title, entry.n, entry.kind) == ("Mine", 2, "file")
    assert load("mine").labels == ("a", "b")


def test_an_edited_file_is_read_anew(datasets: Path) -> None:
    path = datasets / "mine.csv"
    path.write_text(GOOD)
    assert load("mine").n == 2
    path.write_text(GOOD + "5,6,a\n")
    assert load("mine").n == 3


def test_a_broken_file_is_listed_with_its_error(datasets: Path) -> None:
    (datasets / "broken.csv").write_bytes(b"\x89PNG")
    (datasets / "mine.csv").write_text(GOOD)
    entries = library()
    assert "PNG picture" in entries["broken"].error
    assert not entries["mine"].error
    with pytest.raises(DataError, match="PNG picture"):
        load("broken")


def test_a_file_does_not_hide_a_toy(datasets: Path) -> None:
    (datasets / "moons.csv").write_text(GOOD)
    entries = library()
    assert entries["moons"].kind == "toy"
    assert "another name" in entries["moons.csv"].error
    assert load("moons") == toy("moons")


def test_without_a_folder_there_are_still_toys(datasets: Path) -> None:
    datasets.rmdir()
    assert "moons" in library()


def test_parameters_that_do_not_apply_are_left_aside() -> None:
    assert load("xor", n=200, noise=0.3, seed=7) == toy("xor")
    assert load("iris_petals", n=7, noise=1.0, seed=7) == load("iris_petals")
    assert load("moons", n=20, noise=0.1, seed=7) == toy("moons", n=20, noise=0.1, seed=7)
    with pytest.raises(DataError, match="n = 1000000000"):
        load("moons", n=10**9)


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "iris.csv", "../datasets/iris", "", "\0", "Iris", "x" * 10_000]
)
def test_a_name_is_never_a_path(name: str) -> None:
    with pytest.raises(DataError, match="there is no dataset called") as refusal:
        load(name)
    assert len(str(refusal.value)) < 1000


def test_the_title_of_every_shipped_file_is_translated() -> None:
    shipped = [entry for entry in library().values() if entry.kind == "file"]
    assert shipped
    assert all(isinstance(entry.title, Phrase) for entry in shipped)


def test_a_file_is_described_in_the_language_of_whoever_reads_it() -> None:
    """Another visitor may have read it before in another language."""
    found = {}
    for language in ("en", "de"):
        with speaking(language):
            found[language] = load("iris").notes
    assert found["en"]
    assert set(found["en"]).isdisjoint(found["de"])
