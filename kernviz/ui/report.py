"""The start-up report: one line in the server's log.

It has the version, the current settings, and everything that is missing.
"""

from __future__ import annotations

import sys

import kernviz
from kernviz import batch
from kernviz.data.library import library
from kernviz.ui import cacheable_urls, embedding, index, logs, metrics, open_files
from kernviz.ui.rooms import room_registry
from kernviz.ui.streamlit_internals import html_page, names

FEW_FILES = 4096  # open files the process should be allowed; a page needs one


def settings() -> dict[str, str]:
    """Return the current settings by name."""
    return {
        "version": kernviz.__version__,
        "program": cacheable_urls.version(),
        "rooms": room_registry.place(),
        "embed": " ".join(embedding.sites()) or "off",
        "metrics": metrics.PATH if metrics.on() else "off",
        "cluster": "on" if batch.elsewhere() else "off",
        "data_files": str(sum(entry.kind == "file" and not entry.error for entry in library().values())),
    }


def missing() -> list[str]:
    """Return a sentence for each missing or unusable thing."""
    found = [f"{name} in {embedding.SETTING} is no site" for name in embedding.refused()]
    found += [f"data file {entry.name}: {entry.error}" for entry in library().values() if entry.error]
    if problem := room_registry.problem():
        found.append(problem)
    if not index.html():
        found.append("Streamlit's page is not where it was: the browser asks for the root of the app first")
    if fonts := html_page.missing_fonts():
        found.append(f"Streamlit's fonts {', '.join(fonts)} are not where they were: browsers take other letters")
    left_out = sum(not feature.known() for feature in names.Feature.every)
    if left_out:
        found.append(f"{left_out} features this Streamlit does not allow, each in a line of the log")
    files = open_files.raise_limit()
    if files is not None and files < FEW_FILES:
        found.append(f"only {files} open files, one for each page: raise ulimit -n")
    return found


def line() -> str:
    """Return the line of the start-up report."""
    values = " ".join(f"{name}={value!r}" if " " in value else f"{name}={value}" for name, value in settings().items())
    return f"kernviz starts: {values}; missing: {'; '.join(missing()) or 'nothing'}"


def tell() -> None:
    """Write the start-up report into the log."""
    text = logs.hidden(line())
    print(logs.entry(text, __name__) if logs.structured() else text, file=sys.stderr, flush=True)
