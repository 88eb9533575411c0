"""Text of the examples tab.

The table itself is a control of the page.
"""

from __future__ import annotations

from kernviz.lessons.lesson import Block, Slot, paragraph
from kernviz.wording import phrase

TITLE = phrase("The shelf")


def blocks() -> tuple[Block, ...]:
    """Return the text of the examples tab.

    The table itself is a control of the page.
    """
    return (
        paragraph(
            "Pick a row: its function becomes the kernel, and the points stay. Every verdict and number is computed."
        ),
        Slot("shelf"),
    )
