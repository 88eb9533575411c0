"""Mark of numbers that presume a feature space, under a refuted kernel.

A read-out or table declares such numbers (`geometric`), and `marked` signs them all in one place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from kernviz.lessons.lesson import MARK, Block, Lesson, Numbers, Row, Tab, Table, Text
from kernviz.lessons.state import KERNEL, Subject
from kernviz.mercer import Verdict, judge
from kernviz.wording import say, spoken


def marked(lesson: Lesson, state: Subject) -> Lesson:
    """Return the lesson, its geometric numbers marked under a refuted kernel.

    One line explains the sign. It stands under the last marked read-outs beside the picture, or else
    in each tab under the last marked block. A lesson without geometric numbers is not judged, and a tab only when
    it is opened.
    """
    if KERNEL in state.idle:
        return lesson
    last = next((block for block in reversed(lesson.besides) if not callable(block) and _is_geometric(block)), None)
    if last is not None and not refutation(state):
        return lesson
    besides = tuple(
        _lazily(block, state) if callable(block) else _signed(block, refutation(state) if block is last else "")
        for block in lesson.besides
    )
    tabs = tuple(
        Tab(tab.title, lambda tab=tab: _of_tab(tab.blocks, state, explained=last is not None))  # type: ignore[misc]
        for tab in lesson.tabs
    )
    return replace(lesson, besides=besides, tabs=tabs)


def refutation(state: Subject, kernel: str = "") -> str:
    """Return the line that explains the sign, "" without a refutation.

    `kernel` replaces the kernel's text.
    """
    try:
        found = judge(state.kernel, d=state.shown.d)
    except ValueError:
        return ""
    if found.verdict is not Verdict.REFUTED:
        return ""
    return say(
        "{sign} {kernel} is refuted on {space}: there is no feature space in which these numbers are lengths, "
        "angles, variances or weights of images.",
        sign=MARK,
        kernel=kernel or str(state.kernel),
        space=found.space,
    )


def _of_tab(blocks: tuple[Block, ...], state: Subject, *, explained: bool) -> tuple[Block, ...]:
    """Mark the blocks of a tab.

    The line that explains the sign is added if it does not stand beside the picture.
    """
    last = next((i for i in reversed(range(len(blocks))) if _is_geometric(blocks[i])), None)
    if last is None or not refutation(state):
        return blocks
    shown = [_signed(block) for block in blocks]
    if not explained:
        shown.insert(last + 1, Text(refutation(state, f"`{state.kernel}`")))
    return tuple(shown)


def _lazily(build: Callable[[], tuple[Block, ...]], state: Subject) -> Callable[[], tuple[Block, ...]]:
    return lambda: _of_tab(build(), state, explained=True)


def _is_geometric(block: Block) -> bool:
    match block:
        case Numbers(items):
            return any(item.geometric for item in items)
        case Table():
            return bool(block.geometric)
        case Row(columns):
            return any(map(_is_geometric, (inner for column in columns for inner in column)))
    return False


def _signed(block: Block, note: str = "") -> Block:
    """Return a block with the sign behind its geometric numbers' names."""
    match block:
        case Numbers(items):
            return Numbers(tuple(replace(item, marked=item.geometric) for item in items), note or block.note)
        case Table(columns):
            names = {name: f"{spoken(name)} {MARK}" if name in block.geometric else name for name in columns}
            renamed = {names[name]: values for name, values in columns.items()}
            return replace(block, columns=renamed, geometric=tuple(names[name] for name in block.geometric))
        case Row(columns):
            return Row(tuple(_all_signed(column) for column in columns))
    return block


def _all_signed(blocks: Iterable[Block]) -> tuple[Block, ...]:
    return tuple(map(_signed, blocks))


__all__ = ["marked", "refutation"]
