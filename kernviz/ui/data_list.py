"""The list of data as it is read: titles and what each has, those that fit the page first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from kernviz.data import DataError, load
from kernviz.data.dataset import Task
from kernviz.data.library import Entry
from kernviz.lessons.page import pages
from kernviz.lessons.subject import DATA, DRAWN, OWN, defaults
from kernviz.ui import query
from kernviz.wording import phrase, remembered, say, spoken

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
    """The page of that name is being drawn. Who comes from another without having chosen data finds here what this
    page begins with.
    """
    before = first()
    st.session_state[_PAGE] = name
    if st.session_state.get("data") == before != first() and not query.going_back():
        st.session_state["data"] = first()
        query.forget("seed")
        at_their_own()


def at_their_own() -> None:
    """As many points and as much noise as the data in force have by themselves."""
    own = defaults(str(st.session_state.get("data", first())))
    st.session_state["n"], st.session_state["noise"] = int(own["n"]), float(own["noise"])


def chosen_for(name: str) -> None:
    """The page of that name is next, and its data have been chosen."""
    st.session_state[_PAGE] = name


def task_of_page() -> Task | None:
    """What the data of the page are to have; None for any."""
    page = pages().get(str(st.session_state.get(_PAGE, "")))
    return page.task or None if page else None


def first() -> str:
    """The data the page begins with, where nobody has chosen any."""
    page = pages().get(str(st.session_state.get(_PAGE, "")))
    return page.first if page else DATA


def ordered(names: Sequence[str], entries: Mapping[str, Entry]) -> list[str]:
    """One's own first, then the task of the page, then group by group: two classes, more, numbers, no target."""
    wanted = task_of_page()

    def group(name: str) -> tuple[int, bool, int, int, bool]:
        entry = entries.get(name)
        if entry is None:
            return 0, False, 0, 0, False
        other = wanted is not None and entry.task != wanted
        return 1, other, GROUPS.index(entry.task), max(entry.n_classes, 2), entry.kind == "file"

    return sorted(names, key=group)


def fitting(entries: Mapping[str, Entry]) -> list[str]:
    """Those of the page's task, in the order of the list."""
    wanted = task_of_page()
    return [name for name in ordered([*entries], entries) if entries[name].task == wanted and not entries[name].error]


def label(name: str, entries: Mapping[str, Entry], file: str = "") -> str:
    """A line of the list: ``Two moons · 2 classes, random``. Near twins say what tells them apart. `file`: the name of
    one's own.
    """
    if name == DRAWN:
        return say("Points of your own")
    if name == OWN:
        return say("Your file: {file}", file=file) if file else say("Your file")
    entry = entries.get(name)
    if entry is None:
        return name
    facts = [say("{n} classes", n=entry.n_classes) if entry.task == "classification" else spoken(WORDS[entry.task])]
    facts += [say("on a line")] if entry.d == 1 else [say("{n} columns", n=entry.d)] if entry.d > 2 else []
    facts += [say("file") if entry.kind == "file" else say("random") if "seed" in entry.parameters else say("fixed")]
    twin = _twins(tuple(entries)).get(name)
    return f"{entry.title} · {', '.join(facts)}" + (say(": the points of {twin}", twin=twin) if twin else "")


@remembered()
def _twins(names: tuple[str, ...]) -> dict[str, str]:
    """Files whose points are exactly those of a set that is made, and the title of that one."""
    found: dict[tuple[bytes, bytes], list[tuple[str, str]]] = {}
    for name in reversed(names):  # what is made comes last in a library
        try:
            data = load(name)
        except DataError:
            continue
        targets = data.codes if data.classes else data.y
        key = data.X.tobytes(), b"" if targets is None else targets.tobytes()
        found.setdefault(key, []).append((name, data.title))
    return {name: same[0][1] for same in found.values() for name, _ in same[1:]}
