"""Python text for the tabs with code: data and numbers."""

from __future__ import annotations

import math

from kernviz.data import Dataset


def loaded(data: Dataset, positive_class: str = "") -> str:
    """Return Python that reads the file of the download button.

    With a class, the data are this class against the rest.
    """
    columns = ", ".join(map(repr, data.columns))
    versus = f".versus({positive_class!r})" if positive_class else ""
    return f"kv.load_csv({data.name + '.csv'!r}).select([{columns}]){versus}"


def python_number(value: float) -> str:
    """Return Python for a number, which may be ∞."""
    return 'float("inf")' if math.isinf(value) else repr(value)
