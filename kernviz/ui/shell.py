"""What every page shares: the server it runs in, the window, and a process prepared for many short computations."""

import asyncio
import gc
import importlib
import logging
import pkgutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from functools import cache
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.pages_manager import PagesManager
from threadpoolctl import threadpool_limits

import kernviz
import kernviz.catalogue as catalogue
from kernviz.courses import reader
from kernviz.ui import (
    delivery,
    gallery,
    hands,
    headers,
    languages,
    live,
    mishap,
    navigation,
    number,
    one_entry,
    one_write,
    packed,
    parts,
    query,
    served,
)
from kernviz.ui.component import component
from kernviz.ui.promptly import promptly
from kernviz.ui.rooms import hall
from kernviz.ui.rooms import routes as rooms
from kernviz.ui.served import ASSETS
from kernviz.ui.sweeps import route as sweeps
from kernviz.wording import phrase, spoken

ABOUT = phrase(
    "**kernviz**: see kernel methods. Compose a kernel, prove or refute it, train a certified machine on it."
)

_PLACES = "_shell_places"


@asynccontextmanager
async def lifespan(_: st.App) -> AsyncIterator[None]:
    """Around the life of the server process (app.py)."""
    # Our pages sit in sub-folders of pages/. Until some session has called st.navigation, Streamlit takes the mere
    # existence of that folder for its older kind of pages, and meets a first visitor's deep link with "Page not found".
    PagesManager.uses_pages_directory = False
    AppSession.request_rerun = parts.forgiving(AppSession.request_rerun)  # type: ignore[method-assign,assignment]
    AppSession._create_scriptrunner = parts.widening(AppSession._create_scriptrunner)  # type: ignore[method-assign,assignment]
    delivery.lighten()
    one_entry.look_up()
    promptly()  # the listening socket is bound by now
    await asyncio.to_thread(prepare)
    cleaning = asyncio.create_task(hall.clean())
    yield
    cleaning.cancel()


def server() -> dict[str, Any]:
    """How app.py sets up the server: what st.App takes beside the script."""
    return {
        "lifespan": lifespan,
        "routes": [*served.routes(), *gallery.routes(), *live.routes(), *sweeps.routes(), *rooms.routes()],
        "middleware": [
            Middleware(one_write.Piped),
            Middleware(headers.Headers),
            Middleware(packed.Packed),
            Middleware(languages.Speaking),
        ],
        "on_script_error": mishap.on_script_error,
    }


@cache
def prepare() -> None:
    """Once a process, before the first visitor: import everything, and settle the threads and the garbage collector.

    One BLAS thread: at classroom sizes a second one only spins. ``gc.freeze`` takes the imported libraries' 170 000
    objects out of every later collection, so that none of them holds a finished picture back.
    """
    for module in pkgutil.walk_packages(kernviz.__path__, "kernviz."):
        try:
            importlib.import_module(module.name)
        except Exception:  # the page that needs it will say so; the others should start
            logging.getLogger(__name__).exception("could not import %s", module.name)
    for language in catalogue.languages():
        catalogue.read(language)
    reader.courses()  # each step is tried once, which the first visitor should not wait for
    for name in (served.PLOTLY, *served.scripts()):
        served.compressed(name)
    threadpool_limits(limits=1)
    gc.collect()
    gc.freeze()


def window() -> None:
    """The beginning of a run: page settings and style sheet. No page title here: it would override every page's own."""
    languages.begin()
    st.set_page_config(layout="wide", page_icon=str(ASSETS / "icon.svg"), menu_items={"About": spoken(ABOUT)})
    for sheet in ("app.css", "reach.css", "phone.css", "number.css", "composer.css"):
        st.html(ASSETS / sheet)
    st.session_state.pop(_PLACES, None)
    query.begin()
    mishap.begin()
    parts.begin()
    number.listen()
    hands.listen()


def places(told: DeltaGenerator, end: DeltaGenerator) -> None:
    """Where the page has room for what is known at the end of a run."""
    st.session_state[_PLACES] = told, end


def close() -> None:
    """The end of a run: what of the address could not be used is said, and the address says what the page shows."""
    number.rest()
    told, end = st.session_state.pop(_PLACES, (None, None))
    if told is not None:
        with told:
            query.show_ignored()
    with end or nullcontext():
        component("shell")(
            key="kv-shell",
            data={
                "plotly": served.url(served.PLOTLY),
                "state": query.state(),
                "live": live.of_run(),
                "pages": navigation.menu(),
                "language": languages.of_run(),
            },
        )
