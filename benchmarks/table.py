"""Write the tables of docs/benchmarks.md from the benchmarks' JSON.

Each table stands between two markers.

    for b in latency classroom latency_breakdown svm; do python benchmarks/$b.py --out benchmarks/results/now.json; done
    python benchmarks/table.py [--before benchmarks/results/before.json] [--now benchmarks/results/now.json]

A cell is ``before → now`` if both were measured. Ratios are taken within a run; times are those of one busy machine.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "results"
BEGIN, END = "<!-- benchmarks: written by benchmarks/table.py -->", "<!-- end of benchmarks -->"
DASH, STREAMLIT = "plain Dash", "plain Streamlit"
MOVES = {  # measurement of a page: head of its column
    "key_of_dash": "key → painted ÷ Dash",
    "rest_of_dash": "all at rest ÷ Dash",
    "drag_pictures_s": "pictures/s, mouse",
    "drag_positions_s": "of positions/s",
    "drag_gap_ms": "gap ms",
    "drag_last_ms": "last, ms after",
    "hold_pictures_s": "pictures/s, key",
    "drag_cpu_ms": "CPU ms a picture",
    "cpu_ms": "CPU ms a move",
    "bytes": "kB a move",
}
CLASS = {
    "p50_ms": "p50 ms",
    "p95_ms": "p95 ms",
    "answers_a_cpu_second": "answers a CPU second",
    "open_p95_s": "opening, p95 s",
    "errors": "errors",
}
FITS = {
    "ratio": "÷ libsvm, median",
    "ratio_p95": "÷ libsvm, p95",
    "slider": "along a slider, median",
    "slider_p95": "along a slider, p95",
}

Results = dict[str, Any]


def number(value: object, key: str = "") -> str:
    """Return a number in few digits: 0.31, 4.2, 38, 1 200."""
    if not isinstance(value, int | float):
        return "–"
    value = value / 1000 if key == "bytes" else value
    return f"{value:.2g}" if abs(value) < 10 else f"{value:,.0f}".replace(",", " ")


def cell(key: str, before: Results | None, now: Results | None) -> str:
    """Return the value of one run, or ``before → now``."""
    texts = [number(each.get(key), key) for each in (before, now) if each is not None]
    return "–" if set(texts) <= {"–"} else " → ".join(texts)


def rows(names: Iterable[Any], columns: dict[str, str], before: Results, now: Results, head: str) -> list[str]:
    """Return the lines of one table.

    ``before`` and ``now`` are indexed by the name of the row.
    """
    lines = [f"| {head} | " + " | ".join(columns.values()) + " |", "|---" * (len(columns) + 1) + "|"]
    for name in names:
        cells = [cell(key, before.get(name), now.get(name)) for key in columns]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return lines


def _by(key: str, found: list[Results]) -> Results:
    return {each[key]: each for each in found}


def _where(found: Results) -> Results:
    browser = found.get("browser", {})
    found_rows = {f"server: {name}": {"ms": ms} for name, ms in found.get("server", {}).items()}
    found_rows |= {f"browser: {name}": {"ms": ms} for name, ms in browser.get("main_thread", {}).items()}
    return found_rows | {f"browser, script: {name}": {"ms": ms} for name, ms in browser.get("script", {}).items()}


def tables(before: Results, now: Results) -> str:
    """Return all current measurements as Markdown.

    Those of `before` alone are left out.
    """
    lines: list[str] = []
    if "latency" in now:
        old, new = before.get("latency", {}), now["latency"]
        lines += ["A move of each page's slider, beside a plain Dash and a plain Streamlit page of one figure:", ""]
        lines += [*rows(new, MOVES, old, new, "page"), ""]
    if "classroom" in now:
        old, new = (_by("sessions", each.get("classroom", [])) for each in (before, now))
        lines += ["A class on one process, each moving γ of Support vectors every five seconds:", ""]
        lines += [*rows(sorted(new), CLASS, old, new, "sessions"), ""]
    if "svm" in now:
        old, new = (_by("n", each.get("svm", [])) for each in (before, now))
        lines += ["Training, against libsvm at its default tolerance:", ""]
        lines += [*rows(sorted(new), FITS, old, new, "n"), ""]
    if "where" in now:
        old, new = (_where(each.get("where", {})) for each in (before, now))
        lines += ["Where the milliseconds of a move of Support vectors go:", ""]
        lines += [*rows(new, {"ms": "ms a move"}, old, new, "what"), ""]
    return "\n".join(lines)


def written(page: str, text: str) -> str:
    """Return the page with the text between the markers.

    Raises ValueError if the markers are missing.
    """
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"the page has no {BEGIN} … {END}")
    return f"{head}{BEGIN}\n\n{text}\n{END}{tail}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, default=RESULTS / "before.json")
    parser.add_argument("--now", type=Path, default=RESULTS / "now.json")
    options = parser.parse_args()
    found = [json.loads(each.read_text("utf-8")) if each.exists() else {} for each in (options.before, options.now)]
    page = ROOT / "docs" / "benchmarks.md"
    page.write_text(written(page.read_text("utf-8"), tables(*found)), "utf-8")


if __name__ == "__main__":
    main()
