"""The dialog for an opened file.

It shows how the file was read, and which columns to use. It can be opened again at any time.

Every word of the file is plain text here. It is escaped in HTML, and never part of a label that
is read as Markdown.
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from kernviz.data import DataError
from kernviz.data.checks import MAX_COLUMNS
from kernviz.data.column_guess import first_choice, possible_tasks, usual_task
from kernviz.data.file_reading import ENCODINGS, FileReading, ReadOptions, rows_of
from kernviz.data.import_plan import LEAVE_OUT, LUMP, SHRINK, Choice, Plan
from kernviz.ui import files
from kernviz.ui.file_messages import File
from kernviz.ui.files import Memory
from kernviz.wording import begun, phrase, say, several, spoken

ROWS, GAPPY = 6, 4  # how many rows are shown: of the first rows, of the first unusable rows
TASKS = {
    "classification": phrase("classes"),
    "regression": phrase("numbers to predict"),
    "none": phrase("nothing"),
}
_SIGNS = {
    "": phrase("detected"),
    ",": phrase("comma"),
    ";": phrase("semicolon"),
    "\t": phrase("tab"),
    " ": phrase("blank"),
    ".": phrase("point"),
}
_FIRST = {None: phrase("detected"), True: phrase("names the columns"), False: phrase("is a point")}
_DRAFT = "_file_draft"


@dataclass
class _Draft:
    """The buttons pressed so far, for one file and way of reading."""

    of: tuple[str, ReadOptions]
    leave_out: bool = False
    shrink: bool = False
    lump: bool = False
    seed: int = 0


def show() -> None:
    """Draw the file dialog over the page, if it is open.

    Called at the end of a page.
    """
    if files.memory().open:
        st.dialog(say("A file of your own"), width="large", on_dismiss=files.close)(_draw)()


def _draw() -> None:
    memory = files.memory()
    if memory.file is None:
        return
    st.text(memory.file.name)
    # `main` stands above `other`, whose widgets change its content
    main, other = st.container(), st.expander(say("Read it in another way"))
    with other:
        read_options = _reading_options(memory)
    with main:
        try:
            reading = files.reading_of(memory.file, read_options)
        except DataError as problem:
            _refused(memory.file, str(problem))
        else:
            _draw_choice(memory, memory.file, reading, read_options)


def _draw_choice(memory: Memory, file: File, reading: FileReading, read_options: ReadOptions) -> None:
    """Draw how the file was read, its chosen columns and its points."""
    st.text(say("Understood: {words}", words=reading.words) + _thinned(file))
    choice = _choice(memory, reading, read_options)
    done = files.plan_of(reading, choice, file.stem)
    st.html(_table(reading, choice, done))
    _remedies(done, choice)
    memory.problem = f"{file.name}: {done.problem}" if done.problem else ""
    if done.data is not None:
        for note in done.data.notes:
            st.text(f"⚠ {note}")
        counts = ", ".join(f"{name} ({size})" for name, size in done.data.counts.items())
        columns = several(done.data.d, "{n} coordinate", "{n} coordinates")
        points = several(done.data.n, "{n} point with {columns}", "{n} points with {columns}", columns=columns)
        st.text(say("{points}; classes {counts}", points=points, counts=counts) if counts else points)
    use, cancel = st.columns(2)
    if use.button(say("Use these points"), type="primary", disabled=done.data is None, width="stretch"):
        memory.read_options = read_options
        if files.use(choice):
            st.rerun()
    if cancel.button(say("Not now"), width="stretch"):
        files.close()
        st.rerun()


def _refused(file: File, problem: str) -> None:
    files.memory().problem = f"{file.name}: {problem}"
    st.text(f"✗ {problem}")
    st.caption(say("Open another file, or drop one on the page: this message gives way to it."))
    if st.button(say("Close"), width="stretch"):
        files.close()
        st.rerun()


def _thinned(file: File) -> str:
    if file.lines is None:
        return ""
    sent, lines = file.lines
    return " " + say(
        "The file is large: of its {lines} lines {sent} were sent, spread evenly over the file.",
        lines=lines,
        sent=sent,
    )


def _reading_options(memory: Memory) -> ReadOptions:
    """Draw the options for reading the file.

    An option left empty is detected from the file's content.
    """
    key = memory.file.id if memory.file else ""
    read_options = memory.read_options
    encodings = {"": _SIGNS[""], **{name: name.upper() for name in ENCODINGS}}
    separators = {sign: _SIGNS[sign] for sign in ("", ",", ";", "\t", " ")}
    decimal_signs = {sign: _SIGNS[sign] for sign in ("", ".", ",")}
    menus: list[tuple[str, Mapping[Any, str], object, str]] = [
        (say("encoding"), encodings, read_options.encoding, "fe"),
        (say("between cells"), separators, read_options.delimiter, "fs"),
        (say("decimal sign"), decimal_signs, read_options.decimal, "fd"),
        (say("the first line"), _FIRST, read_options.header, "fh"),
    ]
    chosen = []
    for place, (label, words, value, name) in zip(st.columns(len(menus)), menus, strict=True):
        options, show = list(words), partial(_word, words)
        chosen.append(place.selectbox(label, options, options.index(value), format_func=show, key=f"{name}-{key}"))
    return ReadOptions(*chosen)


def _word(words: Mapping[Any, str], option: object) -> str:
    return spoken(words[option])


def _choice(memory: Memory, reading: FileReading, read_options: ReadOptions) -> Choice:
    """Draw the choice of columns.

    It starts with the current choice, or with a choice that the file suggests.
    """
    key = f"{memory.file.id if memory.file else ''}-{hash(read_options)}"
    first = first_choice(reading)
    start = memory.choice if memory.choice and {*memory.choice.columns} <= {*reading.names} else first
    draft = _draft(memory, read_options, start)
    left, right = st.columns([3, 2])
    targets = ["", *reading.names]
    target = left.selectbox(
        say("To predict"),
        targets,
        targets.index(start.target) if start.target in targets else 0,
        format_func=lambda name: name or say("nothing: points alone"),
        key=f"ft-{key}",
        help=say("Its column is the target: classes to tell apart, or numbers."),
    )
    tasks = possible_tasks(reading, target)
    usual = start.task if target == start.target and start.task in tasks else usual_task(reading, target)
    task = right.selectbox(
        say("as"), tasks, tasks.index(usual), format_func=lambda task: spoken(TASKS[task]), key=f"fk-{key}-{target}"
    )
    usable = [name for name, numeric in zip(reading.names, reading.numeric, strict=True) if numeric and name != target]
    wanted = start.columns if target == start.target else [c for c in usable if c in {*first.columns, first.target}]
    columns = st.multiselect(
        say("Coordinates"),
        [name for name in reading.names if name != target],
        [c for c in wanted if c in usable][:MAX_COLUMNS],
        key=f"fc-{key}-{target}",
        help=say("Columns of numbers; a picture shows two of them."),
    )
    flags: dict[str, Any] = {name: getattr(draft, name) for name in (LEAVE_OUT, SHRINK, LUMP, "seed")}
    return Choice(target, task, tuple(columns), **flags)


def _draft(memory: Memory, read_options: ReadOptions, start: Choice) -> _Draft:
    of = (memory.file.id if memory.file else "", read_options)
    draft: _Draft | None = st.session_state.get(_DRAFT)
    if draft is None or draft.of != of:
        draft = _Draft(of, start.leave_out, start.shrink, start.lump, start.seed)
        st.session_state[_DRAFT] = draft
    return draft


def _remedies(done: Plan, choice: Choice) -> None:
    """Draw the problems of the file with their buttons.

    The current problem has the button that solves it. Each solved problem has the button that undoes
    the solution.
    """
    draft: _Draft = st.session_state[_DRAFT]
    count = len(done.unusable)
    these = say("this row") if count == 1 else say("these {rows}", rows=rows_of(count))
    buttons = {
        LEAVE_OUT: (say("Leave out {these}", these=these), say("Take {these} back", these=these)),
        SHRINK: (say("Measure it in larger units"), say("Take the file's own units")),
        LUMP: (say("Keep the 9 largest, call the rest “others”"), say("Keep all values apart")),
    }
    if done.problem:
        st.text(f"✗ {begun(done.problem)}.")
    for name, (on, off) in buttons.items():
        if getattr(choice, name) and (name != LEAVE_OUT or count):
            st.button(off, key=f"file-no-{name}", on_click=_set, args=(draft, name, False))
        elif done.way_on == name:
            if name == LEAVE_OUT and count > 1:
                where = _listed(done.unusable)
                st.caption(say("This concerns {rows_of} (lines {listed}).", rows_of=rows_of(count), listed=where))
            st.button(on, key=f"file-{name}", on_click=_set, args=(draft, name, True), type="primary")
    if done.sampled:
        st.button(say("Draw another sample"), on_click=_set, args=(draft, "seed", choice.seed + 1))


def _set(draft: _Draft, name: str, value: object) -> None:
    setattr(draft, name, value)


def _listed(lines: tuple[int, ...]) -> str:
    return ", ".join(map(str, lines[:5])) + ("…" if len(lines) > 5 else "")


def _table(reading: FileReading, choice: Choice, done: Plan) -> str:
    """Return the first rows as an HTML table.

    The first unusable rows are included.
    """
    bad = set(done.unusable)
    first = [*reading.rows[:ROWS]]
    more = [row for row in reading.rows if row[0] in {*done.unusable[:GAPPY]}]
    rows = [*first, *(row for row in more if row not in first)]
    part = dict.fromkeys(choice.columns, say("coordinate"))
    if choice.target:
        part[choice.target] = say("to predict")
    left_out, line_head, of_table = say("left out"), say("row"), say("The first rows of the file")
    head = "".join(
        f"<th scope=col>{html.escape(name)}<br><small>{part.get(name, left_out)}</small></th>" for name in reading.names
    )
    body = "".join(
        f"<tr{' class=kv-bad' if line in bad else ''}><th scope=row>{line}</th>"
        + "".join(f"<td>{html.escape(cell[:60])}</td>" for cell in cells)
        + "</tr>"
        for line, cells in rows
    )
    return (
        f"<div class=kv-preview tabindex=0 role=region aria-label='{html.escape(of_table)}'><table>"
        f"<thead><tr><th scope=col>{line_head}</th>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )
