"""Bill of materials, table of licences and hashed versions: they list what an installation consists of."""

from __future__ import annotations

import re
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest

from scripts import sbom
from tests.test_dependencies import PROJECT, TRIED, named, plain

ROOT = Path(__file__).parents[1]
LICENCES = (ROOT / "docs" / "LICENCES.md").read_text("utf-8")
HASHED = [line for line in (ROOT / "deploy" / "hashed.txt").read_text("utf-8").splitlines() if not line.startswith("#")]


def test_the_bill_names_every_package_that_is_needed_once() -> None:
    bill = sbom.bill(["redis"])
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    assert bill["metadata"]["component"]["name"] == "kernviz"
    names = [part["name"] for part in bill["components"]]
    assert len(names) == len(set(names))
    assert set(names) >= named(PROJECT["dependencies"]) | {"redis", "protobuf", "uvicorn", "markupsafe"}
    assert not set(names) & {"pytest", "hypothesis", "ruff", "kernviz"}  # what only tests need
    for part in bill["components"]:
        assert part["version"] == distribution(part["name"]).version
        assert part["purl"] == part["bom-ref"] == f"pkg:pypi/{part['name']}@{part['version']}"
        assert list(part["licenses"][0]) == ["expression"] or part["licenses"][0]["license"]["name"], part
    known = {part["bom-ref"] for part in [*bill["components"], bill["metadata"]["component"]]}
    graph = {dependency["ref"]: dependency["dependsOn"] for dependency in bill["dependencies"]}
    assert set(graph) == known
    assert all(need in known for needs in graph.values() for need in needs)
    (streamlit,) = (needs for ref, needs in graph.items() if ref.startswith("pkg:pypi/streamlit@"))
    assert any(reference.startswith("pkg:pypi/protobuf@") for reference in streamlit)


def test_an_extra_adds_its_packages() -> None:
    assert "redis" not in sbom.everything([])
    assert "redis" in sbom.everything(["redis"])


PINS = dict(line.split(" ")[0].split("==") for line in HASHED)


@pytest.mark.parametrize("name", PINS)
def test_the_licence_of_every_installed_package_is_listed(name: str) -> None:
    rows = dict(re.findall(r"^\| ([\w-]+) \| (.+?) \|$", LICENCES, re.MULTILINE))
    assert rows.get(name), f"docs/LICENCES.md does not list {name}: python scripts/sbom.py --licences"
    found = sbom.installed(name)
    if found is None:
        pytest.skip(f"{name} is not installed here: another version of who brings it")
    stated = sbom.licence(found)
    assert stated != "see its files"
    words = set(re.findall(r"[A-Z][A-Za-z]+|0BSD", stated)) - {"AND", "OR", "WITH", "Clause", "License"}
    assert any(word in rows[name] for word in words), (stated, rows[name])


def test_the_hashed_versions_are_the_tried_ones_and_all_that_is_needed() -> None:
    for line in HASHED:
        assert re.fullmatch(r"[\w.-]+==[\w.]+( ; python_full_version < \"3\.11\.3\")? --hash=sha256:[0-9a-f]{64}", line)
    tried = {plain(line.split("==")[0]): line.split("==")[1] for line in TRIED}
    assert {name: tried[name] for name in PINS} == PINS
    assert set(PINS) >= named(PROJECT["dependencies"]) | {"redis"}
    assert {line.split("==")[0] for line in HASHED if " ; " in line} == set(sbom.OLDER)
    pins = {name: PINS[name] for name in PINS if name not in sbom.OLDER or sys.version_info < (3, 11, 3)}
    here = {name: found.version for name in pins if (found := sbom.installed(name)) is not None}
    if here == pins:  # the tried versions
        assert set(pins) == set(sbom.everything(["redis"])) - {"kernviz"}


def test_every_exception_from_the_security_rules_has_its_reason() -> None:
    """A comment that silences ruff's security rules says why, there or for its file."""
    silent = []
    for path in [*(ROOT / "kernviz").rglob("*.py"), *(ROOT / "scripts").glob("*.py"), ROOT / "app.py"]:
        for line in path.read_text("utf-8").splitlines():
            if re.search(r"# noqa: S\d+\s*$", line):
                silent.append(f"{path.name}: {line.strip()}")
    assert silent == []
