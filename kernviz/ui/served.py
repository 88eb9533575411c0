"""What a browser fetches once and keeps for good: plotly.js (plotly_js.py), and our own scripts.

Every address contains a hash of the content, so that a new version is a new address; each file is compressed once a
process, not once a visitor. The scripts are modules that import each other by relative names: they share one hash. A
component carries only a line that imports its module, for what it carries travels with every message of every instance.
"""

import gzip
import hashlib
import json
import re
from functools import cache
from pathlib import Path

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import kernviz.catalogue as catalogue
from kernviz.extraction import IN_SCRIPT
from kernviz.ui.plotly_js import plotly_js

FOLDER = "kernviz-assets"
ASSETS = Path(__file__).parent / "assets"
PLOTLY = "plotly.min.js"
WORDS = re.compile(r"words-(\w+)\.json")


@cache
def source(name: str) -> bytes:
    """The script of that name, read once a process; the colours of palette.json stand where a script asks for them."""
    if name == PLOTLY:
        return plotly_js()
    if match := WORDS.fullmatch(name):
        return _words(match[1])
    text = (ASSETS / name).read_text("utf-8").replace("__LANGUAGES__", json.dumps(_signs()))
    return text.replace("__PALETTE__", re.sub(r"\s+", "", (ASSETS / "palette.json").read_text("utf-8"))).encode()


def _signs() -> dict[str, str]:
    return {language: catalogue.decimal_sign(language) for language in catalogue.languages()}


def _words(language: str) -> bytes:
    """What our scripts say, English and that language: only what they say, of the whole catalogue."""
    texts = [path.read_text("utf-8") for path in sorted(ASSETS.glob("*.js"))]
    said = [json.loads(found) for text in texts for found in IN_SCRIPT.findall(text)]
    words = {message: catalogue.translated(language, message) for message in said}
    return json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode()


@cache
def compressed(name: str) -> bytes:
    """The same, gzipped. Level 6: the higher ones save 1 % for four times the work."""
    return gzip.compress(source(name), compresslevel=6, mtime=0)


@cache
def scripts() -> frozenset[str]:
    """Our own scripts, and what they say in other languages, by name."""
    words = (f"words-{language}.json" for language in catalogue.languages() if language != catalogue.SOURCE)
    return frozenset([*(path.name for path in ASSETS.glob("*.js")), *words])


@cache
def _version(name: str) -> str:
    content = source(PLOTLY) if name == PLOTLY else b"".join(source(each) for each in sorted(scripts()))
    return hashlib.sha256(content).hexdigest()[:16]


def url(name: str) -> str:
    """Where this server's pages find it: "plotly.min.js", or a script of assets/."""
    return path(FOLDER, _version(name), name)


def path(*parts: str) -> str:
    """An address on this server, wherever it is mounted."""
    prefix = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return "/".join(["", *([prefix] if prefix else []), *parts])


def routes() -> list[Route]:
    """The server's side of :func:`url`."""
    return [Route(f"/{FOLDER}/{{path:path}}", _serve, methods=["GET", "HEAD"])]


def _serve(request: Request) -> Response:
    version, _, name = request.path_params["path"].partition("/")
    if name not in scripts() | {PLOTLY} or version != _version(name):
        return Response("gone: reload the page", status_code=404, media_type="text/plain")
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
    media = "application/json" if WORDS.fullmatch(name) else "text/javascript"
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(compressed(name), media_type=media, headers=headers | {"Content-Encoding": "gzip"})
    return Response(source(name), media_type=media, headers=headers)
