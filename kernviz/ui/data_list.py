"""The menu of datasets.

It shows title and properties of each dataset. Those that fit the page come first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from kernviz.data import DataError, load
from kernviz.data.library import LibraryEntry
from kernviz.data.target_values import Task
from kernviz.lessons.data_and_kernel import DATA, DRAWN, OWN, defaults
from kernviz.lessons.page import pages
from kernviz.ui import query
from kernviz.wording import phrase, remembered, say, several, spoken

WORDS = {
    "classification": phrase("classes"),
    "regression": phrase("numbers to predict"),
    "none": phrase("points without a target"),
}
HAVE = {
    "classification": phrase("classes"),
    "regression": phrase("numbers to predict"),
    "none": phrase("neither classes nor numbers to predict"),
}
GROUPS = ("classification", "regression", "none")
_PAGE = "_data_list_page"


def on_page(name: str) -> None:
    """Register the page being drawn and select its dataset.

    The page's own first dataset is selected unless the visitor has chosen a dataset.
    """
    before = first()
    st.session_state[_PAGE] = name
    if st.session_state.get("data") == before != first() and not query.going_back():
        st.session_state["data"] = first()
        query.forget("seed")
        at_their_own()


def at_their_own() -> None:
    """Reset number of points and noise to the dataset's defaults.

    The dataset is the current one.
    """
    own = defaults(str(st.session_state.get("data", first())))
    st.session_state["n"], st.session_state["noise"] = int(own["n"]), float(own["noise"])


def chosen_for(name: str) -> None:
    """Register the next page, for which the dataset is already chosen.

    Otherwise `on_page` would select the page's own first dataset.
    """
    st.session_state[_PAGE] = name


def is_home() -> bool:
    """Return True on the first page, whose address has no name."""
    return str(st.session_state.get(_PAGE, "")) in ("", "home")


def task_of_page() -> Task | None:
    """Return the task the page's data should have; None for any."""
    page = pages().get(str(st.session_state.get(_PAGE, "")))
    return page.task or None if page else None


def first() -> str:
    """Return the name of the dataset the page begins with."""
    page = pages().get(str(st.session_state.get(_PAGE, "")))
    return page.first if page else DATA


def ordered(names: Sequence[str], entries: Mapping[str, LibraryEntry]) -> list[str]:
    """Return dataset names in menu order.

    The visitor's own data come first, then datasets of the page's task. The rest is sorted by task: two classes, more
    classes, numbers, no target. Within each of these, generated datasets come before files.
    """
    wanted = task_of_page()

    def group(name: str) -> tuple[int, bool, int, int, bool]:
        entry = entries.get(name)
        if entry is None:
            return 0, False, 0, 0, False
        other = wanted is not None and entry.task != wanted
        return 1, other, GROUPS.index(entry.task), max(entry.n_classes, 2), entry.kind == "file"

    return sorted(names, key=group)


def fitting(entries: Mapping[str, LibraryEntry]) -> list[str]:
    """Return the readable datasets of the page's task, in menu order."""
    wanted = task_of_page()
    return [name for name in ordered([*entries], entries) if entries[name].task == wanted and not entries[name].error]


def label(name: str, entries: Mapping[str, LibraryEntry], file: str = "") -> str:
    """Return a menu line: ``Two moons · 2 classes, random``.

    `file`: the name of the visitor's file.

    A dataset with the same points as another dataset names that dataset.
    """
    if name == DRAWN:
        return say("Points of your own")
    if name == OWN:
        return say("Your file: {file}", file=file) if file else say("Your file")
    entry = entries.get(name)
    if entry is None:
        return name
    facts = [
        several(entry.n_classes, "{n} class", "{n} classes")
        if entry.task == "classification"
        else spoken(WORDS[entry.task])
    ]
    facts += [say("on a line")] if entry.d == 1 else [say("{n} columns", n=entry.d)] if entry.d > 2 else []
    facts += [say("file") if entry.kind == "file" else say("random") if "seed" in entry.parameters else say("fixed")]
    described = f"{entry.title} · {', '.join(facts)}"
    twin = _twins(tuple(entries)).get(name)
    return say("{dataset}: the points of {twin}", dataset=described, twin=twin) if twin else described


@remembered()
def _twins(names: tuple[str, ...]) -> dict[str, str]:
    """Map each duplicate dataset to the title of its original.

    A dataset is a duplicate if its points and targets equal those of another. Generated sets come
    first, so they are the originals.
    """
    found: dict[tuple[bytes, bytes], list[tuple[str, str]]] = {}
    for name in reversed(names):  # the library lists generated sets last
        try:
            data = load(name)
        except DataError:
            continue
        targets = data.codes if data.classes else data.y
        key = data.X.tobytes(), b"" if targets is None else targets.tobytes()
        found.setdefault(key, []).append((name, data.title))
    return {name: same[0][1] for same in found.values() for name, _ in same[1:]}
