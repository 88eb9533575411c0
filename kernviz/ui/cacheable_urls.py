"""Addresses with permanent answers, which browsers and proxies may store.

Such an address holds everything its answer depends on, so the answer never changes. It contains a digest of the
program and the language. For a data set from the folder of files, it contains a digest of that file, too. A new
version of the program has other addresses. An address of another version, or of a file that has changed, is
answered all the same. That answer is not stored.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Coroutine
from functools import cache, wraps
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import kernviz
import kernviz.budget as budget
from kernviz import catalogue
from kernviz.data.library import file_digest
from kernviz.ui import asset_routes, worker_pool
from kernviz.wording import language, say, speaking

Serve = Callable[[Request], Coroutine[Any, Any, Response]]
SECONDS = 86_400  # one day: a class requests the same pictures again within it
NEVER = "no-store"
PERSONAL = "private, no-store"
COUNTED = (".py", ".po")  # the files of the package that answers depend on
NEEDED = ("numpy", "scipy", "scikit-learn", "cvxopt", "python-flint", "starlette")  # packages that answers depend on
SHORT = 12  # hexadecimal digits of a digest


@cache
def version() -> str:
    """Return a digest of the program.

    It covers its own files, and the versions of the packages it computes with.
    """
    digest = hashlib.sha256(kernviz.__version__.encode())
    for name in NEEDED:
        try:
            digest.update(f"{name} {installed(name)}\n".encode())
        except PackageNotFoundError:  # the program runs from a folder without package metadata
            digest.update(f"{name}\n".encode())
    package = Path(kernviz.__file__).parent
    for path in sorted(path for path in package.rglob("*") if path.suffix in COUNTED):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:SHORT]


def stamp(data: str) -> str:
    """Return the part of an address that changes with the program.

    If the dataset is a file, this part also changes with the file.
    """
    digest = file_digest(data)
    return f"{version()}-{digest[:SHORT]}" if digest else version()


def path(folder: str, page: str, data: str) -> str:
    """Return the lasting address of a page's route.

    The address is in the current language.
    """
    return asset_routes.path(folder, stamp(data), language(), page)


def routes(folder: str, serve: object) -> list[Route]:
    """Return two routes to `serve`: a short address and a lasting address.

    Answers of the short address are not stored.
    """
    return [
        Route(f"/{folder}/{{page}}", serve, methods=["GET"]),  # type: ignore[arg-type]
        Route(f"/{folder}/{{stamp}}/{{language}}/{{page}}", serve, methods=["GET"]),  # type: ignore[arg-type]
    ]


def query(request: Request) -> str:
    """Return the query string of a request.

    `request.url.query` builds the whole address first, which takes a tenth of a stored answer's time.
    """
    return bytes(request.scope["query_string"]).decode()


def spoken(request: Request) -> str:
    """Return the language of an address.

    It is the request's language where the address has none.
    """
    name = str(request.path_params.get("language", ""))
    return name if name in catalogue.languages() else language()


def headers(request: Request, data: str, *, personal: bool = False) -> dict[str, str]:
    """Return the HTTP headers of an answer.

    Call this function after the answer was computed: the dataset's file may change during the
    computation.

    data      name of the data set
    personal  True if the answer depends on a visitor's own file
    """
    params = request.path_params
    if personal:
        return {"Cache-Control": PERSONAL}
    if params.get("language") != spoken(request) or params.get("stamp") != stamp(data):
        return {"Cache-Control": NEVER}
    return {"Cache-Control": f"public, max-age={SECONDS}, immutable", "ETag": _tag(request)}


def not_modified(request: Request, data: str) -> Response | None:
    """Return a 304 response if the browser's stored answer still holds.

    Otherwise return None. The browser says in the request that it has the answer.
    """
    listed = request.headers.get("if-none-match", "")
    if not listed:
        return None
    found = headers(request, data)
    tags = [part.strip().removeprefix("W/") for part in listed.split(",")]
    if "ETag" not in found or found["ETag"].removeprefix("W/") not in tags:
        return None
    return Response(status_code=304, headers=found | {"Vary": "Accept-Encoding"})


def answering(serve: Serve) -> Serve:
    """Wrap a route whose answers a worker pool computes.

    The answer is in the language of the address. A full queue, a client that has left, and a computation that takes
    too long have answers of their own.
    """

    @wraps(serve)
    async def answer(request: Request) -> Response:
        with speaking(spoken(request)):
            try:
                return await serve(request)
            except worker_pool.BusyError as problem:
                return worker_pool.busy_response(problem)
            except worker_pool.GoneError:
                return Response(status_code=204)  # the browser has disconnected
            except budget.OverBudgetError:  # a second attempt would take as long
                return refused(say("this takes too long to be computed while you drag"), 503)

    return answer


def refused(why: str, status: int) -> Response:
    """Return a response with a sentence instead of an answer.

    Nobody stores it.
    """
    return Response(why, status_code=status, media_type="text/plain", headers={"Cache-Control": NEVER})


def _tag(request: Request) -> str:
    """Return the ETag of a lasting address.

    It is a weak ETag. Compressed or not, the answer is the same.
    """
    folder = request.scope["path"].split("/")[-4]  # the route may have any prefix
    parts = [folder, *(str(request.path_params[name]) for name in ("stamp", "language", "page")), query(request)]
    digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return f'W/"{digest[:32]}"'
