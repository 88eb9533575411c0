"""The data everyone looks at: chosen once in the sidebar, kept in the address, the same on every page."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from functools import lru_cache

import streamlit as st

from kernviz.data import Dataset, to_csv, write_drawn
from kernviz.data.drawn import MOST_DRAWN
from kernviz.data.library import Entry
from kernviz.data.outside import veiled
from kernviz.lessons import subject
from kernviz.lessons.page import of_data
from kernviz.lessons.shared.sheet import sheet_of
from kernviz.lessons.subject import DRAWN, MOST_POINTS, OWN
from kernviz.ui import data_list, declared, doors, drawing, files, parts, points_table, query
from kernviz.ui.component import component
from kernviz.ui.number import number
from kernviz.wording import phrase, say

_UPLOADED = files.UPLOADED
MOST_OFFERED = 3


def params() -> list[query.AddressParam]:
    """What the address may say about data."""
    return [*subject.params(_name(), choices(), data_list.first()), *drawing.PARAMS]


def choices() -> list[str]:
    """The names on the menu: the person's own, drawn points, files that can be read, then toys."""
    return ([OWN] if files.offered() else []) + subject.menu()


def dataset_in_force() -> Dataset:
    """The chosen data with the two chosen columns, without drawing anything. A stranger's words in it are veiled."""
    data = _chosen()
    return veiled(data) if _name() in (OWN, DRAWN) else data


def in_force() -> Hashable:
    """What the data depend on."""
    name = _name()
    own = drawing.in_force() if name == DRAWN else id(st.session_state.get(_UPLOADED)) if name == OWN else None
    return name, own, *(query.soon(param) for param in subject.shape(name))


def _name() -> str:
    """Of the chosen data."""
    if "data" in st.session_state and not query.going_back():
        return str(st.session_state["data"] or data_list.first())
    return str(query.soon(query.choice("data", choices(), data_list.first())))


def _chosen() -> Dataset:
    """The same as it is written and saved."""
    return subject.flat(_whole(), *_columns())


def _columns() -> tuple[str, str]:
    """What is said of the two that are shown."""
    x, y = (str(query.soon(param) or "") for param in subject.COLUMNS)
    return x, y


@parts.part(parts.DATA, lambda: (in_force(), drawing.in_force(), files.memory().problem))
def data_picker() -> None:
    """Draw the picker: name, the parameters it has, two columns where there are more, upload and download."""
    entries = subject.entries()
    broken = [f"{entry.name}: {entry.error}" for entry in entries.values() if entry.error]
    name = _name()
    param, file = params()[0], files.name()
    st.selectbox(
        say("Data"),
        data_list.ordered(choices(), entries),
        key=declared.shown(param, query.value(param)),
        format_func=lambda each: data_list.label(each, entries, file),
        help=say("Type to search. First those that fit this page."),
    )
    _others(_chosen(), name, entries)
    entry = entries.get(st.session_state["data"])
    if entry is not None:
        st.caption(f"**{entry.title}.** {entry.sentence}")
        _parameters(entry)
    elif st.session_state["data"] == DRAWN:
        drawing.drawing_field()
    whole = _whole()
    if whole.d > 2:
        _column_choice(whole)
    points_table.points_table(_chosen(), _name() == DRAWN)
    for concern in (*whole.notes, *_chosen().concerns):
        st.caption(f"⚠ {doors.sentence(concern)}")
    _files(whole, broken)


def _others(shown: Dataset, name: str, entries: Mapping[str, Entry]) -> None:
    """Where the page is about another task than these data have: some that fit."""
    wanted = data_list.task_of_page()
    if not wanted or shown.task == wanted:
        return
    st.caption(
        say(
            "This page is about {WORDS}; these points have {HAVE}.",
            WORDS=data_list.WORDS[wanted],
            HAVE=data_list.HAVE[shown.task],
        )
    )
    for each in data_list.fitting(entries)[:MOST_OFFERED]:
        st.button(entries[each].title, key=f"data_offer_{each}", on_click=_take, args=(each,), width="stretch")


def _take(name: str) -> None:
    st.session_state["data"] = name
    forget_points()


def listen() -> None:
    """Take what a person has chosen. First thing in the sidebar."""
    files.listen()
    points_table.listen()
    param, before = params()[0], st.session_state.get("data")
    if files.just_used():
        forget_points()
    declared.look(param)
    if before is not None and st.session_state["data"] != before:
        forget_points()
    query.value(param)


def forget_probe() -> None:
    """New points: a probe among the old ones means nothing."""
    query.forget(*of_data("place"))


def forget_points() -> None:
    """New data: neither probe, columns, class nor number of points of the old one mean anything."""
    query.forget("cx", "cy", *of_data())
    data_list.at_their_own()


def _parameters(entry: Entry) -> None:
    """Sliders for what this toy has; what it has not is absent."""
    own = entry.parameters
    if not own:
        return
    with st.expander(say("Number of points, noise, seed"), key="points_open"):
        _sliders(own)


def _sliders(own: Mapping[str, float]) -> None:
    if "n" in own:
        number("n", phrase("n, points"), 4, MOST_POINTS, int(own["n"]), whole=True, on_change=forget_probe)
    if "noise" in own:
        number("noise", phrase("noise"), 0.0, 2.0, float(own["noise"]), step=0.01, on_change=forget_probe)
    if "seed" in own:
        number("seed", phrase("seed"), 0, 50, int(own["seed"]), whole=True, most=9999, on_change=forget_probe)


def _whole() -> Dataset:
    """All columns of the chosen data, at most MOST_POINTS rows of it."""
    name = _name()
    if name == DRAWN:
        return drawing.drawing()
    if name == OWN:
        kept = files.in_force()
        return (
            subject.from_library(data_list.first(), {}) if kept is None else subject.thinned(kept)
        )  # until the browser has sent it
    return subject.from_library(name, {param.name: query.soon(param) for param in subject.shape(name)})


def _column_choice(whole: Dataset) -> None:
    left, right = st.columns(2)
    names = list(whole.columns)
    left.selectbox(say("across"), names, index=0, key="cx", bind="query-params")
    right.selectbox(say("up"), names, index=1, key="cy", bind="query-params")


def _files(whole: Dataset, broken: list[str]) -> None:
    here = files.in_force() is not None  # then there is more to choose than fits beside the other
    left, right = (st.container(), st.container()) if here else st.columns([3, 2], gap="small")
    with left:
        files.chooser()
    right.download_button(
        say("Download"),
        _written(_chosen()),
        f"{whole.name}.csv",
        "text/csv",
        on_click="ignore",
        width="stretch",
        help=say("The points that are shown, as a CSV file."),
    )
    held = files.memory()
    if held.problem:
        st.text(f"✗ {held.problem}")
    if held.unkept:
        st.caption(say("This browser keeps nothing for this page: after a reload the file must be opened again."))
    elif _name() == OWN and held.file is not None:
        st.text(say("{name}: kept in this browser, and nowhere else.", name=held.file.name))
    _link(whole)
    for line in broken:
        st.text(line)


def _link(whole: Dataset) -> None:
    """The address is the page: a button that copies it, and what it does not hold."""
    about = say("The address is the page.")
    if _name() == OWN:
        about = say("The address is the page, but for the points of your file.")
    component("link")(key="kv-link", data={"about": about})
    if _name() == OWN and whole.n <= MOST_DRAWN:
        st.button(say("Put these points into the address"), on_click=_into_the_address, width="stretch")


def _into_the_address() -> None:
    """The points that are shown become points of one's own."""
    data = _chosen()
    drawing.put(write_drawn(replace(data, sheet=sheet_of(data))), before=data.classes)
    drawing.flush()


@lru_cache(maxsize=16)
def _written(data: Dataset) -> str:
    return to_csv(data)
