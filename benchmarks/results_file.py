"""Benchmark results: quantiles, and the JSON file that collects them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def quantile(values: list[float], q: float) -> float | None:
    """Return the value at share ``q`` of the sorted values.

    The value has two decimals. None if there are no values.
    """
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, round(q * (len(ordered) - 1)))], 2) if ordered else None


def keep(file: Path | None, section: str, results: Any) -> None:
    """Store the results under ``section`` in the file.

    Other sections of the file stay. The results are printed if ``file`` is None.
    """
    if file is None:
        print(json.dumps(results, indent=1))
    else:
        stored = json.loads(file.read_text("utf-8")) if file.exists() else {}
        stored[section] = results
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(stored, indent=1, sort_keys=True) + "\n", "utf-8")
