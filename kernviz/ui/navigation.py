"""The app's pages and their order, read from the page files.

Dropping a file into ``pages/<section>/`` adds a page.

A page's docstring begins ``Title — the question it answers``. An optional line ``ORDER = 20``
places it in its section (default 100, then by title). The address is the file's name:
``pages/machines/svm.py`` is ``/svm``; ``home`` is ``/``.

Pages are in sub-folders because a ``.py`` directly inside ``pages/`` switches on Streamlit's older
multipage format. Then the first visitor of a fresh server who follows a deep link gets a page
without sidebar and menu.
"""

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import streamlit as st
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import Route

from kernviz.ui import asset_routes, start
from kernviz.ui.streamlit_internals import names, run
from kernviz.wording import Phrase, phrase, say, spoken

SECTIONS = {"start": phrase("Start"), "kernels": phrase("Kernels"), "machines": phrase("Machines")}
HOME = "home"
ALONE = ("course", "story", "kernel_or_not", "who_drew_this")  # pages without the sidebar
OTHERWISE = {"courses": "course"}  # address that visitors are likely to type -> page
LATER = 100  # order of a page that declares none


@dataclass(frozen=True)
class PageEntry:
    """Page with its file and section, and its declared title, question, order."""

    path: Path
    section: str
    title: str
    question: str
    order: int

    @property
    def name(self) -> str:
        """Return the name of the page: its file name without ``.py``.

        It is also the path of the page's address, except for ``home``, whose address is ``/``.
        """
        return self.path.stem


@cache
def entries(root: Path) -> tuple[PageEntry, ...]:
    """Return every page below ``root / "pages"`` in menu order.

    Raises ValueError for a page without a title and question, and for two pages with the same file name.
    """
    found = [_read(path, section) for section in SECTIONS for path in sorted((root / "pages" / section).glob("*.py"))]
    names = [entry.name for entry in found]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(
            say("two pages are called {twice!r}: the file's name is the page's address, so rename one", twice=twice[0])
        )
    return tuple(sorted(found, key=lambda e: (list(SECTIONS).index(e.section), e.name != HOME, e.order, e.title)))


def pages(root: Path) -> dict[str, list[st.Page]]:
    """Return the pages for ``st.navigation``: section title -> its pages.

    Empty sections are left out.
    """
    menu: dict[str, list[st.Page]] = {}
    for entry in entries(root):
        menu.setdefault(spoken(SECTIONS[entry.section]), []).append(_page(entry))
    return menu


def menu() -> list[tuple[str, str, str]]:
    """Return section, title and path of every page, in menu order.

    The pages are those of the running app.
    """
    return [
        (
            spoken(SECTIONS[entry.section]),
            spoken(entry.title),
            asset_routes.path("" if entry.name == HOME else entry.name),
        )
        for entry in entries(_root())
    ]


def _root() -> Path:
    """Return the folder of the running app."""
    script = run.script_path() or (start.find_app() if not names.FOLDER.known() else Path())
    return script.parent


def routes() -> list[Route]:
    """Return redirects from addresses in OTHERWISE to the pages meant.

    The query string is kept.
    """
    return [Route(f"/{path}", partial(_lead, page), methods=["GET", "HEAD"]) for path, page in OTHERWISE.items()]


def _lead(page: str, request: Request) -> RedirectResponse:
    query = request.url.query
    return RedirectResponse(asset_routes.path(page) + (f"?{query}" if query else ""))


def switch(root: Path, name: str) -> None:
    """Go to the page ``name`` now.

    The parameters of data and kernel stay.
    """
    entry = next(e for e in entries(root) if e.name == name)
    st.switch_page(
        _page(entry), query_params={}
    )  # without `query_params`, Streamlit refuses to switch pages while a widget is bound to the address


def _page(entry: PageEntry) -> st.Page:
    return st.Page(entry.path, title=spoken(entry.title), url_path=entry.name, default=entry.name == HOME)


def _read(path: Path, section: str) -> PageEntry:
    tree = ast.parse(path.read_text("utf-8"))
    first = (ast.get_docstring(tree) or "").partition("\n")[0].strip()
    title, dash, question = (part.strip() for part in first.partition("—"))
    if not (title and dash and question):
        raise ValueError(
            say(
                "{path}: its docstring must begin 'Title — the question it answers', not {first!r}",
                path=path,
                first=first,
            )
        )
    return PageEntry(path, section, Phrase(title), Phrase(question), _order(tree.body))


def _order(body: Iterable[ast.stmt]) -> int:
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id="ORDER")], value=ast.Constant(value=int(order))):
                return order
    return LATER
