"""Terms of every data file and licence of every dependency: both are written down."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
NEEDED = [re.split(r"[<>=]", line)[0] for line in PROJECT["dependencies"]]
SAID = {"Apache": "Apache", "BSD": "BSD", "MIT": "MIT", "GNU General Public": "GPL", "GPL": "GPL"}


def test_every_data_file_has_terms() -> None:
    terms = (ROOT / "datasets" / "TERMS.md").read_text()
    files = {path.name for path in (ROOT / "datasets").glob("*.csv")}
    assert files == set(re.findall(r"\w+\.csv", terms))


@pytest.mark.parametrize("package", NEEDED)
def test_every_dependency_has_the_licence_it_states(package: str) -> None:
    rows = dict(re.findall(r"^\| ([\w-]+) \| (.+) \|$", (ROOT / "docs" / "LICENCES.md").read_text(), re.MULTILINE))
    found = metadata(package)
    words = [found.get("License-Expression") or "", found.get("License") or "", *(found.get_all("Classifier") or [])]
    stated = " ".join(words)
    assert any(word in stated and name in rows[package] for word, name in SAID.items()), rows[package]


def test_security_md_says_how_to_report_a_fault() -> None:
    assert "How to report" in (ROOT / "SECURITY.md").read_text()
