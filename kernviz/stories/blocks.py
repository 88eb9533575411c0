"""Blocks of a story: headings, paragraphs, pictures and questions, as plain values.

A part of a text is a handle, a computed value, or a link. The text holds the part's number between the two `MARKS`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kernviz.courses.course import Fault
from kernviz.courses.questions import Question as Asked

Problem = tuple[int, str]  # line and reason
MARKS = "\ue000", "\ue001"
MARKED = re.compile(f"{MARKS[0]}(\\d+){MARKS[1]}")


@dataclass(frozen=True)
class StoryHandle:
    """Number in a sentence that moves a picture.

    `text` is the number as written, and `name` the parameter of the address that the handle sets. `low`
    and `high` are the ends of the range over which it is dragged. None stands for the app's own end.
    """

    text: str
    name: str
    picture: int
    low: float | None = None
    high: float | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Computed:
    """Value in a sentence, computed in the state of a picture.

    `text` is an expression such as ``{=margin}``, or a formula that contains such expressions.
    """

    text: str
    picture: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class StoryLink:
    """Link to a page of the app.

    The address has no leading slash.
    """

    text: str
    address: str
    line: int = field(default=0, compare=False)


Part = StoryHandle | Computed | StoryLink


@dataclass(frozen=True)
class Words:
    """Markdown text with marks in the place of its parts."""

    markdown: str
    parts: tuple[Part, ...] = ()

    @property
    def pieces(self) -> tuple[str | Part, ...]:
        """Return texts and parts in reading order."""
        return tuple(
            self.parts[int(piece)] if place % 2 else piece
            for place, piece in enumerate(MARKED.split(self.markdown))
            if piece or place % 2
        )


@dataclass(frozen=True)
class Heading:
    """Heading of a section."""

    words: Words
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Paragraph:
    """Paragraph, list, quotation or table of a story.

    `picture` is the number of the picture the words speak of. None means no picture.
    """

    words: Words
    picture: int | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class StoryPicture:
    """Picture of a page of the app, with a caption.

    The picture is in the state of an address.

    number   place among the story's pictures, from 0
    address  address in the app: ``svm?data=moons&k=rbf(gamma=1)``
    page     name of the page
    params   values of the address: name, text
    key      key of one of the page's pictures; empty: the first
    hide     words of the legend whose traces are left out
    height   pixels
    """

    number: int
    address: str
    page: str
    params: tuple[tuple[str, str], ...]
    caption: Words = Words("")
    key: str = ""
    hide: tuple[str, ...] = ()
    height: int = 420
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class StoryQuestion:
    """Question that is answered before the story goes on.

    `picture` is the number of the picture the question is about.
    """

    number: int
    picture: int
    asked: Asked
    line: int = field(default=0, compare=False)


Block = Heading | Paragraph | StoryPicture | StoryQuestion


@dataclass(frozen=True)
class Story:
    """Scrolling page with live pictures, in one language.

    A story with `faults` has no blocks.
    """

    slug: str
    title: str
    language: str
    blocks: tuple[Block, ...] = ()
    says: str = ""
    faults: tuple[Fault, ...] = ()

    @property
    def pictures(self) -> tuple[StoryPicture, ...]:
        """Return the pictures in reading order.

        A picture's number is its place.
        """
        return tuple(block for block in self.blocks if isinstance(block, StoryPicture))

    @property
    def questions(self) -> tuple[StoryQuestion, ...]:
        """Return the questions in reading order."""
        return tuple(block for block in self.blocks if isinstance(block, StoryQuestion))

    @property
    def words(self) -> tuple[Words, ...]:
        """Return the words of a story in reading order.

        They are those of headings, paragraphs and captions.
        """
        return tuple(
            block.caption if isinstance(block, StoryPicture) else block.words
            for block in self.blocks
            if not isinstance(block, StoryQuestion)
        )

    def handles(self, picture: int) -> tuple[StoryHandle, ...]:
        """Return the handles of a picture, each name once."""
        found = [part for words in self.words for part in words.parts if isinstance(part, StoryHandle)]
        return tuple({part.name: part for part in reversed(found) if part.picture == picture}.values())[::-1]
