"""Parser of a story's Markdown into blocks.

Each section has its own pictures, and its text refers to them.

    # What is a kernel?
    ## A border that bends
    ![Two classes, and a border.](svm?data=moons&k=rbf(gamma=1) "hide=SVM & height=400")
    With γ = [1](svm?hand=gamma) the margin is {=margin}.
    ```question
    kind = "number"
    …
    ```

A text belongs to the last picture above it in its section. A text above all pictures belongs to the first one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar
from urllib.parse import parse_qsl

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kernviz.courses import questions
from kernviz.courses.error_places import hint
from kernviz.courses.language import LanguageError
from kernviz.courses.scene import Scene
from kernviz.lessons.page import pages
from kernviz.stories.blocks import Block, Heading, Paragraph, Problem, StoryPicture, StoryQuestion, Words
from kernviz.stories.inline import misplaced_picture, target, words
from kernviz.wording import say

QUESTION = "question"
OPTIONS = ("picture", "hide", "height")
KINDS = ("choose", "number", "move")  # kinds of questions possible in a story
LOWEST, HIGHEST, USUAL = 160, 700, 420  # smallest, largest and default height of a picture in pixels
MOST_PICTURES, MOST_BLOCKS = 20, 400
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_PICTURE = re.compile(r'!\[(?P<caption>.*)\]\((?P<address>[^"]*?)(?:\s+"(?P<options>[^"]*)")?\)', re.DOTALL)
_PICTURE_BEGINS = re.compile(r" {0,3}!\[")  # four spaces make a block of code
T = TypeVar("T")


@dataclass(frozen=True)
class Source:
    """Piece of a story file: kind, text, first line, section number."""

    kind: str
    text: str
    line: int
    section: int


def parsed(written: str) -> tuple[str, tuple[Block, ...], list[Problem]]:
    """Return title, blocks and problems of a story."""
    problems: list[Problem] = []
    title, sources = _sources(written, problems)
    pictures = _pictures(sources, problems)
    blocks: list[Block] = []
    above: dict[int, StoryPicture] = {}  # section -> the last picture above the present source
    first: dict[int, StoryPicture] = {}
    for source, picture in zip(sources, pictures, strict=True):
        if picture is not None:
            first.setdefault(source.section, picture)
    broken = {s.section for s, picture in zip(sources, pictures, strict=True) if s.kind == "picture" and not picture}
    for source, picture in zip(sources, pictures, strict=True):
        if source.section in broken:
            continue  # a picture of the section is faulty, so the text about it cannot be read
        if picture is not None:
            above[source.section] = picture
        about = above.get(source.section, first.get(source.section))
        count = sum(isinstance(block, StoryQuestion) for block in blocks)
        made = _tried(problems, source.line, _block, source, picture, about, count)
        if made is not None:
            blocks.append(made)
    if len(blocks) > MOST_BLOCKS or sum(picture is not None for picture in pictures) > MOST_PICTURES:
        problems.append(
            (1, say("a story has at most {most} pictures and {all} blocks", most=MOST_PICTURES, all=MOST_BLOCKS))
        )
    return title, tuple(blocks), problems


def _sources(written: str, problems: list[Problem]) -> tuple[str, list[Source]]:
    lines, title, section = written.split("\n"), "", 0
    found: list[Source] = []
    for token, inner in pairwise([*_MARKDOWN.parse(written), Token("", "", 0)]):
        if token.level or not token.map or token.nesting < 0:
            continue  # not the beginning of an outermost block
        first, last = token.map
        text, line = "\n".join(lines[first:last]).strip("\n"), first + 1
        if token.type == "heading_open" and token.tag == "h1":
            if title:
                problems.append((line, say("a story has one title: begin its sections with ##")))
            title = title or inner.content
        elif token.type == "heading_open":
            section += 1
            found.append(Source("heading", inner.content, line, section))
        elif token.type == "fence":
            found.append(Source("fence " + token.info.strip(), token.content, line, section))
        elif token.type != "hr":
            found += _picture_and_text(text, line, section)
    if not title:
        problems.append((1, say("a story begins with its title: # What is a kernel?")))
    return title, found


def _picture_and_text(text: str, line: int, section: int) -> Iterator[Source]:
    """Yield the picture or the text of a paragraph.

    Both are yielded if text follows the picture on the next line.
    """
    head, _, rest = text.partition("\n")
    if not _PICTURE_BEGINS.match(text):
        yield Source("text", text, line, section)
    elif rest and _PICTURE.fullmatch(head.strip()):
        yield Source("picture", head, line, section)
        yield from _picture_and_text(rest, line + 1, section)
    else:
        yield Source("picture", text, line, section)


def _pictures(sources: list[Source], problems: list[Problem]) -> list[StoryPicture | None]:
    """Return the picture of each source, without its caption.

    The result has None for a source that is no picture, or a faulty one. Faults are added to `problems`.
    """
    found: list[StoryPicture | None] = []
    count = 0
    for source in sources:
        made = None
        if source.kind == "picture":
            made = _tried(problems, source.line, _picture, source.text, count, source.line)
            count += made is not None
        found.append(made)
    return found


def _picture(text: str, number: int, line: int) -> StoryPicture:
    match = _PICTURE.fullmatch(text.strip())
    if match is None:
        raise misplaced_picture()
    page, params = target(match["address"])
    if page not in pages():
        raise LanguageError(
            say("“{address}” is no page with a picture: {hint}", address=page, hint=hint(page, sorted(pages())))
        )
    params.setdefault("data", pages()[page].first)
    Scene.opened(page, params)
    options = {key.strip(): value.strip() for key, value in parse_qsl(match["options"] or "", keep_blank_values=True)}
    for key in options:
        if key not in OPTIONS:
            raise LanguageError(say("“{key}” means nothing for a picture: {hint}", key=key, hint=hint(key, OPTIONS)))
    height = options.get("height", str(USUAL))
    if not height.isdecimal() or not LOWEST <= float(height) <= HIGHEST:
        raise LanguageError(say("“height” is a number of pixels from {low} to {high}", low=LOWEST, high=HIGHEST))
    return StoryPicture(
        number,
        match["address"].strip().lstrip("/"),
        page,
        tuple(params.items()),
        key=options.get("picture", ""),
        hide=tuple(filter(None, (part.strip() for part in options.get("hide", "").split(",")))),
        height=int(height),
        line=line,
    )


def _block(source: Source, picture: StoryPicture | None, about: StoryPicture | None, count: int) -> Block | None:
    match source.kind.split():
        case ["heading"]:
            return Heading(Words(source.text), source.line)
        case ["picture"]:
            match = _PICTURE.fullmatch(source.text.strip())
            return picture and match and replace(picture, caption=words(match["caption"], picture, source.line))
        case ["text"]:
            number = None if about is None else about.number
            return Paragraph(words(source.text, about, source.line), number, source.line)
        case ["fence", kind] if kind == QUESTION:
            return _question(source, about, count)
        case ["fence", *_]:
            raise LanguageError(say("a fence begins with ```question: code is not shown in a story"))
    return None


def _question(source: Source, about: StoryPicture | None, count: int) -> StoryQuestion:
    if about is None:
        raise LanguageError(say("a question belongs to a picture, and this section has none"))
    try:
        table = tomllib.loads(source.text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as problem:
        raise LanguageError(say("this question cannot be read: {why}", why=str(problem)[:200])) from None
    kind = table.get("kind")
    if kind not in KINDS:
        raise LanguageError(
            say("“{kind}” is no kind of question of a story: {hint}", kind=str(kind)[:40], hint=hint(str(kind), KINDS))
        )
    return StoryQuestion(count, about.number, questions.read(table), source.line)


def _tried(problems: list[Problem], line: int, make: Callable[..., T], *about: object) -> T | None:
    try:
        return make(*about)
    except LanguageError as problem:
        there = [index for index in problem.place if isinstance(index, int)]
        problems.append((there[0] if len(there) == 1 == len(problem.place) else line, str(problem)))
        return None
