"""Contents of a page as data: question, picture, numbers and tabs.

A tab is made of blocks. The module imports no Streamlit and computes no mathematics.

Texts are markdown, formulas TeX. Names of classes and columns, and other untrusted texts, are
marked as such (see kernviz/data/untrusted_text.py). A page, a notebook, an export and a test
all build the same `Lesson`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from kernviz.figures.figure import Figure
from kernviz.lessons.draggable import Handle, Points
from kernviz.lessons.erratum import Erratum
from kernviz.lessons.marked_text import in_notation
from kernviz.lessons.notation import QUOTED
from kernviz.lessons.picture_answers import Taking
from kernviz.lessons.presets import Preset
from kernviz.symbols import OWN, lasting, symbols
from kernviz.wording import say, spoken

Tone = Literal["note", "warning", "error"]
MARK = "†"  # sign behind the label of a number that presumes a feature space where there is none


@dataclass(frozen=True)
class Picture:
    """Figure with its description and caption, both with the current numbers.

    `alt` describes the figure to a screen reader, `caption` comments on it.
    """

    figure: Figure
    alt: str
    caption: str = ""
    key: str = "picture"
    height: int = 520
    square: bool = False
    revision: str = ""  # the browser keeps zoom and camera as long as this text is unchanged
    clickable: bool = False
    taking: Taking | None = None  # None if no answer is given in the picture
    handles: tuple[Handle, ...] = ()  # draggable places; a click moves the first
    points: Points | None = None  # draggable points of the data


@dataclass(frozen=True, eq=False)
class Readout:
    """Number on a page, with a label, a text and a meaning.

    `text` is the value's text, or a function that returns it. A function is for a value with a
    computation of its own: the page calls it once pointer and sliders are at rest.

    A `geometric` number presumes the feature space of the page's kernel: a length, angle, distance,
    variance or dual weight. It is `marked` if there is no such space (shared/no_feature_space.py).
    """

    label: str
    text: str | Callable[[], str] = field(compare=False)
    meaning: str = ""
    geometric: bool = False
    marked: bool = False

    def __post_init__(self) -> None:
        text = self.text
        object.__setattr__(self, "label", in_notation(self.label))
        object.__setattr__(self, "text", in_notation(text) if isinstance(text, str) else lasting(text))
        object.__setattr__(self, "meaning", in_notation(self.meaning))

    @cached_property
    def value(self) -> str:
        """Value as text, computed by `text` if that is a function."""
        return self.text if isinstance(self.text, str) else self.text()

    @property
    def heading(self) -> str:
        """Return the label as shown, with the sign of a marked number."""
        return f"{spoken(self.label)} {MARK}" if self.marked else self.label

    @property
    def words(self) -> tuple[str, str, str]:
        """Return heading, value and meaning as texts."""
        return self.heading, self.value, self.meaning

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Readout) and self.words == other.words

    def __hash__(self) -> int:
        return hash(self.words)

    @property
    def soon(self) -> str:
        """Return the value, or “…” if it is given by a function."""
        return self.text if isinstance(self.text, str) else "…"


@dataclass(frozen=True)
class Text:
    """Paragraph of markdown; formulas between dollar signs."""

    markdown: str
    tone: Tone | None = None


def paragraph(message: str, /, **values: Any) -> Text:
    """Return a message as a paragraph; the arguments are those of `say`."""
    return Text(say(message, **values))


@dataclass(frozen=True)
class Formula:
    """Displayed formula in TeX, its marked symbols in the current notation."""

    latex: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "latex", symbols(self.latex))


@dataclass(frozen=True)
class Table:
    """Columns of equal length.

    With `key` a row can be selected, and the page receives its number.

    The columns named by `geometric` hold numbers that presume the feature space of the page's kernel.
    """

    columns: Mapping[str, Sequence[Any]]
    key: str = ""
    caption: str = ""
    height: int | None = None
    geometric: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if unknown := set(self.geometric) - set(self.columns):
            raise ValueError(f"the table has no columns {sorted(unknown)}")


def columns_of(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Return rows, each heading -> value, as the columns of a table."""
    return {heading: [row[heading] for row in rows] for heading in rows[0]}


@dataclass(frozen=True)
class Numbers:
    """Read-outs side by side, with a `note` in plain text under them."""

    items: tuple[Readout, ...]
    note: str = ""


@dataclass(frozen=True)
class Code:
    """Python that computes the page's numbers; a test runs every such text."""

    source: str


@dataclass(frozen=True)
class Cell:
    """Table cell with text or a link to an example.

    The cell may also hold a curve, a formula in LaTeX, and hidden search words.
    """

    text: str
    to: Preset | None = None
    curve: tuple[float, ...] = ()
    formula: str = ""
    found_by: str = ""


@dataclass(frozen=True)
class LinkTable:
    """Table of links.

    `search` labels a field that filters the rows as the visitor types; "" is no field.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    search: str = ""


@dataclass(frozen=True)
class Slot:
    """Named place for controls, which the Streamlit code of the page draws."""

    name: str


@dataclass(frozen=True)
class Row:
    """Columns side by side, each of stacked blocks; stacked on a phone."""

    columns: tuple[tuple[Block, ...], ...]


Block = Picture | Text | Formula | Table | Numbers | Code | Erratum | Slot | Row | LinkTable


@dataclass(frozen=True)
class Tab:
    """Titled list of blocks under the picture.

    A function may build the list instead: only the open tab is built.
    """

    title: str
    content: tuple[Block, ...] | Callable[[], tuple[Block, ...]]

    def __post_init__(self) -> None:
        if callable(self.content):
            object.__setattr__(self, "content", lasting(self.content, OWN if QUOTED.search(self.title) else None))

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Contents of the tab."""
        return self.content() if callable(self.content) else self.content


@dataclass(frozen=True)
class Lesson:
    """Content of a page, arranged around its picture.

    `band` stands above the picture, `beside` to its right, the tabs under both.

    `besides` are the blocks of `beside`, or functions that build them. Functions are called for the
    page at rest only: a picture redrawn during a drag does not wait for them.

    `leading` is the key of the picture of `beside` that stands above the controls, "" for none.
    """

    question: str
    picture: Picture | None
    besides: tuple[Block | Callable[[], tuple[Block, ...]], ...] = ()
    tabs: tuple[Tab, ...] = ()
    problem: str = ""  # reason, as plain text, why there is no new picture; the last valid picture stays
    facts: dict[str, Any] = field(default_factory=dict)  # the numbers themselves, for tests and exports
    band: tuple[Block, ...] = ()  # results in a band across the width of the page
    measured: tuple[Readout, ...] = ()  # numbers that take too long for the page; a sweep computes them
    leading: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "question", in_notation(self.question))
        object.__setattr__(
            self, "besides", tuple(lasting(block) if callable(block) else block for block in self.besides)
        )

    @cached_property
    def beside(self) -> tuple[Block, ...]:
        """Blocks to the right of the picture."""
        return tuple(block for item in self.besides for block in (item() if callable(item) else (item,)))

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """Main picture, and those beside it that are redrawn during a drag."""
        return tuple(item for item in (self.picture, *self.besides) if isinstance(item, Picture))

    @property
    def readouts(self) -> tuple[Numbers, ...]:
        """Read-outs beside the picture that are updated during a drag."""
        return tuple(item for item in self.besides if isinstance(item, Numbers))
