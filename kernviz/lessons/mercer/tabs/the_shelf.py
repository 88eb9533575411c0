"""The shelf: the words; the table itself is a control of the page."""

from __future__ import annotations

from kernviz.lessons.lesson import Block, Slot, Text

TITLE = "The shelf"


def blocks() -> tuple[Block, ...]:
    """The words; the table itself is a control of the page."""
    return (
        Text(
            "Pick a row: its function becomes the kernel, and the points in force stay. Every verdict and number is"
            " computed."
        ),
        Slot("shelf"),
    )
