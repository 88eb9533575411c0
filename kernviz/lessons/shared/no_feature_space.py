"""Mark of numbers that presume a feature space, under a refuted kernel.

A read-out or table declares such numbers (`geometric`), and `marked` signs them all in one place. A sentence beside the
picture that repeats the value of such a read-out has the sign behind the value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from kernviz.lessons.lesson import MARK, Block, Lesson, Numbers, Picture, Row, Tab, Table, Text
from kernviz.lessons.state import KERNEL, Subject
from kernviz.mercer import Verdict, judge
from kernviz.wording import say, spoken

DIGITS = 3  # fewest digits of a value that a sentence repeats


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
    values = _values(lesson)
    besides = tuple(
        _lazily(block, state, values)
        if callable(block)
        else _repeated(_signed(block, refutation(state) if block is last else ""), values)
        for block in lesson.besides
    )
    tabs = tuple(
        Tab(tab.title, lambda tab=tab: _of_tab(tab.blocks, state, explained=last is not None))  # type: ignore[misc]
        for tab in lesson.tabs
    )
    picture = None if lesson.picture is None else _of_picture(lesson.picture, values)
    return replace(lesson, picture=picture, besides=besides, tabs=tabs)


def refutation(state: Subject, kernel: str = "") -> str:
    """Return the line that explains the sign, "" without a refutation.

    `kernel` replaces the kernel's text.
    """
    try:
        judgement = judge(state.kernel, d=state.shown.d)
    except ValueError:
        return ""
    if judgement.verdict is not Verdict.REFUTED:
        return ""
    return say(
        "{sign} {kernel} is refuted on {space}: there is no feature space in which these numbers are lengths, "
        "angles, variances or weights of images.",
        sign=MARK,
        kernel=kernel or str(state.kernel),
        space=judgement.space,
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


def _lazily(
    build: Callable[[], tuple[Block, ...]], state: Subject, values: tuple[str, ...]
) -> Callable[[], tuple[Block, ...]]:
    return lambda: tuple(_repeated(block, values) for block in _of_tab(build(), state, explained=True))


def _values(lesson: Lesson) -> tuple[str, ...]:
    """Return the values of the geometric read-outs beside the picture.

    The longest comes first. A value of few digits is left out: the same digits in a sentence may be
    another number. So is a value computed later.
    """
    items = [item for block in lesson.besides if isinstance(block, Numbers) for item in block.items]
    texts = {item.text for item in items if item.geometric and isinstance(item.text, str)}
    return tuple(sorted((text for text in texts if sum(map(str.isdigit, text)) >= DIGITS), key=len, reverse=True))


def _repeated(block: Block, values: tuple[str, ...]) -> Block:
    """Return a block whose sentences mark the values they repeat."""
    match block:
        case Picture():
            return _of_picture(block, values)
        case Text(words) if not words.startswith(MARK):
            return replace(block, markdown=_sentence(words, values))
    return block


def _of_picture(picture: Picture, values: tuple[str, ...]) -> Picture:
    notes = picture.figure.layout.get("annotations") or ()
    signed = [{**note, "text": _sentence(note.get("text") or "", values)} for note in notes]
    if any(one["text"] != (other.get("text") or "") for one, other in zip(signed, notes, strict=True)):
        picture.figure.update_layout(annotations=signed)
    return replace(picture, caption=_sentence(picture.caption, values))


def _sentence(text: str, values: tuple[str, ...]) -> str:
    """Return a text with its values marked, outside of formulas."""
    if not values:
        return text
    anyone = "|".join(map(re.escape, values))
    value = re.compile(rf"(?<![\d.,\u2212-])(?:{anyone})(?!\d|[.,]\d| ?{MARK})")
    if not value.search(text):
        return text
    parts = re.split(r"(\$[^$]*\$)", text)
    return "".join(part if i % 2 else value.sub(rf"\g<0>{MARK}", part) for i, part in enumerate(parts))


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
