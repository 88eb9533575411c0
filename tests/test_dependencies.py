"""Dependencies in pyproject.toml: the code imports them, and each has a lowest version and a tried one.

The tried versions are those of constraints.txt.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.sources import nodes

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
TRIED = [line for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
LATER = {  # file: the extra that it imports, only when a setting asks for it
    "kernviz/batch.py": "dask",
    "kernviz/rooms/redis.py": "redis",
    "kernviz/rooms/location.py": "redis",
}


@cache
def owners() -> Mapping[str, list[str]]:
    """Return the distributions that have an importable package, by its name."""
    return packages_distributions()


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def named(needs: list[str]) -> set[str]:
    return {plain(re.split(r"[<>=!~ ]", need)[0]) for need in needs}


def numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def imported(path: Path) -> set[str]:
    """Return the distributions a file imports from."""
    found: set[str] = set()
    for node in nodes(path.read_text("utf-8")):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    owner = owners()
    return {plain(owner[name][0]) for name in found if name in owner} - {"kernviz"}


@pytest.mark.parametrize("need", [*PROJECT["dependencies"], *(need for needs in EXTRAS.values() for need in needs)])
def test_each_dependency_has_a_lowest_version_that_the_tried_one_meets(need: str) -> None:
    match = re.fullmatch(r"([\w-]+)(?:\[\w+\])?>=([\d.]+)(?:,<([\d.]+))?", need)
    assert match, need
    name, low, high = match.groups()
    tried = [line.partition("==")[2] for line in TRIED if plain(line.partition("==")[0]) == plain(name)]
    if name == "distributed":  # not in constraints.txt: it comes with a user's own cluster
        return
    assert len(tried) == 1, name
    assert numbers(low) <= numbers(tried[0])
    assert high is None or numbers(tried[0]) < numbers(high)


def test_constraints_have_a_name_and_a_version_and_no_address() -> None:
    assert TRIED
    for line in TRIED:
        assert re.fullmatch(r"[\w.-]+==[\d.]+", line), line


def test_every_imported_package_is_declared() -> None:
    needed = named(PROJECT["dependencies"])
    for path in [*(ROOT / "kernviz").rglob("*.py"), *(ROOT / "pages").rglob("*.py"), ROOT / "app.py"]:
        name = str(path.relative_to(ROOT))
        extra = named(EXTRAS[LATER[name]]) if name in LATER else set()
        assert imported(path) <= needed | extra, name
    for path in (ROOT / "tests").rglob("*.py"):
        assert imported(path) <= needed | named(EXTRAS["test"]), path


def test_the_list_of_licences_has_every_declared_package() -> None:
    first, _, _ = (ROOT / "docs" / "LICENCES.md").read_text("utf-8").partition("| brought along |")
    listed = set(re.findall(r"^\| ([\w-]+) \|", first, re.MULTILINE))
    assert named(PROJECT["dependencies"]) == listed - {"package"}
