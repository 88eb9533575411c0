"""Scripts and style sheet of the site.

The scripts are the app's own drawing modules, and modules of the site that replace plotly.js.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from kernviz import catalogue
from kernviz.site.writer import Writer
from kernviz.wire.script_text import filled, words

IMPORT = re.compile(r'(?:from|import) "\./([\w.]+)"')
APP = files("kernviz").joinpath("ui", "assets")
OWN = files("kernviz").joinpath("site", "assets")
DOCS = Path(__file__).parents[2] / "docs"  # only in the repository; an installed package has no docs
FIRST = "site.js"
SHEETS = ("breathing.css", "site.css")  # joined to one file; breathing.css is the app's style of the button ▶


@cache
def source(name: str) -> str:
    """Return a script, a style sheet or an icon by its name.

    Colours and languages are filled in.
    """
    own = OWN.joinpath(name)
    return filled((own if own.is_file() else APP.joinpath(name)).read_text("utf-8"))


@cache
def modules() -> tuple[str, ...]:
    """Return the names of a page's scripts: the first, and its imports."""
    found: list[str] = []
    missing = [FIRST]
    while missing:
        name = missing.pop()
        if name not in found:
            found.append(name)
            missing += IMPORT.findall(source(name))
    return tuple(found)


def _all() -> dict[str, str]:
    translated = {
        f"words-{language}.json": words(language, map(source, modules()))
        for language in catalogue.languages()
        if language != catalogue.SOURCE
    }
    sheet = "".join(map(source, SHEETS))
    return {**{name: source(name) for name in (*modules(), "icon.svg")}, "site.css": sheet, **translated}


VERSION = hashlib.sha256(repr(sorted(_all().items())).encode()).hexdigest()[:10]


def write(writer: Writer) -> None:
    """Write the scripts and the style sheet.

    They are in a folder named after their content.
    """
    for name, text in _all().items():
        writer.write(f"assets/{VERSION}/{name}", text)
