"""What stands in a tab that cannot be built."""

from __future__ import annotations

from collections.abc import Callable

from kernviz.lessons.lesson import Block, Text

Blocks = tuple[Block, ...]


def or_why(blocks: Callable[[], Blocks]) -> Callable[[], Blocks]:
    """The same blocks, or the sentence of the ValueError that stands in their way."""

    def told() -> Blocks:
        try:
            return blocks()
        except ValueError as problem:
            return (Text(str(problem), "warning"),)

    return told
