"""The lists of words, sets and molecules."""

from __future__ import annotations

import pytest

from kernviz.data.objects import BOILING, MOLECULES, SETS, WORDS, ObjectEntry, entries
from kernviz.kernels.structured.graph_text import graph


def test_lines_are_read() -> None:
    assert entries("a b: x\n\n  c  \nd:e: y") == (
        ObjectEntry("a b", "x"),
        ObjectEntry("c", ""),
        ObjectEntry("d:e", "y"),
    )
    assert [e.thing for e in entries("∅\na\nb\na c\nb c")] == ["∅", "a", "b", "a c", "b c"]


@pytest.mark.parametrize(("text", "says"), [("a\n" * 41, "41 lines"), ("a: " + "x" * 25, "longer than 24")])
def test_lists_that_are_too_long_are_refused(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        entries(text)


@pytest.mark.parametrize("collection", [WORDS, SETS, MOLECULES], ids=lambda c: c.title)
def test_every_list_has_two_classes_of_about_one_size_and_a_source(collection: object) -> None:
    labels = [entry.label for entry in entries(collection.text)]  # type: ignore[attr-defined]
    assert len(set(labels)) == 2
    assert all(0.4 <= labels.count(label) / len(labels) <= 0.6 for label in labels)
    assert collection.source  # type: ignore[attr-defined]


def test_molecules_are_gas_or_liquid_by_their_boiling_points() -> None:
    listed = {entry.thing.rpartition(" ")[0]: entry for entry in entries(MOLECULES.text)}
    assert listed.keys() == BOILING.keys()
    for name, entry in listed.items():
        assert entry.label == ("liquid" if BOILING[name] > 25 else "gas"), name


@pytest.mark.parametrize(
    ("name", "carbon", "oxygen", "nodes"),
    [
        ("benzene", 6, 0, 6),
        ("acetic acid", 2, 2, 4),
        ("isobutane", 4, 0, 4),
        ("ethylene glycol", 2, 2, 4),
        ("diethyl ether", 4, 1, 5),
    ],
)
def test_molecules_have_their_atoms(name: str, carbon: int, oxygen: int, nodes: int) -> None:
    text = next(e.thing.rpartition(" ")[2] for e in entries(MOLECULES.text) if e.thing.rpartition(" ")[0] == name)
    found = graph(text)
    assert (found.labels.count("C"), found.labels.count("O"), len(found.labels)) == (carbon, oxygen, nodes)
