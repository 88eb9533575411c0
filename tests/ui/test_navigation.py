"""Pages found in a folder: their names, titles, questions and order; redirects of misspelt addresses."""

import ast
from pathlib import Path

import pytest
from starlette.applications import Starlette

from kernviz.ui import navigation
from tests import sources
from tests.ui.asking import asked

ROOT = Path(__file__).parents[2]


def put(root: Path, place: str, text: str) -> None:
    path = root / "pages" / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_title_and_question_of_a_page_are_read_from_its_docstring(tmp_path: Path) -> None:
    put(tmp_path, "machines/ridge.py", '"""Ridge — what does shrinking cost?\n\nMore."""\n')
    put(tmp_path, "machines/svm.py", '"""Support vectors — which points decide?"""\nORDER = 10\n')
    put(tmp_path, "start/about.py", '"""About — who made this?"""\nORDER = 1')
    put(tmp_path, "start/home.py", '"""Start here — where to begin?"""')
    found = navigation.entries(tmp_path)
    assert [entry.name for entry in found] == ["home", "about", "svm", "ridge"]
    assert (found[2].title, found[2].question) == ("Support vectors", "which points decide?")


def test_a_page_without_title_and_question_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "start/home.py", '"""Start here"""')
    with pytest.raises(ValueError, match=r"home\.py: its docstring must begin 'Title — the question"):
        navigation.entries(tmp_path)


def test_two_pages_of_one_name_are_refused(tmp_path: Path) -> None:
    put(tmp_path, "kernels/map.py", '"""Map — a?"""')
    put(tmp_path, "machines/map.py", '"""Map — b?"""')
    with pytest.raises(ValueError, match="two pages are called 'map'"):
        navigation.entries(tmp_path)


def test_our_own_pages_are_in_order() -> None:
    found = navigation.entries(ROOT)
    assert found[0].name == navigation.HOME
    assert all(entry.question.endswith("?") for entry in found)


def test_the_browser_is_told_every_page_and_its_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(navigation, "_root", lambda: ROOT)
    menu = navigation.menu()
    assert menu[0] == ("Start", "Home", "./")
    assert ("Machines", "Support vectors", "svm") in menu
    assert len(menu) == len(navigation.entries(ROOT))


def test_likely_misspelt_addresses_redirect_to_the_page() -> None:
    names = {entry.name for entry in navigation.entries(ROOT)}
    assert set(navigation.OTHERWISE.values()) <= names
    assert not set(navigation.OTHERWISE) & names
    found = asked(Starlette(routes=navigation.routes()), "GET", "/courses?course=s3&lang=de")
    assert (found.status, found.headers["location"]) == (307, "course?course=s3&lang=de")
    assert asked(Starlette(routes=navigation.routes()), "GET", "/courses").headers["location"] == "course"


def test_the_title_of_a_page_is_drawn_where_a_phone_hides_it() -> None:
    """On a phone the bar has the title; one drawn by `st.title` would be read twice."""
    titles = {entry.title for entry in navigation.entries(ROOT)}
    found = {
        f"{path.name}:{node.lineno}"
        for path in sorted((ROOT / "kernviz" / "ui").rglob("*.py"))
        for node in sources.nodes(path.read_text(encoding="utf-8"))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "title"
        for word in ast.walk(node)
        if isinstance(word, ast.Constant) and word.value in titles
    }
    assert not found
