"""Private names of Streamlit: the app runs if any of them is missing, and the log says what is left out."""

from __future__ import annotations

import ast
import logging
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
import streamlit as st
from streamlit.runtime.app_session import AppSession

from kernviz.ui import component, fragments, headers, index, message_batching
from kernviz.ui.streamlit_internals import html_page, names, patches
from kernviz.ui.streamlit_internals.names import Feature
from tests.browser import protocol
from tests.browser.conftest import ROOT, serving
from tests.sources import nodes

PACKAGE = ROOT / "kernviz" / "ui" / "streamlit_internals"
PUBLIC = {"streamlit", "streamlit.delta_generator", "streamlit.web"}  # modules of Streamlit's anyone may import from
EVERYBODYS = {"_lock", "exists", "instance", "session_id", "session_state", "transport"}  # names many things have
# names by which asyncio and httptools call
EVERYBODYS |= {"data_received", "on_headers_complete", "on_body", "on_message_complete"}
BY_ITS_OWN = {"get_script_run_ctx"}  # without it most of the others are not looked up


# Also names of fields in messages to and from the browser, which no version changes; script_requests is a module, too.
FIXED = {"fragment_id", "is_history_navigation", "json_value", "script_requests", "widget_states"}


def short(name: str) -> str:
    return name.rpartition(":")[2].rpartition(".")[2]


# All private names of Streamlit and uvicorn; files and options are looked up in another way.
PRIVATE = sorted({short(name) for each in Feature.every for name in each.names if name[:5] not in ("file:", "confi")})
LISTED = {*PRIVATE, "_initial_query_params"} - EVERYBODYS
TOGETHER = sorted({*PRIVATE} - EVERYBODYS - BY_ITS_OWN - FIXED)


def touched(source: str) -> list[str]:
    """Return the private names of streamlit, uvicorn and starlette in a source.

    They are found in imports, attributes, and texts that are such a name.
    """
    return [found for node in nodes(source) for found in [*_imported(node), *_named(node)]]


def _imported(node: ast.AST) -> list[str]:
    found = []
    if isinstance(node, ast.Import):
        found = [(alias.name, alias.name) for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and not node.level:
        found = [(node.module or "", f"{node.module}.{alias.name}") for alias in node.names]
    return [whole for module, whole in found if not _public(module, whole)]


def _public(module: str, whole: str) -> bool:
    match whole.partition(".")[0]:
        case "uvicorn":
            return False
        case "streamlit":
            return module in PUBLIC and "._" not in whole
        case "starlette":
            return "._" not in whole
    return True


def _named(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Attribute):
        private = node.attr.startswith("_") and ast.unparse(node.value) in ("st", "streamlit")
        return [node.attr] if private or node.attr in LISTED else []
    return [str(node.value)] if isinstance(node, ast.Constant) and node.value in LISTED else []


def test_no_other_file_touches_a_private_name() -> None:
    sources = [path for path in (ROOT / "kernviz").rglob("*.py") if path.parent != PACKAGE]
    sources += [*(ROOT / "pages").rglob("*.py"), ROOT / "app.py"]
    assert len(sources) > 300
    assert {str(path.relative_to(ROOT)): found for path in sources if (found := touched(path.read_text("utf-8")))} == {}


@pytest.mark.parametrize(
    "line",
    [
        "from streamlit.runtime import Runtime",
        "from streamlit.runtime.scriptrunner import get_script_run_ctx",
        "import streamlit.proto.WidgetStates_pb2",
        "import uvicorn",
        "from starlette._utils import is_async_callable",
        "session._scriptrunner = None",
        "getattr(client, '_websocket', None)",
        "context.is_history_navigation",
        "st._main",
    ],
)
def test_a_private_name_is_found(line: str) -> None:
    assert touched(line)


def test_public_names_are_allowed() -> None:
    assert not touched("import streamlit as st\nfrom starlette.routing import Route\nst.session_state['a'] = st.rerun")


# ---- each name by itself, without a server ---------------------------------------------------------------------------


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget which features were looked up and warned about."""
    for feature in Feature.every:
        monkeypatch.setattr(feature, "_known", None)
        monkeypatch.setattr(feature, "_warned", False)


def test_this_streamlit_has_every_name(fresh: None, caplog: pytest.LogCaptureFixture) -> None:
    names.check()
    assert caplog.messages == []


@pytest.mark.parametrize("feature", Feature.every, ids=lambda feature: feature.names[0])
def test_each_missing_name_costs_its_feature_and_one_line(
    fresh: None, feature: Feature, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    exists = names._exists
    for gone in feature.names:
        caplog.clear()
        monkeypatch.setattr(feature, "_known", None)
        monkeypatch.setattr(feature, "_warned", False)
        monkeypatch.setattr(names, "_exists", lambda name, gone=gone: name != gone and exists(name))
        assert not feature.known()
        assert not feature.known()
        (record,) = [record for record in caplog.records if record.name == names.__name__]
        assert record.levelno == logging.WARNING
        assert gone in record.getMessage()
        assert feature.otherwise in record.getMessage()


@pytest.mark.parametrize(
    "name",
    [
        "streamlit.runtime.nowhere:AppSession",
        f"{names.SESSION}.nothing",
        "streamlit.runtime.app_session:Nobody._scriptrunner",
        f"{names.REQUEST}.nothing",
        f"{names.WIDGET}.nothing",
        "config:runner.nothing",
        "file:static/nowhere.html:<nothing>",
    ],
)
def test_missing_names_are_not_found(name: str) -> None:
    assert not names._exists(name)


def test_without_its_names_no_class_is_changed(fresh: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "_exists", lambda name: False)
    drawing = import_module(names.COMPONENTS)
    classes = [AppSession, names.find(names.PAGES), drawing, drawing.BidiComponentMixin]
    classes += map(import_module, (names.SERIALIZATION, names.APP_SESSION))
    classes += map(import_module, names.FIELDS)
    before = [dict(vars(cls)) for cls in classes]
    fragments.prepare()
    message_batching.install()
    patches.keep_session_state_uncopied()
    component.prepare()
    patches.only_own_pages()
    patches.read_theme_once()
    patches.wrap_session_making(lambda init: None)
    assert [dict(vars(cls)) for cls in classes] == before


# ---- hidden options and the HTML page --------------------------------------------------------------------------------


def test_streamlit_knows_every_option_of_ours() -> None:
    found = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    options = [f"{section}.{name}" for section, entries in found.items() if section != "theme" for name in entries]
    assert len(options) > 10
    for option in options:
        st.get_option(option)  # raises RuntimeError for one it does not have


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Clear the caches of the HTML page before and after the test; yield `monkeypatch`."""
    for cached in (index.html, headers.policy):
        cached.cache_clear()
    yield monkeypatch
    monkeypatch.undo()
    for cached in (index.html, headers.policy):
        cached.cache_clear()


def test_without_a_page_streamlit_serves_its_own_and_its_lines_may_run(page: pytest.MonkeyPatch) -> None:
    page.setattr(html_page, "index_page", lambda: None)
    assert index.html() == ""
    assert index.routes(["svm"]) == []
    assert "script-src 'self' blob: 'unsafe-inline'" in headers.policy()


def test_scripts_with_attributes_may_run_too(page: pytest.MonkeyPatch) -> None:
    text = '<head>\n<script nonce="a">one()</script><script type="module" src="./a.js"></script><script>two()</script>'
    page.setattr(html_page, "index_page", lambda: text)
    assert html_page.inline_scripts(text) == ["one()", "two()"]
    assert headers.policy().count("'sha256-") == 3  # and the line that is put before them
    assert "unsafe-inline'" not in headers.policy().partition("script-src")[2]


def test_a_page_without_the_place_of_the_line_is_served_as_it_is(page: pytest.MonkeyPatch) -> None:
    page.setattr(html_page, "index_page", lambda: "<html><body></body></html>")
    assert index.html() == "<html><body></body></html>"


# ---- the real server on a Streamlit with other names -----------------------------------------------------------------


def visited(renamed: list[str], folder: Path) -> str:
    """Start the app with these names replaced, open a page and run a fragment again; return the log."""
    options = ["run", str(ROOT / "app.py"), "--server.address=127.0.0.1", "--server.headless=true"]
    with (
        serving(["-m", "tests.ui.renamed", ",".join(renamed), *options], folder) as url,
        protocol.session(url, "svm", data="moons", C="3") as visitor,
    ):
        assert len(protocol.widgets(visitor.run())) > 10
        fragments = [fragment for _, fragment in visitor.places if fragment]
        assert visitor.run(part=fragments[0] if fragments else "")
    return (folder / "server.log").read_text()


def test_the_app_runs_when_all_private_names_are_replaced(tmp_path: Path) -> None:
    log = visited(TOGETHER, tmp_path)
    assert "Traceback" not in log
    for feature in Feature.every:
        if set(map(short, feature.names)) & set(TOGETHER):
            assert log.count(feature.otherwise) == 1, feature.otherwise


@pytest.mark.long
@pytest.mark.parametrize("name", sorted({*PRIVATE} - EVERYBODYS - {"json_value"}))
def test_the_app_runs_when_one_private_name_is_replaced(name: str, tmp_path: Path) -> None:
    log = visited([name], tmp_path)
    assert "Traceback" not in log
    lost = [feature.otherwise for feature in Feature.every if name in map(short, feature.names)]
    assert [each for each in lost if log.count(each) != 1] == []
