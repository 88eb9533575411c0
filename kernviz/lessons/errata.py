"""Where the notes' mistakes stand: each beside the number it concerns, and all of them together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kernviz.lessons import page as pages
from kernviz.lessons.lesson import Erratum, Lesson
from kernviz.lessons.page import Page
from kernviz.lessons.state import Subject
from kernviz.wording import phrase

NOTES = phrase("What the notes say")  # the title of the tab in which a page has its errata
BESIDE = ""  # not in a tab: beside the picture
LECTURES = ("S0", "S1", "S2", "S3", "S4", phrase("all notes"))
COUNT = 48  # mistakes known

# Page -> the tab that shows the number in question -> its errata.
MARKS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "compose": {
        "Proof, line by line": ("E1", "E20", "E21", "E22"),
        "Witness": ("E33",),
        "One number, three ways": ("E34", "E48"),
        "The rule on your points": ("E2", "E3"),
    },
    "dual": {BESIDE: ("E23", "E31", "E32", "E42", "E43", "E44"), "The proof": ("E18",)},
    "gaussian": {"Bars of ψ": ("E16",), "Taylor, line by line": ("E21",), "Every width": ("E48",)},
    "geometry": {
        BESIDE: ("E8",),
        "P and Q": ("E4", "E5", "E6"),
        "Centre of mass": ("E7", "E10"),
        "Why it is the minimum": ("E9",),
        "Centring": ("E11",),
    },
    "lift": {"Two spaces": ("E28", "E29"), "Which monomials": ("E19",), "Three steps": ("E43",)},
    "mercer": {"Eigenvalues": ("E33",), "K = PᵀP": ("E30",), "Passing is not a proof": ("E35",)},
    "neighbors": {"Kernel against Euclid": ("E8",), "Smart neighbour": ("E27",)},
    "pca": {
        BESIDE: ("E36",),
        "The figure in S4": ("E39",),
        "Variance and λ": ("E38",),
        "Derivation": ("E37",),
    },
    "polynomial": {
        "Six lines": ("E28",),
        "Three margins": ("E29",),
        "Dimension and cost": ("E19",),
        "p(k), signed": ("E1",),
    },
    "ridge": {"Probe": ("E27",), "Primal and dual": ("E31", "E32"), "Least squares": ("E23", "E24")},
    "sphere": {"Derivation": ("E12", "E14"), "Algorithm": ("E13", "E15")},
    "svm": {
        BESIDE: ("E17",),
        "Every point": ("E26", "E45", "E46", "E47"),
        "Primal and dual": ("E25", "E27", "E42"),
        "Scale and swap": ("E40", "E41", "E44"),
    },
}


@dataclass(frozen=True)
class Place:
    """One erratum, the page that has its number, and the tab it stands in."""

    erratum: Erratum
    number: str  # E1 … E48, or nothing
    page: Page[Any]
    tab: str


def number(erratum: Erratum) -> str:
    """E1 … E48 as its place says it, or nothing."""
    found = re.search(r"\((E\d+)\)", erratum.where)
    return found[1] if found else ""


def of(lesson: Lesson) -> tuple[Erratum, ...]:
    """Every erratum of a page, with its numbers of the state in force."""
    return tuple(
        block for tab in lesson.tabs if tab.title == NOTES for block in tab.blocks if isinstance(block, Erratum)
    )


def everywhere(subject: Subject, lecture: str) -> Iterator[Place]:
    """The errata of a lecture on every page, with these data and this kernel, in the order of their numbers."""
    found = []
    for name, shown in pages.pages().items():
        tabs = {each: tab for tab, several in MARKS.get(name, {}).items() for each in several}
        for erratum in of(shown.build(pages.read(shown, subject, {}))):
            if erratum.where.startswith(lecture):
                said = number(erratum)
                found.append(Place(erratum, said, shown, tabs.get(said, NOTES)))
    yield from sorted(found, key=lambda place: int(place.number[1:] or COUNT + 1))
