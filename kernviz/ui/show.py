"""Drawing of a lesson on the page.

The picture comes first and is large. Controls and numbers stand beside it, tabs under both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kernviz.lessons.errata import BESIDE
from kernviz.lessons.lecture_notation import notation
from kernviz.lessons.lesson import Lesson, Numbers, Picture, Row
from kernviz.lessons.page import Page, build
from kernviz.lessons.shared.handles import bare
from kernviz.lessons.state import Subject
from kernviz.symbols import writing
from kernviz.ui import (
    app_setup,
    composer,
    drawing,
    errata,
    escaping,
    expression,
    fragments,
    hiding,
    live_run,
    notation_menu,
    page_run_errors,
    query,
    sidebar,
    state_controls,
)
from kernviz.ui.caption import caption
from kernviz.ui.component import component
from kernviz.ui.data_picker import current_dataset
from kernviz.ui.examples import arrive, examples_menu, rerun_if_requested
from kernviz.ui.frame import Frame, frame
from kernviz.ui.heading import page_title
from kernviz.ui.lesson_blocks import OnClick, Slots, block, draw_picture, readouts
from kernviz.ui.plot import Click
from kernviz.ui.sweeps.sweep_panel import panels, sweep_panel
from kernviz.wording import say, spoken


def head(title: str, question: str, page: str = "") -> None:
    """Draw title, question and the examples of this page."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="kv-head"):
        page_title(spoken(title), width="content")
        with writing(notation_menu.begin(page)) if page else nullcontext():
            st.markdown(say(":gray[{question}]", question=spoken(question)), width="stretch")
        if page:
            examples_menu(page)
            notation_menu.switch(page)


def page(
    shown: Page[Any],
    clicked: Callable[[Any, Click], None] | None = None,
    slots: Mapping[str, Callable[[Any], None]] | None = None,
    under: Callable[[Any], None] | None = None,
    over: Callable[[], DeltaGenerator] | None = None,
    *,
    sweeps: bool = True,
) -> None:
    """Draw a page from its declaration.

    The picture is drawn first, then controls and numbers, then the open tab.

    Beyond the declaration, `clicked(state, click)` handles clicks on other things than handles.
    `slots` maps the name of a `Slot` to a function of the state that draws it. `under` draws below
    the picture, `over` above the controls beside it, and returns the container of the leading
    picture. `sweeps`: the page's numbers can be swept.
    """
    arrive(shown.name)
    head(shown.title, shown.question, shown.name)
    _body(shown, _Additions(clicked, slots or {}, under, over, sweeps))


@dataclass(frozen=True)
class _Additions:
    """Additions to a page's declaration, as `page` describes them."""

    clicked: Callable[[Any, Click], None] | None
    slots: Mapping[str, Callable[[Any], None]]
    under: Callable[[Any], None] | None
    over: Callable[[], DeltaGenerator] | None
    sweeps: bool


@fragments.part(fragments.BODY, sidebar.fingerprint)
def _body(shown: Page[Any], more: _Additions) -> None:
    """Draw everything below the title."""
    rerun_if_requested()
    expression.hand_over()
    with page_run_errors.caught():
        _fill(frame(shown.title), shown, more)
    if fragments.alone():
        with page_run_errors.caught():
            app_setup.end_run()


def _fill(places: Frame, shown: Page[Any], more: _Additions) -> None:
    state = state_controls.current_state(shown, Subject(current_dataset(), composer.current_kernel()))
    sidebar.plays(state.idle, state.shown.d)
    hide = hiding.hidden(shown)
    hiding.sidebar(hide)
    with writing(notation(shown.name, state.speak)), live_run.grid_of_run(shown, state):
        _draw(places, shown, state, more, hide)


def _draw(places: Frame, shown: Page[Any], state: Any, more: _Additions, hide: Set[str]) -> None:
    """Build the lesson of a state and draw it."""
    on_click: OnClick | None = partial(more.clicked, state) if more.clicked else None
    drawn = {name: partial(function, state) for name, function in more.slots.items()}
    leading: DeltaGenerator | None = None
    try:
        built = places.wait(partial(build, shown), state)
        if drawing.is_empty() and any(drawn_picture.points for drawn_picture in built.pictures):
            built = Lesson(shown.question, bare(state.data))
        swept = more.sweeps and hiding.SWEEP not in hide
        with places.band:
            if built.band:
                component("result_banner")(key="kv-band-live", data={})  # the result during a drag
            for item in built.band:
                block(item, on_click, drawn)
        with places.picture:
            picture(built, on_click, partial(sweep_panel, shown, state) if swept else None)
        if swept:
            with places.below:
                panels()
    finally:  # controls are drawn even if the picture could not be built, so that they can be changed
        with places.controls:
            if more.over is not None:
                leading = more.over()
                state_controls.draw(state, hide=hide)
            else:
                with st.container(key="kv-controls", gap=None):
                    if not hide & {hiding.SIDEBAR}:
                        with st.container(key="kv-kernel-here"):
                            composer.first_number(state.idle)
                    with st.container(key="kv-declared"):
                        state_controls.draw(state, hide=hide)
    if hiding.TABS in hide:
        built = replace(built, tabs=())
    titles = _titles(built)
    if titles:
        query.seed([_open(titles)])
    # beside a picture with paragraphs the captions have a fixed height, too
    steady = any(isinstance(item, Row) and len(item.columns) == 1 for item in built.beside)
    with places.beside, st.container(key="kv-steady") if steady else nullcontext():
        _beside(built, on_click, drawn, leading)
    with places.beside:
        errata.marks(shown, built, BESIDE, str(getattr(state, "view", "")))
    if more.under is not None:
        if more.over is not None:  # `under` belongs to the controls of `over`, and is drawn next to them
            with places.picture, st.container(key="kv-under"):
                more.under(state)
        else:
            with places.below:
                more.under(state)
    with places.below:
        _tabs(shown, built, titles, state, on_click, drawn)
    live_run.register(shown, live_run.unsaid(state))


def picture(built: Lesson, on_click: OnClick | None = None, under: Callable[[], None] | None = None) -> None:
    """Draw the lesson's problem message and its picture, if it has them.

    The picture is stored and shown again if the next run fails. `under` draws between the picture and its caption.
    """
    if built.problem:
        st.warning(escaping.sentence(built.problem), icon="⚠️")
    if built.picture is not None:
        draw_picture(built.picture, on_click)
    if under is not None:
        under()
    if built.picture is not None:
        caption(built.picture)
        page_run_errors.remember(built.picture)


def _beside(built: Lesson, on_click: OnClick | None, slots: Slots, leading: DeltaGenerator | None) -> None:
    """Draw the blocks beside the picture.

    The lesson's leading picture goes into the container above the controls, if there is one.
    """
    place = 0
    for item in built.beside:
        if isinstance(item, Numbers):
            readouts(item, place)
            place += 1
        elif leading is not None and isinstance(item, Picture) and item.key == built.leading:
            with leading:
                block(item, on_click, slots)
        else:
            block(item, on_click, slots)


def _titles(built: Lesson) -> dict[str, str]:
    """Return title -> label of each tab.

    The open tab is a query parameter.
    """
    return {escaping.markdown(str(tab.title)): escaping.markdown(spoken(tab.title)) for tab in built.tabs}


def _open(titles: Mapping[str, str]) -> query.AddressParam:
    return query.choice("tab", titles, label=say("the open tab"))


def _tabs(
    shown: Page[Any], built: Lesson, titles: Mapping[str, str], state: Any, on_click: OnClick | None, slots: Slots
) -> None:
    """Draw the tabs of a page.

    Only the open tab is built and sent.
    """
    if not built.tabs:
        return
    same = all(title == shown for title, shown in titles.items())
    places = (
        st.tabs([*titles], key="tab", bind="query-params")
        if same
        else state_controls.choice_of_tabs(_open(titles), titles)
    )
    for tab, place in zip(built.tabs, places, strict=True):
        if place.open:
            with place:
                errata.marks(shown, built, tab.title)
                state_controls.draw(state, tab.title, hiding.hidden(shown))
                for item in tab.blocks:
                    block(item, on_click, slots)
