"""Static files with content-hashed addresses, cached permanently by the browser.

The files are plotly.js (plotly_js.py) and the app's own scripts.

New content has a new address. Each file is compressed once a process, not once a visitor. The
scripts are modules that import each other by relative names. They therefore share one hash. A
component's own script is one line that imports its module, because it travels with every message
of every instance.
"""

import hashlib
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import kernviz.catalogue as catalogue
from kernviz.ui import gzipped
from kernviz.ui.plotly_js import plotly_js
from kernviz.wire.script_text import filled, words

FOLDER = "kernviz-assets"
ASSETS = Path(__file__).parent / "assets"
PLOTLY = "plotly.min.js"
WORDS = re.compile(r"words-(\w+)\.json")


@cache
def source(name: str) -> bytes:
    """Return the content of a file that this module serves.

    `name` is "plotly.min.js", "words-<language>.json" or a script of assets/. The
    placeholders of a script are filled in. Each file is read once a process.
    """
    if name == PLOTLY:
        return plotly_js()
    if match := WORDS.fullmatch(name):
        return words(match[1], (path.read_text("utf-8") for path in sorted(ASSETS.glob("*.js")))).encode()
    return filled((ASSETS / name).read_text("utf-8")).encode()


@cache
def compressed(name: str) -> bytes:
    """Return the content of the file ``name`` (see `source`), gzipped."""
    return gzipped.compressed(source(name))


@cache
def scripts() -> frozenset[str]:
    """Return the names of our scripts and of their translations."""
    translations = (f"words-{language}.json" for language in catalogue.languages() if language != catalogue.SOURCE)
    return frozenset([*(path.name for path in ASSETS.glob("*.js")), *translations])


@cache
def _version(name: str) -> str:
    content = source(PLOTLY) if name == PLOTLY else b"".join(source(script) for script in sorted(scripts()))
    return hashlib.sha256(content).hexdigest()[:16]


def url(name: str) -> str:
    """Return the address of "plotly.min.js" or of a script of assets/.

    The address contains a hash of the content. It is relative to the current page, as in :func:`path`.
    """
    return path(FOLDER, _version(name), name)


def path(*parts: str) -> str:
    """Return an address on this server, relative to the current page.

    Every page stands directly below the app's root. A relative address therefore holds under any
    prefix. This includes a prefix that a proxy removes and this server never sees.
    """
    return "/".join(parts) or "./"


def prefixed(routes: Iterable[Route]) -> list[Route]:
    """Return the routes below the prefix ``server.baseUrlPath``, if any."""
    prefix = str(st.get_option("server.baseUrlPath") or "").strip("/")
    before = f"/{prefix}" if prefix else ""
    return [Route(before + route.path, route.endpoint, methods=route.methods) for route in routes]


def routes() -> list[Route]:
    """Return the route that serves the addresses of :func:`url`."""
    return [Route(f"/{FOLDER}/{{path:path}}", _serve, methods=["GET", "HEAD"])]


async def _serve(request: Request) -> Response:
    version, _, name = request.path_params["path"].partition("/")
    if name not in scripts() | {PLOTLY}:
        return Response("gone: reload the page", status_code=404, media_type="text/plain")
    # During an update, a page of another version may request a script here. Serving this version's script is better
    # than failing.
    caching = "public, max-age=31536000, immutable" if version == _version(name) else "no-store"
    media = "application/json" if WORDS.fullmatch(name) else "text/javascript"
    return gzipped.response(request, compressed(name), media, {"Cache-Control": caching})
