"""Command ``kernviz``: the app it finds, its options, help and versions."""

import platform
import shutil
import tomllib
from pathlib import Path

import numpy as np
import pytest
import streamlit as st

from kernviz import app_folder
from kernviz.data.library import folder
from kernviz.ui import logs, start

ROOT = Path(__file__).parents[2]


def test_the_app_is_the_one_beside_the_package() -> None:
    assert start.find_app() == ROOT / "app.py"


def test_an_installed_copy_runs_its_own_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``pip install --target .`` puts the package beside the app of another project."""
    package = tmp_path / "kernviz"
    for place in (tmp_path, package / "_app"):
        (place / "pages").mkdir(parents=True)
        (place / "app.py").touch()
    monkeypatch.setattr(app_folder, "PACKAGE", package)
    assert start.find_app() == package / "_app" / "app.py"
    assert folder() == package / "_app" / "datasets"
    shutil.rmtree(package / "_app" / "pages")
    with pytest.raises(FileNotFoundError, match=r"there is no app at .*app\.py: install kernviz again"):
        start.find_app()


def test_the_users_options_come_last_and_take_precedence() -> None:
    words = start.command(["--headless", "--server.port=8600"], Path("/x/app.py"))
    assert words == ["run", "/x/app.py", "--server.address=127.0.0.1", "--server.headless=true", "--server.port=8600"]
    assert "--server.headless=false" in start.command([], Path("/x/app.py"))


def test_a_structured_log_has_no_lines_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(logs.SETTING, "json")
    assert "--logger.hideWelcomeMessage=true" in start.command([], Path("/x/app.py"))


def test_help_is_given_without_starting_anything(capsys: pytest.CaptureFixture[str]) -> None:
    start.main(["--help"])
    assert "--headless" in capsys.readouterr().out


def test_the_versions_are_printed_without_starting_a_server(capsys: pytest.CaptureFixture[str]) -> None:
    start.main(["--version"])
    own = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    under = f"Streamlit {st.__version__}, NumPy {np.__version__}, Python {platform.python_version()}"
    assert capsys.readouterr().out == f"kernviz {own}\n{under}\n"
