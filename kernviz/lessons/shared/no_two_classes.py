"""Message for data without two classes to separate."""

from __future__ import annotations

from kernviz.data import Dataset
from kernviz.wording import say


def no_two_classes(data: Dataset) -> str:
    """Return the reason why a machine cannot separate classes, or ""."""
    if data.task == "classification" and len(data.classes) > 1:
        return ""
    return say("“{title}” has no two classes to separate. Choose data with labels in the sidebar.", title=data.title)
