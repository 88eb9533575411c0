"""Scripts and style sheet of the site.

The scripts are the app's own drawing modules, and modules of the site that replace plotly.js.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from importlib.resources import files

from kernviz import catalogue
from kernviz.extraction import IN_SCRIPT
from kernviz.site.writer import Writer

IMPORT = re.compile(r'(?:from|import) "\./([\w.]+)"')
APP = files("kernviz").joinpath("ui", "assets")
OWN = files("kernviz").joinpath("site", "assets")
FIRST = "site.js"
SHEETS = ("breathing.css", "site.css")  # joined to one file; breathing.css is the app's style of the button ▶


@cache
def source(name: str) -> str:
    """Return a script, a style sheet or an icon by its name.

    Colours and languages are filled in.
    """
    own = OWN.joinpath(name)
    text = (own if own.is_file() else APP.joinpath(name)).read_text("utf-8")
    signs = {language: catalogue.decimal_sign(language) for language in catalogue.languages()}
    palette = re.sub(r"\s+", "", APP.joinpath("palette.json").read_text("utf-8"))
    return text.replace("__LANGUAGES__", json.dumps(signs)).replace("__PALETTE__", palette)


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


def words(language: str) -> str:
    """Return the translations of the scripts' messages as JSON, English -> language."""
    messages = [json.loads(found) for name in modules() for found in IN_SCRIPT.findall(source(name))]
    return json.dumps({message: catalogue.translated(language, message) for message in messages}, ensure_ascii=False)


def _all() -> dict[str, str]:
    translated = {
        f"words-{language}.json": words(language) for language in catalogue.languages() if language != catalogue.SOURCE
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
