"""The data picker: one dataset for all pages.

The dataset is chosen in the sidebar and kept in the address.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from kernviz.data import Dataset, to_csv, write_drawn
from kernviz.data.drawn import MOST_DRAWN
from kernviz.data.library import LibraryEntry
from kernviz.data.untrusted_text import veil, veiled
from kernviz.lessons import data_and_kernel
from kernviz.lessons.data_and_kernel import DRAWN, MOST_POINTS, OWN
from kernviz.lessons.shared.axis_limits import sheet_of
from kernviz.ui import (
    data_list,
    data_shelf,
    drawing,
    embedding,
    escaping,
    files,
    fragments,
    points_table,
    query,
    state_controls,
)
from kernviz.ui.component import component
from kernviz.ui.data_choice import choose, forget_points, forget_probe
from kernviz.ui.download import download
from kernviz.ui.number import number
from kernviz.ui.scale import Scale
from kernviz.wording import phrase, say

MOST_OFFERED = 3


def params() -> list[query.AddressParam]:
    """Return the query parameters that describe the data."""
    return [*data_and_kernel.params(_chosen_name(), choices(), data_list.first()), *drawing.PARAMS]


def choices() -> list[str]:
    """Return the dataset names on the menu, in order.

    The order is: the visitor's own file, drawn points, readable files of the library, then generated datasets (toys).
    """
    return ([OWN] if files.offered() else []) + data_and_kernel.menu()


def current_dataset() -> Dataset:
    """Return the chosen data with the two chosen columns.

    Nothing is drawn on the page. The text of a visitor's own data is marked as untrusted (data/untrusted_text.py).
    """
    data = _chosen_columns()
    return veiled(data) if _chosen_name() in (OWN, DRAWN) else data


def fingerprint() -> Hashable:
    """Return a hashable value that changes whenever the chosen data do."""
    name = _chosen_name()
    own = drawing.fingerprint() if name == DRAWN else id(st.session_state.get(files.UPLOADED)) if name == OWN else None
    return name, own, *(query.soon(param) for param in data_and_kernel.shape(name))


def _chosen_name() -> str:
    """Return the name of the chosen data."""
    if "data" in st.session_state and not query.going_back():
        return str(st.session_state["data"] or data_list.first())
    return str(query.soon(query.choice("data", choices(), data_list.first())))


def _chosen_columns() -> Dataset:
    """Return the chosen data with the two chosen columns.

    Their text is not yet marked as untrusted.
    """
    x, y = (str(query.soon(param) or "") for param in data_and_kernel.COLUMNS)  # "" stands for the default
    return data_and_kernel.flat(_all_columns(), x, y)


@fragments.part(fragments.DATA, lambda: (fingerprint(), drawing.fingerprint(), files.memory().problem))
def data_picker() -> None:
    """Draw the data picker.

    It has the menu of datasets, and the parameters and points of the chosen dataset. If there are more than two
    columns, two are chosen. Upload and download follow.
    """
    entries = data_and_kernel.entries()
    broken = [f"{entry.name}: {entry.error}" for entry in entries.values() if entry.error]
    param, file = params()[0], files.name()
    st.selectbox(
        say("Data"),
        data_list.ordered(choices(), entries),
        key=state_controls.widget_key(param, query.value(param)),
        format_func=lambda entry_name: data_list.label(entry_name, entries, file),
        help=say("Type to search. The data that fit this page come first."),
    )
    data_shelf.side_shelf()
    _offer_fitting(_chosen_columns(), entries)
    entry = entries.get(st.session_state["data"])
    if entry is not None:
        st.caption(f"**{entry.title}.** {entry.sentence}")
        _parameters(entry)
    elif st.session_state["data"] == DRAWN:
        drawing.drawing_field()
    whole = _all_columns()
    if whole.d > 2:
        _column_choice(whole)
    points_table.points_table(_chosen_columns(), _chosen_name() == DRAWN)
    for concern in (*whole.notes, *_chosen_columns().concerns):
        st.caption(f"⚠ {escaping.sentence(concern)}")
    _files(whole, broken)


def _offer_fitting(shown: Dataset, entries: Mapping[str, LibraryEntry]) -> None:
    """Offer datasets for the page's task if the data have another.

    At most MOST_OFFERED are offered.
    """
    wanted = data_list.task_of_page()
    if not wanted or shown.task == wanted:
        return
    st.caption(
        say(
            "This page is about {subject}; these points have {target}.",
            subject=data_list.WORDS[wanted],
            target=data_list.HAVE[shown.task],
        )
    )
    for fitting_name in data_list.fitting(entries)[:MOST_OFFERED]:
        st.button(
            escaping.markdown(veil(entries[fitting_name].title)),
            key=f"data_offer_{fitting_name}",
            on_click=choose,
            args=(fitting_name,),
            width="stretch",
        )


def listen() -> None:
    """Apply the visitor's choice of dataset.

    Called first in the sidebar.
    """
    files.listen()
    points_table.listen()
    param, before = params()[0], st.session_state.get("data")
    if files.just_used():
        forget_points()
    state_controls.look(param)
    if before is not None and st.session_state["data"] != before:
        forget_points()
    query.value(param)


def _parameters(entry: LibraryEntry) -> None:
    """Draw sliders for the parameters of a generated dataset.

    Such a dataset is called a toy.
    """
    own = entry.parameters
    if not own:
        return
    with st.expander(say("Number of points, noise, seed"), key="points_open"):
        _sliders(own)


def _sliders(own: Mapping[str, float]) -> None:
    if "n" in own:
        number(
            "n", phrase("n, points"), Scale.closed(4, MOST_POINTS, int(own["n"]), whole=True), on_change=forget_probe
        )
    if "noise" in own:
        number("noise", phrase("noise"), Scale.closed(0.0, 2.0, float(own["noise"]), step=0.01), on_change=forget_probe)
    if "seed" in own:
        number(
            "seed", phrase("seed"), Scale.closed(0, 50, int(own["seed"]), most=9999, whole=True), on_change=forget_probe
        )


def _all_columns() -> Dataset:
    """Return all columns of the chosen data, at most MOST_POINTS rows."""
    name = _chosen_name()
    if name == DRAWN:
        return drawing.drawing()
    if name == OWN:
        file = files.current_file()
        # until the browser has sent the file, the first dataset is shown
        return data_and_kernel.from_library(data_list.first(), {}) if file is None else data_and_kernel.thinned(file)
    return data_and_kernel.from_library(name, {param.name: query.soon(param) for param in data_and_kernel.shape(name)})


def _column_choice(whole: Dataset) -> None:
    left, right = st.columns(2)
    names = list(whole.columns)
    left.selectbox(say("across"), names, index=0, key="cx", bind="query-params")
    right.selectbox(say("up"), names, index=1, key="cy", bind="query-params")


def _files(whole: Dataset, broken: list[str]) -> None:
    about = say("The points that are shown, as a CSV file.")
    with st.container(horizontal=True, gap="small"):  # in one row where both fit
        files.chooser()
        download(
            say("Download"),
            partial(to_csv, _chosen_columns()),
            f"{whole.name}.csv",
            "text/csv",
            key="points_file",
            about=about,
        )
    memory = files.memory()
    if memory.problem:
        st.text(f"✗ {memory.problem}")
    if memory.unkept:
        st.caption(say("This browser keeps nothing for this page: after a reload the file must be opened again."))
    elif _chosen_name() == OWN and files.name():
        st.text(say("{name}: kept in this browser. The server holds the file in memory only.", name=files.name()))
    _link(whole)
    for line in broken:
        st.text(line)


def _link(whole: Dataset) -> None:
    """Draw a button that copies the address.

    A sentence says what the address does not contain.
    """
    about = say("The address holds the whole state of the page.")
    if _chosen_name() == OWN:
        about = say("The address holds the state of the page, except the points of your file.")
    component("link")(key="kv-link", data={"about": about, "embed": bool(embedding.sites())})
    if _chosen_name() == OWN and whole.n <= MOST_DRAWN:
        st.button(say("Put these points into the address"), on_click=_into_the_address, width="stretch")


def _into_the_address() -> None:
    """Turn the shown points into drawn points (callback).

    The address carries drawn points.
    """
    data = _chosen_columns()
    drawing.put(write_drawn(replace(data, sheet=sheet_of(data))), before=data.classes)
    drawing.flush()
