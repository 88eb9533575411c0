"""List the packages of an installation, in one of three forms.

The forms are CycloneDX JSON, a list with licences, and a list with hashes.

    python scripts/sbom.py [--extras redis,dask] > kernviz.cdx.json
    python scripts/sbom.py --licences          the rows of docs/LICENCES.md for kernviz's dependencies
    python scripts/sbom.py --hashes > hashed.txt    the tried versions with the hashes of their files, for pip

The packages are those installed in this environment (importlib.metadata), not those that were asked for. Only --hashes
uses the network: pip asks its package index for the files of this platform and this Python.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
OLDER = {"async-timeout": 'python_full_version < "3.11.3"'}  # redis needs it on the Python of Debian 12
EXTRAS = ("redis", "dask")  # optional dependencies of a server
SPDX = {  # words of older metadata and of classifiers
    "MIT License": "MIT",
    "BSD License": "BSD-3-Clause",
    "Apache Software License": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "The Unlicense (Unlicense)": "Unlicense",
    "ISC License (ISCL)": "ISC",
    "GNU General Public License v3 or later (GPLv3+)": "GPL-3.0-or-later",
    "3-Clause BSD License": "BSD-3-Clause",
}
READ = {"cvxopt": "GPL-3.0-or-later"}  # packages whose metadata have the licence's text instead of its name


def plain(name: str) -> str:
    """Return the normalised name of a package (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def installed(name: str) -> Distribution | None:
    """Return the installed distribution of a name, or None."""
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def needs(found: Distribution, extras: Iterable[str] = ()) -> list[str]:
    """Return the packages that a distribution requires here.

    They are names, for this platform and these extras.
    """
    asked = [Requirement(each) for each in found.requires or ()]
    wanted = [*extras, ""]
    return sorted(
        {plain(r.name) for r in asked if r.marker is None or any(r.marker.evaluate({"extra": e}) for e in wanted)}
    )


def everything(extras: Iterable[str] = EXTRAS) -> dict[str, list[str]]:
    """Return each installed package that kernviz needs, directly or not.

    Each comes with the packages it needs itself.
    """
    own = installed("kernviz")
    if own is None:
        raise SystemExit("kernviz is not installed here: pip install -e .")
    found: dict[str, list[str]] = {}
    waiting = {"kernviz": needs(own, extras)}
    while waiting:
        name, asked = waiting.popitem()
        found[name] = [each for each in asked if installed(each) is not None]
        for each in found[name]:
            there = installed(each)
            if each not in found and there is not None:
                waiting[each] = needs(there)
    return dict(sorted(found.items()))


def licence(found: Distribution) -> str:
    """Return the licence of a distribution, as an SPDX expression if possible.

    Sources, in this order: `READ`, License-Expression, the classifiers, License. A classifier is translated by `SPDX`;
    "BSD License" is taken as BSD-3-Clause. The result is "see its files" if the metadata name no licence.
    """
    metadata = found.metadata
    if plain(str(metadata["Name"])) in READ:
        return READ[plain(str(metadata["Name"]))]
    if metadata.get("License-Expression"):
        return str(metadata["License-Expression"])
    classified = [
        each.rpartition("::")[2].strip() for each in metadata.get_all("Classifier") or [] if "License ::" in each
    ]
    words = [SPDX.get(each, each) for each in classified if each != "OSI Approved"]
    if words:
        return " or ".join(dict.fromkeys(words))
    text = str(metadata.get("License") or "").strip()
    return SPDX.get(text, text) if text and "\n" not in text else "see its files"


def bill(extras: Iterable[str] = EXTRAS) -> dict[str, Any]:
    """Return the bill of materials in CycloneDX's format.

    The text is the same for the same packages.
    """
    graph = everything(extras)
    parts = [_component(name, "application" if name == "kernviz" else "library") for name in graph]
    (own,) = (each for each in parts if each["name"] == "kernviz")
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": own},
        "components": [each for each in parts if each is not own],
        "dependencies": [
            {"ref": _ref(name), "dependsOn": [_ref(each) for each in asked]} for name, asked in graph.items()
        ],
    }


def _ref(name: str) -> str:
    found = installed(name)
    return f"pkg:pypi/{name}@{found.version if found else ''}"


def _component(name: str, kind: str) -> dict[str, Any]:
    found = installed(name)
    assert found is not None  # of everything(), which lists what is installed
    licence_name = licence(found)
    is_spdx = bool(re.fullmatch(r"[A-Za-z0-9.+-]+( (AND|OR|WITH) [A-Za-z0-9.+-]+)*", licence_name))
    named = {"expression": licence_name} if is_spdx else {"license": {"name": licence_name}}
    return {
        "type": kind,
        "bom-ref": _ref(name),
        "name": name,
        "version": found.version,
        "purl": _ref(name),
        "licenses": [named],
    }


def rows(extras: Iterable[str] = EXTRAS) -> list[str]:
    """Return the rows of the table of licences, one for each package."""
    found = [(name, installed(name)) for name in everything(extras) if name != "kernviz"]
    return [f"| {name} | {licence(each)} |" for name, each in found if each is not None]


def hashed(constraints: Path, needed: Iterable[str]) -> list[str]:
    """Return lines of constraints, each with a file's SHA-256.

    The file is the one that pip would install here.
    """
    wanted = {plain(each) for each in needed}
    pins = [line for line in constraints.read_text("utf-8").splitlines() if plain(line.partition("==")[0]) in wanted]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--no-deps"]
        subprocess.run([*command, f"--report={report}", *pins], check=True, stdout=sys.stderr)  # noqa: S603  our pins
        found = json.loads(report.read_text("utf-8"))["install"]
    digests = {_pin(each): each["download_info"]["archive_info"]["hashes"]["sha256"] for each in found}
    return [f"{pin}{_condition(pin)} --hash=sha256:{digest}" for pin, digest in sorted(digests.items())]


def _condition(pin: str) -> str:
    condition = OLDER.get(pin.partition("==")[0])
    return f" ; {condition}" if condition else ""


def _pin(item: dict[str, Any]) -> str:
    return f"{plain(item['metadata']['name'])}=={item['metadata']['version']}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--extras", default=",".join(EXTRAS))
    parser.add_argument("--licences", action="store_true")
    parser.add_argument("--hashes", action="store_true")
    asked = parser.parse_args()
    extras = [each for each in asked.extras.split(",") if each]
    if asked.hashes:
        needed = {*everything(extras), *OLDER} - {"kernviz"}
        print("\n".join(hashed(ROOT / "constraints.txt", needed)))
    elif asked.licences:
        print("\n".join(rows(extras)))
    else:
        print(json.dumps(bill(extras), indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
