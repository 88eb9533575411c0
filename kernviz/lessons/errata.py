"""Places of the errata: the page and the tab of each number.

The module also lists the errata of all pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kernviz.lessons import erratum_examples, thumbnails
from kernviz.lessons import page as pages
from kernviz.lessons.dual import state as dual
from kernviz.lessons.erratum import Erratum
from kernviz.lessons.lesson import Lesson
from kernviz.lessons.page import Page
from kernviz.lessons.pca import state as pca
from kernviz.lessons.presets import Preset
from kernviz.lessons.state import Subject
from kernviz.wording import phrase, spoken

NOTES = phrase("What the notes say")  # title of the tab with the errata of a page
BESIDE = ""  # name for the place beside the picture, outside tabs
LECTURES = {name: name for name in ("S0", "S1", "S2", "S3", "S4")} | {"all notes": phrase("all notes")}  # with labels
COUNT = 48  # number of known errata

# Page -> tab that shows the deciding number -> errata.
MARKS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "compose": {
        "Proof, line by line": ("E1", "E20", "E21", "E22"),
        "One number, three ways": ("E34", "E48"),
        "The rule on your points": ("E2", "E3", "E33"),
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
    "ridge": {"Probe": ("E27",), "Least squares": ("E23", "E24")},
    "sphere": {"Derivation": ("E12", "E14"), "Algorithm": ("E13", "E15")},
    "svm": {
        "Every point": ("E26", "E45", "E46", "E47"),
        "Primal and dual": ("E17", "E25", "E27", "E42"),
        "Scale and swap": ("E40", "E41", "E44"),
    },
}

# Page -> erratum marked beside the picture -> the views that show its formula. Other errata are marked in every view.
VIEWS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "dual": {
        "E23": (dual.SOLVE, dual.RECIPE),
        "E31": (dual.SIZES,),
        "E32": (dual.SIZES,),
        "E42": (dual.DUAL,),
        "E43": (dual.SOLVE,),
        "E44": (dual.SWAP,),
    },
    "pca": {"E36": (pca.HAND,)},
}
# Number of the last erratum of each lecture. Later errata concern all notes.
LAST = {"S0": 15, "S1": 19, "S2": 27, "S3": 30, "S4": 47}


@dataclass(frozen=True)
class ErratumPlace:
    """Page and tab that show the number of an erratum."""

    erratum: Erratum
    number: str  # E1 … E48, or ""
    page: Page[Any]
    tab: str


def numbered(erratum: Erratum) -> str:
    """Return the number of an erratum, E1 … E48.

    The text is empty if the erratum has no number.
    """
    found = re.search(r"\((E\d+)\)", erratum.where)
    return found[1] if found else ""


def lecture(number: str) -> str:
    """Return the lecture of the erratum of that number, S0 … S4.

    The text is "" for an erratum of all notes.
    """
    return next((name for name, last in LAST.items() if int(number[1:]) <= last), "")


def marked(page: str, tab: str, view: str = "") -> dict[str, list[str]]:
    """Return the errata whose formulas a tab shows, by lecture.

    `tab` is BESIDE for the place beside the picture; there only errata of the given view count.
    """
    found: dict[str, list[str]] = {}
    views = VIEWS.get(page, {}) if tab == BESIDE else {}
    for number in MARKS.get(page, {}).get(tab, ()):
        if number not in views or view in views[number]:
            found.setdefault(lecture(number), []).append(number)
    return found


def deciding_here(page: str, lesson: Lesson, number: str) -> tuple[Erratum, ...]:
    """Return the erratum of that number, with a deciding number if possible.

    The deciding number is that of the lesson's state, else that of the erratum's example. If neither
    decides, the result is what the lesson has: the erratum, or ().
    """
    found = tuple(erratum for erratum in of(lesson) if numbered(erratum) == number)
    if any(erratum.of != "nothing" for erratum in found):
        return tuple(erratum for erratum in found if erratum.of != "nothing")
    return (
        tuple(replace(erratum, of="example") for erratum in _of_example(page, number) if erratum.of != "nothing")
        or found
    )


def of(lesson: Lesson) -> tuple[Erratum, ...]:
    """Return the errata of a lesson, decided with its numbers."""
    return tuple(
        block for tab in lesson.tabs if tab.title == NOTES for block in tab.blocks if isinstance(block, Erratum)
    )


def tab_of(page: str, number: str) -> str:
    """Return the tab of a page that shows the erratum.

    The text is "" for an erratum beside the picture.
    """
    return next((tab for tab, numbers in MARKS.get(page, {}).items() if number in numbers), NOTES)


def example(page: str, number: str) -> Preset | None:
    """Return the example that decides an erratum of a page.

    The example opens where the deciding number stands. None if every state decides the erratum.
    """
    found = erratum_examples.example(page, number)
    return found and erratum_examples.example(page, number, tab_of(found.page, number))


def everywhere(subject: Subject, lecture: str) -> Iterator[ErratumPlace]:
    """Yield the errata of a lecture on every page, sorted by number.

    `subject` holds the data and the kernel of the deciding numbers.

    If a page cannot compute an erratum with them, the erratum's example gives the number. For
    instance, a machine needs two classes.
    """
    places = []
    for name, page in pages.pages().items():
        errata = list(of(page.build(pages.read(page, subject, {}))))
        decided = {numbered(erratum) for erratum in errata}
        for missing in sorted({number for numbers in MARKS.get(name, {}).values() for number in numbers} - decided):
            errata += [replace(erratum, of="example") for erratum in _of_example(name, missing)]
        for erratum in errata:
            if erratum.where.startswith(spoken(LECTURES[lecture])):
                number = numbered(erratum)
                places.append(ErratumPlace(erratum, number, page, tab_of(name, number)))
    yield from sorted(places, key=lambda place: int(place.number[1:] or COUNT + 1))


def _of_example(page: str, wanted: str) -> list[Erratum]:
    """Return the erratum in the example that decides it, if any."""
    preset = erratum_examples.example(page, wanted)
    return [] if preset is None else [e for e in of(thumbnails.lesson(preset)) if numbered(e) == wanted]
