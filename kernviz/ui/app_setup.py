"""Set-up of the server process; beginning and end of each run."""

import asyncio
import gc
import importlib
import logging
import pkgutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from streamlit.delta_generator import DeltaGenerator
from threadpoolctl import threadpool_limits

import kernviz
import kernviz.catalogue as catalogue
from kernviz.courses import reader
from kernviz.stories import stories as read_stories
from kernviz.ui import (
    asset_routes,
    closed_routes,
    fragments,
    gallery,
    hands,
    headers,
    index,
    languages,
    link_preview,
    live,
    live_middleware,
    live_run,
    logs,
    loop_first,
    message_batching,
    message_pace,
    metrics,
    navigation,
    number,
    open_files,
    paced_logs,
    page_run_errors,
    query,
    report,
    session_memory,
    shutdown,
    static_gzip,
    write_coalescing,
)
from kernviz.ui.asset_routes import ASSETS
from kernviz.ui.component import component
from kernviz.ui.component import prepare as prepare_components
from kernviz.ui.rooms import room_registry
from kernviz.ui.rooms import routes as rooms
from kernviz.ui.stories import route as stories
from kernviz.ui.streamlit_internals import incoming, names, patches, script_threads
from kernviz.ui.sweeps import route as sweeps
from kernviz.ui.tcp_nodelay import set_tcp_nodelay
from kernviz.wording import phrase, spoken

ABOUT = phrase(
    "**kernviz**: see kernel methods. Compose a kernel, prove or refute it, train a certified machine on it."
)

COLLECT_AFTER = 10_000  # new objects; 700, as Python has it, costs 8 % of the time of a loaded process, and this 4 %
SIDEBAR = 256  # initial width of the sidebar, in pixels
_CONTAINERS = "_shell_containers"


@asynccontextmanager
async def lifespan(_: st.App) -> AsyncIterator[None]:
    """Manage start and end of the server process (app.py)."""
    logs.prepare()
    paced_logs.install()
    names.check()
    # Our pages are in sub-folders of pages/. Until a session has called st.navigation, Streamlit takes that folder for
    # pages of its older multipage format. It then answers a first visitor's deep link with "Page not found".
    patches.only_own_pages()
    incoming.bound_sizes()
    incoming.drop_unwanted_messages()
    script_threads.start_elsewhere()
    fragments.prepare()
    open_files.prepare()
    message_batching.install()
    patches.keep_session_state_uncopied()
    prepare_components()
    patches.read_theme_once()
    set_tcp_nodelay()  # the listening socket is bound by now
    await asyncio.to_thread(prepare)
    await asyncio.to_thread(report.tell)
    meanwhile = [asyncio.create_task(room_registry.clean()), asyncio.create_task(loop_first.beating())]
    with shutdown.prompt():
        yield
    for task in meanwhile:
        task.cancel()


def server(root: Path) -> dict[str, Any]:
    """Return the keyword arguments of st.App for app.py in the folder `root`.

    These are the lifespan, the routes, the middleware and the error handler.
    """
    routes = [*asset_routes.routes(), *gallery.routes(), *live.routes(), *sweeps.routes(), *rooms.routes()]
    routes += [*stories.routes(), *link_preview.routes(), *navigation.routes(), *metrics.routes()]
    return {
        "lifespan": lifespan,
        "routes": [
            *asset_routes.prefixed([*routes, *index.routes(navigation.entries(root))]),
            *routes,
        ],  # a proxy in front may strip the path prefix
        "middleware": [
            Middleware(write_coalescing.WriteCoalescingMiddleware),
            Middleware(metrics.MetricsMiddleware),
            Middleware(headers.Headers),
            Middleware(live_middleware.LiveMiddleware),
            Middleware(closed_routes.ClosedRoutes),
            Middleware(message_pace.MessagePace),
            Middleware(static_gzip.GzipMiddleware),
            Middleware(languages.LanguageMiddleware),
        ],
        "on_script_error": page_run_errors.on_script_error,
    }


@cache
def prepare() -> None:
    """Load everything that a first visitor would otherwise wait for.

    Called once a process, before the first visitor. It imports all modules, reads catalogues, courses and stories,
    and compresses the scripts.

    BLAS is limited to one thread: at classroom sizes a second one only spins. ``gc.freeze`` exempts the imported
    libraries' 170 000 objects from every later garbage collection, and a collection begins after
    `COLLECT_AFTER` new objects. So no long collection delays a finished picture.
    """
    for module in pkgutil.walk_packages(kernviz.__path__, "kernviz."):
        try:
            importlib.import_module(module.name)
        except Exception:  # the page that needs the data reports the error; the other pages should still start
            logging.getLogger(__name__).exception("could not import %s", module.name)
    for language in catalogue.languages():
        catalogue.read(language)
    reader.courses()  # tries every step of every course once, so that the first visitor need not wait for it
    read_stories()
    for name in (asset_routes.PLOTLY, *asset_routes.scripts()):
        asset_routes.compressed(name)
    threadpool_limits(limits=1)
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER)


def begin_run() -> None:
    """Begin a run: set language and page settings, and apply moved controls.

    The style sheets are added, too. No page title is set here: it would override every page's own.
    """
    session_memory.begin()
    languages.begin()
    st.set_page_config(
        layout="wide",
        page_icon=str(ASSETS / "icon.svg"),
        menu_items={"About": spoken(ABOUT)},
        initial_sidebar_state=SIDEBAR,
    )
    for sheet in (
        "app.css",
        "keyboard_access.css",
        "phone.css",
        "number.css",
        "breathing.css",
        "composer.css",
        "embed.css",
        "crowded.css",
    ):
        st.html(ASSETS / sheet)
    st.session_state.pop(_CONTAINERS, None)
    query.begin()
    page_run_errors.begin()
    fragments.begin()
    number.listen()
    hands.listen()


def set_containers(notices: DeltaGenerator, end: DeltaGenerator) -> None:
    """Store two containers, to be filled at the end of the run.

    `end_run` fills them: `notices` with the sentences about unusable query parameters, `end` with the component
    ``shell``.
    """
    st.session_state[_CONTAINERS] = notices, end


def end_run() -> None:
    """End a run: report unusable query parameters and update the address.

    The component ``shell`` updates the address in the browser. Afterwards the address describes what the page shows.
    """
    number.rest()
    notices, end = st.session_state.pop(_CONTAINERS, (None, None))
    if notices is not None:
        with notices:
            query.show_ignored()
    with end or nullcontext():
        component("shell")(
            key="kv-shell",
            data={
                "plotly": asset_routes.url(asset_routes.PLOTLY),
                "state": query.state(),
                "live": live_run.registered(),
                "pages": navigation.menu(),
                "language": languages.of_run(),
            },
            on_finer_change=lambda: None,
        )
