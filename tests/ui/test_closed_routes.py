"""Streamlit's addresses that the app does not use: closed in the real app, whatever version of Streamlit has them."""

from __future__ import annotations

from typing import Any
from unittest.mock import MagicMock

import pytest
import streamlit as st
from streamlit.web.server.starlette import starlette_app

from kernviz.ui import app_setup, closed_routes
from kernviz.ui.closed_routes import ClosedRoutes, closed
from tests.browser.conftest import ROOT
from tests.ui.asking import asked

# Streamlit's addresses that pages use: the page's files, its downloads, its messages, and its first questions
OPEN = {"/_stcore/health", "/_stcore/host-config", "/_stcore/stream", "/media/{file_id:path}", ""}


def of_streamlit() -> list[str]:
    """Return the path of each route that Streamlit adds to an app."""
    return [route.path for route in starlette_app.create_streamlit_routes(MagicMock())]  # type: ignore[attr-defined]


def test_every_address_of_streamlit_is_used_or_closed() -> None:
    paths = of_streamlit()
    assert len(paths) > 10
    assert {path for path in paths if not closed(path.replace("{", "").replace("}", ""))} == OPEN


@pytest.fixture(params=["", "kernviz", "our/r/kernviz"])
def prefix(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the beginning of every path, with its slash."""
    monkeypatch.setattr(st, "get_option", {"server.baseUrlPath": request.param}.__getitem__)
    return f"/{request.param}" if request.param else ""


REFUSED = [
    *(
        "/_stcore/upload_file/a/b",
        "/_stcore/metrics",
        "/_stcore/metrics/",
        "/_stcore",
        "/_stcore/",
        "/_stcore//metrics",
    ),
    *("/_stcore/agent/interact", "/_stcore/agent/mcp", "/_stcore/new-in-the-next-version", "/svm/_stcore/metrics"),
    *("/component/x/index.html", "/auth/login", "/auth/logout", "/oauth2callback", "//_stcore/metrics", "//auth/login"),
]
ANSWERED = [
    *("/", "/svm", "/_stcore/health", "/_stcore/host-config", "/svm/_stcore/health", "/media/a.csv"),
    *("/static/js/a.js", "/kernviz-live/1/en/svm", "/kernviz-room/ABC/join", "/r/ABC", "/authors", "/course/auth"),
]


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"])
def test_closed_addresses_are_not_found_and_the_others_are_answered(prefix: str, method: str) -> None:
    def app(scope: Any, receive: Any, send: Any) -> Any:
        return closed_routes.PlainTextResponse("answered")(scope, receive, send)

    refusing = ClosedRoutes(app)
    for path in REFUSED:
        assert asked(refusing, method, prefix + path).status == 404, path
    for path in ANSWERED:
        assert asked(refusing, method, prefix + path).status == 200, path


def test_the_app_closes_them() -> None:
    assert ClosedRoutes in [each.cls for each in app_setup.server(ROOT)["middleware"]]
