"""Addresses and routes of kernviz itself, below any path prefix."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
import streamlit
from starlette.applications import Starlette

from kernviz.ui import app_setup, asset_routes, headers, index, navigation
from tests.ui.asking import asked

ROOT = Path(__file__).parents[2]
PREFIXES = {"": "", "kernviz": "/kernviz", "/kernviz/": "/kernviz", "our/tools": "/our/tools"}


@pytest.mark.parametrize("root", ["http://a/", "http://a/kernviz/", "https://a:1/b/c/"])
@pytest.mark.parametrize("page", ["", "svm", "course?course=s3", "svm?data=moons#x"])
def test_an_address_holds_on_every_page_below_any_root(root: str, page: str) -> None:
    here = urljoin(root, page)
    assert urljoin(here, asset_routes.path("kernviz-live", "svm")) == f"{root}kernviz-live/svm"
    assert urljoin(here, asset_routes.path("")) == root
    assert urljoin(here, asset_routes.url("plot.js")).startswith(f"{root}kernviz-assets/")


@pytest.mark.parametrize(("setting", "prefix"), PREFIXES.items())
def test_routes_answer_below_the_prefix_and_without_it(
    setting: str, prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asset_routes.st, "get_option", lambda name: setting if name == "server.baseUrlPath" else None)
    app = Starlette(routes=app_setup.server(ROOT)["routes"])
    for before in {prefix, ""}:
        assert asked(app, "GET", f"{before}/{asset_routes.url('plot.js')}").status == 200
        assert asked(app, "GET", f"{before}/kernviz-live/nothing").status == 409
        assert asked(app, "GET", f"{before}/kernviz-room/ZZZZZZ/now").status == 410
        assert b"student.js" in asked(app, "GET", f"{before}/r/ZZZZZZ").body
    for page in ("/", "/svm", "/course"):
        found = asked(app, "GET", prefix + page).body.decode()
        assert re.sub(r'<meta (property|name)="(og|twitter|description)[^>]*>', "", found) == index.html()
    assert asked(app, "POST", f"{prefix}/kernviz-live/svm").status == 405
    assert asked(app, "GET", f"{prefix}/nothing").status == 404  # left to Streamlit


def test_a_page_of_another_version_gets_a_script_that_nobody_stores() -> None:
    app = Starlette(routes=asset_routes.routes())
    now = asked(app, "GET", f"/{asset_routes.url('sweep.js')}")
    assert "immutable" in now.headers["cache-control"]
    before = asked(app, "GET", f"/{asset_routes.FOLDER}/0123456789abcdef/sweep.js")
    assert (before.status, before.body) == (200, now.body)
    assert before.headers["cache-control"] == "no-store"
    assert asked(app, "GET", f"/{asset_routes.FOLDER}/0123456789abcdef/nothing.js").status == 404


def test_a_slash_at_the_end_leads_to_the_page_by_a_relative_address() -> None:
    app = Starlette(routes=index.routes([entry for entry in navigation.entries(ROOT) if entry.name == "svm"]))
    found = asked(app, "GET", "/svm/?data=moons&n=3")
    assert found.status == 301
    assert urljoin("http://a/under/svm/", found.headers["location"]) == "http://a/under/svm?data=moons&n=3"
    assert "location" in asked(app, "GET", "/svm/").headers


def test_the_page_is_streamlits_own_with_our_lines_before() -> None:
    own = (Path(streamlit.__file__).parent / "static" / "index.html").read_text("utf-8")
    assert index.html().count(index.LINE) == 1
    assert index.html().replace(index.LINE + index.script(), "") == own
    assert index.html().index(index.LINE) < index.html().index("<script")  # before the scripts that read it


def test_only_the_scripts_of_the_page_itself_may_run() -> None:
    lines = re.findall(r"<script>(.*?)</script>", index.html(), re.DOTALL)
    allowed = re.findall(r"'sha256-([^']+)'", headers.policy())
    assert len(lines) == 2
    assert allowed == [base64.b64encode(hashlib.sha256(line.encode()).digest()).decode() for line in lines]


def test_no_script_is_served_with_a_placeholder() -> None:
    """A browser knows no placeholder such as __PALETTE__."""
    left = {name: re.findall(rb"\b__[A-Z]+__\b", asset_routes.source(name)) for name in asset_routes.scripts()}
    assert not {name: found for name, found in left.items() if found}
    assert b'"triangle-down"' in asset_routes.source("hands_drawing.js")
