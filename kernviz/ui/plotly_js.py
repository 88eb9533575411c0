"""plotly.js from the installed package, without its street map library.

That library is MapLibre. It is three modules of the bundle: a shared part, the library, and its
worker as one long string. Only one other module needs them, and calls them when a map is drawn.
No picture of the app is a map, and these modules are a quarter of the data a first visitor waits
for. If the bundle is not built as expected, nothing is cut.
"""

import re
from functools import cache
from importlib.resources import files

NAME = r"[A-Za-z_$][\w$]*"
# Matches: var worker=module((exports,it)=>{"use strict";it.exports='a program, as text'});
WORKER = re.compile(
    rf";var ({NAME})={NAME}\(\({NAME},({NAME})\)=>{{\"use strict\";\2\.exports='((?:[^'\\]|\\.)*+)'}}\);"
)
LONG = 100_000  # characters of the shortest string taken for MapLibre's worker; all other strings are shorter
# smallest and largest total length in characters of MapLibre's three modules, in the versions examined
MAPS = (1_000_000, 1_700_000)


@cache
def plotly_js() -> bytes:
    """Return the plotly.js script as the app's pages fetch it."""
    return without_maps(files("plotly").joinpath("package_data", "plotly.min.js").read_text("utf-8")).encode()


def without_maps(text: str) -> str:
    """Return the bundle without MapLibre's modules.

    The same bundle is returned if they are not where they are looked for.
    """
    worker = next((found for found in WORKER.finditer(text) if len(found[3]) > LONG), None)
    if worker is None:
        return text
    # Matches it=(library(),object(exports)),source=worker(), in the module that loads MapLibre and calls both for a
    # map.
    start = re.search(rf"=\(({NAME})\(\),{NAME}\(({NAME})\)\),{NAME}={re.escape(worker[1])}\(\)", text)
    library = start and re.search(rf",{re.escape(start[1])}={NAME}\(\(\)=>{{({NAME})\(\);", text)
    shared = library and re.search(rf",{re.escape(library[1])}={NAME}\(\(\)=>{{", text)
    if not (start and shared and library and shared.start() < library.start() < worker.start()):
        return text
    nothing = f";var {start[1]}=()=>{{}},{start[2]}={{}}"
    cut = text[: shared.start()] + nothing + text[worker.start() : worker.start(3)] + text[worker.end(3) :]
    return cut if MAPS[0] < len(text) - len(cut) < MAPS[1] else text
