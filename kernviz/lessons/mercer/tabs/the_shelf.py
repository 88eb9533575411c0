"""Text of the examples tab."""

from __future__ import annotations

from kernviz.lessons.lesson import Block, Slot, paragraph
from kernviz.wording import phrase

TITLE = phrase("The shelf")


def blocks() -> tuple[Block, ...]:
    """Return the text of the examples tab."""
    return (
        paragraph(
            "Pick a row: its function becomes the kernel, and the points stay. Every verdict and number is computed."
        ),
        Slot("shelf"),
    )
