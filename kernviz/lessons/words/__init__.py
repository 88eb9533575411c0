"""Words page: all words of the language in which kernels are typed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernviz.figures.curves.functions import curve, describe_curve
from kernviz.kernels import Kernel
from kernviz.lessons.declarations import choice, number
from kernviz.lessons.draggable import Handle
from kernviz.lessons.lesson import Block, Cell, Formula, Lesson, LinkTable, Numbers, Picture, Readout, Tab, paragraph
from kernviz.lessons.objects.object_inputs import EDIT_VIEW, GRAPHS_VIEW, SETS_VIEW, WORDS_VIEW
from kernviz.lessons.page import Page
from kernviz.lessons.presets import Preset
from kernviz.lessons.shared.verdict import MARKS
from kernviz.lessons.state import Subject
from kernviz.lessons.words import vocabulary
from kernviz.lessons.words.vocabulary import FAR, PLACES, Word
from kernviz.ranges import around
from kernviz.wording import ENGLISH, phrase, say, short, speaking

QUESTION = phrase("Which words can the text of a kernel contain, and which of them are kernels?")
WHERE = {phrase("Compose"): "compose", phrase("Support vectors"): "svm"}
OBJECTS = {"words": WORDS_VIEW, "sets": SETS_VIEW, "graphs": GRAPHS_VIEW}  # kind of object -> view of the page
SEARCH = phrase("Search the words")
HEAD = (phrase("word"), phrase("formula"), phrase("verdict"), "k(½, z)", phrase("what to know"))


def _words(state: Subject) -> tuple[str, ...]:
    return tuple(word.word for word in vocabulary.stand_alone(state.data.d))


@dataclass(frozen=True)
class State(Subject):
    """Parameters of the page: word, fixed point, and the action of links.

    `how` is what a click on a word does to the current kernel, `where` the page that it opens.
    """

    word: str = choice(_words, phrase("the word in the picture"), "rbf", names=("wd_word",))
    x: float = number(0.5, "x", phrase("the point held still"), -FAR, FAR, step=0.05, names=("wd_x",))
    how: str = choice(
        ("+", "·", phrase("instead of it")),
        phrase("a click on a word adds it, multiplies by it, or replaces the kernel"),
        names=("wd_how",),
    )
    where: str = choice(tuple(WHERE), phrase("and opens this page"), names=("wd_where",))

    @property
    def chosen(self) -> Word:
        """Return the word in the picture.

        The first word is taken if no kernel on the data's dimension has the name `word`.
        """
        words = vocabulary.stand_alone(self.data.d)
        return next((word for word in words if word.word == self.word), words[0])


def build(state: State) -> Lesson:
    """Plot a word of the kernel language as a function of z.

    The word's formula and verdict follow. Tabs list all words; a link of a word puts it into the
    current kernel.
    """
    word = state.chosen
    judgement = vocabulary.verdict(word.kernel, state.data.d)
    return Lesson(
        QUESTION,
        _picture(state, _line_kernel(word)),
        (
            _numbers(state, _line_kernel(word)),
            lambda: (
                Formula(f"k(x, z) = {word.formula}"),
                paragraph(
                    "**{value}** on {space}. {remark}",
                    value=MARKS[judgement.verdict],
                    space=judgement.space,
                    remark=word.note,
                ),
            ),
        ),
        (
            Tab(
                phrase("Kernels"),
                lambda: _table(_leaves(state), say("Alone: kernels, and what only looks like one."), _click(state)),
            ),
            Tab(
                phrase("Operations"),
                lambda: _table(_operations(state), say("Made of kernels, here of x·z."), _click(state)),
            ),
            Tab(
                phrase("Words, sets, graphs"),
                lambda: _table(
                    _things(),
                    say("Of what has no coordinates."),
                    say("A click on a word opens it on the page of sets, words and graphs."),
                ),
            ),
        ),
        facts={"verdict": judgement},
    )


def _line_kernel(word: Word) -> Kernel:
    """Return the word's kernel for points of the line.

    Kernels of a word may depend on the number of coordinates, and the picture is over a line.
    """
    return next((entry.kernel for entry in vocabulary.stand_alone(1) if entry.word == word.word), word.kernel)


def _picture(state: State, kernel: Kernel) -> Picture:
    z = np.linspace(-FAR, FAR, PLACES)
    values = vocabulary.along(kernel, state.x)
    at = vocabulary.along_at(kernel, state.x, state.x)
    low, high = around(values, [at, 0.0, 0.0 if np.isfinite(values).any() else 1.0], below=0.06)
    figure = curve(
        z,
        {f"k({short(state.x)}, z)": values},
        x_title="z",
        y_title=f"k({short(state.x)}, z)",
        mark=(state.x, at) if np.isfinite(at) else None,
        x_range=(-FAR, FAR),
        y_range=(low, high),
        y_axis="zero",
    )
    handles = (Handle("x", ("wd_x",), (state.x, at), low=-FAR, high=FAR),) if np.isfinite(at) else ()
    caption = say("{word} on the line: how similar z is to x = {x}. Drag x.", word=state.chosen.word, x=state.x)
    alt = describe_curve(z, {"k": np.nan_to_num(values)}, x_title="z")
    return Picture(figure, alt, caption, "word", 400, revision=state.word, handles=handles)


def _numbers(state: State, kernel: Kernel) -> Numbers:
    near, zero, far = (vocabulary.along_at(kernel, state.x, z) for z in (state.x, 0.0, -state.x))
    return Numbers(
        (
            Readout("k(x, x)", short(near), say("with itself")),
            Readout("k(x, 0)", short(zero), say("with the origin")),
            Readout("k(x, −x)", short(far), say("with its mirror image")),
        )
    )


Row = tuple[Cell, ...]


def _verdict(word: Word, d: int) -> str:
    judgement = vocabulary.verdict(word.kernel, d)
    return say("{verdict} on {space}", verdict=MARKS[judgement.verdict], space=judgement.space)


def _leaves(state: State) -> tuple[Row, ...]:
    with speaking(ENGLISH):
        english = vocabulary.stand_alone(state.data.d)
    return tuple(
        _row(word, vocabulary.joined(state.kernel, word.kernel, state.how), state, _line_kernel(word), english)
        for word in vocabulary.stand_alone(state.data.d)
    )


def _operations(state: State) -> tuple[Row, ...]:
    with speaking(ENGLISH):
        english = vocabulary.operations()
    return tuple(
        _row(word, vocabulary.inserted(word, state.kernel), state, word.kernel, english)
        for word in vocabulary.operations()
    )


def _row(word: Word, made: Kernel | None, state: State, on_line: Kernel, english: tuple[Word, ...]) -> Row:
    opens = None if made is None else Preset("", WHERE[state.where], word.word, {"k": str(made)})
    cell = Cell(_verdict(word, state.data.d))
    return (
        Cell(word.word, opens, found_by=vocabulary.found_by(word, english)),
        Cell("", formula=word.formula),
        cell,
        Cell("", curve=vocabulary.small(on_line)),
        Cell(word.note),
    )


def _things() -> tuple[Row, ...]:
    rows = []
    with speaking(ENGLISH):
        english = vocabulary.of_things()
    for word in vocabulary.of_things():
        kind = str(word.kernel.kind)
        view = EDIT_VIEW if word.word == "edit" else OBJECTS[kind]
        cell = Cell(_verdict(word, 2))
        opens = Preset("", "objects", word.word, {"ob_view": view, **_objects_page_address(view, word.kernel)})
        name = Cell(word.word, opens, found_by=vocabulary.found_by(word, english))
        rows.append((name, Cell("", formula=word.formula), cell, Cell(""), Cell(word.note)))
    return tuple(rows)


def _objects_page_address(view: str, kernel: Kernel) -> dict[str, str]:
    """Return the kernel's query parameter on the page of sets, strings, graphs."""
    name = {WORDS_VIEW: "ob_wk", SETS_VIEW: "ob_sk", GRAPHS_VIEW: "ob_gk"}.get(view)
    return {name: str(kernel)} if name else {}


def _click(state: State) -> str:
    """Return a sentence on the action of a link."""
    if state.how == "instead of it":
        return say("A click on a word opens {page} and takes the word as the kernel.", page=state.where)
    return say("A click on a word opens {page} and puts the word into the current kernel.", page=state.where)


def _table(rows: tuple[Row, ...], what: str, click: str) -> tuple[Block, ...]:
    return (LinkTable(HEAD, rows, f"{what} {click}", SEARCH),)


PAGE = Page("words", phrase("Words"), QUESTION, State, build)
