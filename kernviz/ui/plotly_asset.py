"""plotly.js for the browser, served out of the installed ``plotly`` package: no copy in the repository, no CDN.

The address contains the content's hash, so a browser fetches it once and keeps it for good; it is compressed once a
process, not once a visitor (1.4 MB instead of 4.8, and a class of 300 does not queue behind the compressor).
"""

import gzip
import hashlib
from functools import cache
from importlib.resources import files

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

FOLDER = "kernviz-assets"


@cache
def source() -> bytes:
    """The installed plotly.min.js, read once a process."""
    return files("plotly").joinpath("package_data", "plotly.min.js").read_bytes()


@cache
def compressed() -> bytes:
    """The same, gzipped. Level 6: the higher ones save 1 % for four times the work."""
    return gzip.compress(source(), compresslevel=6, mtime=0)


@cache
def name() -> str:
    """The file's name in the address: a new plotly gets a new one."""
    return f"plotly-{hashlib.sha256(source()).hexdigest()[:16]}.min.js"


def url() -> str:
    """Where this server's pages find plotly.js."""
    prefix = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return "/".join(["", *([prefix] if prefix else []), FOLDER, name()])


def routes() -> list[Route]:
    """The server's side of :func:`url`."""
    return [Route(f"/{FOLDER}/{{name}}", _serve, methods=["GET", "HEAD"])]


def _serve(request: Request) -> Response:
    if request.path_params["name"] != name():
        return Response("gone: reload the page", status_code=404, media_type="text/plain")
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(compressed(), media_type="text/javascript", headers=headers | {"Content-Encoding": "gzip"})
    return Response(source(), media_type="text/javascript", headers=headers)
