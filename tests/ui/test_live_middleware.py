"""Live requests answered before the other middleware and routes: with the same answers, and no others."""

from __future__ import annotations

from functools import cache

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Receive, Scope, Send

from kernviz.ui import app_setup, cacheable_urls, languages, live, live_middleware, static_gzip
from tests.ui.asking import asked
from tests.ui.helpers import ROOT

NOW, QUERY = cacheable_urls.version(), "n=20&k=rbf(gamma=2)"
NEAR = {
    "a picture": f"{NOW}/en/svm?{QUERY}",
    "in German": f"{NOW}/de/svm?{QUERY}",
    "of a file": f"{NOW}-0a1b/en/svm?data=iris",
    "of another version": f"0a1b2c/en/pca?{QUERY}",
    "of other data": f"{NOW}/en/svm?n=20&data=xor",
    "of data without a name": f"{NOW}/en/svm?n=20&data=",
    "of a kernel that is none": f"{NOW}/en/svm?k=rbf(",
    "of nothing but text": f"{NOW}/en/svm?k={'x' * live.LONGEST}",
}
FAR = {
    "without version and language": f"svm?{QUERY}",
    "in no language": f"{NOW}/xx/svm?{QUERY}",
    "of no page": f"{NOW}/en/nowhere",
    "of no version": f"../en/svm?{QUERY}",
    "with more parts": f"{NOW}/en/svm/svm?{QUERY}",
}


class Passed:
    """ASGI middleware that counts the requests."""

    count = 0

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        Passed.count += scope["type"] == "http"
        await self.app(scope, receive, send)


@cache
def app(how: str) -> Starlette:
    """Return an app with the server's routes; with "short", live requests take the short way."""
    own = [Middleware(live_middleware.LiveMiddleware)] if how == "short" else []
    rest = [Middleware(Passed), Middleware(static_gzip.GzipMiddleware), Middleware(languages.LanguageMiddleware)]
    return Starlette(routes=app_setup.server(ROOT)["routes"], middleware=[*own, *rest])


def answer(how: str, address: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    response = asked(app(how), method, f"/{live.FOLDER}/{address}", **headers)
    return response.status, dict(response.headers), response.body


@pytest.mark.parametrize("address", NEAR.values(), ids=NEAR)
@pytest.mark.parametrize("headers", [{}, {"accept_encoding": "gzip"}, {"accept_encoding": "identity"}])
def test_the_short_way_gives_the_same_answer(address: str, headers: dict[str, str]) -> None:
    whole = answer("long", address, **headers)
    Passed.count = 0
    assert answer("short", address, **headers) == whole
    assert Passed.count == 0


def test_a_stored_answer_is_confirmed_on_the_short_way() -> None:
    _, headers, _ = answer("short", NEAR["a picture"])
    response = answer("short", NEAR["a picture"], if_none_match=headers["etag"])
    assert response == answer("long", NEAR["a picture"], if_none_match=headers["etag"])
    assert response[0] == 304


@pytest.mark.parametrize("address", FAR.values(), ids=FAR)
def test_all_other_requests_pass(address: str) -> None:
    Passed.count = 0
    assert answer("short", address) == answer("long", address)
    assert Passed.count == 2


@pytest.mark.parametrize("method", ["HEAD", "POST"])
def test_other_methods_pass(method: str) -> None:
    Passed.count = 0
    assert answer("short", NEAR["a picture"], method) == answer("long", NEAR["a picture"], method)
    assert Passed.count == 2


def test_the_server_answers_live_requests_first() -> None:
    """The headers of security and the metrics are added before; all that the short way spares comes after."""
    order = [each.cls for each in app_setup.server(ROOT)["middleware"]]
    place = order.index(live_middleware.LiveMiddleware)
    assert [each.__name__ for each in order[:place]] == ["WriteCoalescingMiddleware", "MetricsMiddleware", "Headers"]
    assert {static_gzip.GzipMiddleware, languages.LanguageMiddleware} <= set(order[place:])
