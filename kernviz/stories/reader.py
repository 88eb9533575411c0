"""Reader of story files: one Markdown file for each story and language.

A file is named ``name.en.md``, written without code and put into a folder.

A file with a fault becomes a story without blocks, whose faults say file, line and reason. The
other stories can still be read.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path

from kernviz import catalogue
from kernviz.courses.course import Fault
from kernviz.courses.folder import read_all, text_of
from kernviz.courses.language import LanguageError
from kernviz.courses.link_names import check_link_name
from kernviz.courses.markdown_text import without_marks
from kernviz.stories import checking
from kernviz.stories.blocks import Computed, Paragraph, Story
from kernviz.stories.parsing import parsed
from kernviz.wording import ENGLISH, remembered, say, speaking

OWN = Path(__file__).parent / "texts"
FOLDER = "KERNVIZ_STORIES"  # environment variable: folder of further stories
LARGEST = 200_000  # bytes of a file
ENDING = ".md"
_log = logging.getLogger(__name__)


def stories() -> tuple[Story, ...]:
    """Return all stories in all languages.

    First come kernviz's own, then those of the folder named by KERNVIZ_STORIES.

    Raises nothing. A file that cannot be used is a story without blocks that states the reason.
    """
    return tuple(read_all(OWN, FOLDER, ENDING, _loaded, _no_folder).values())


def story(slug: str, language: str) -> Story | None:
    """Return the story of a name, if possible in the given language.

    Otherwise the story is in another language. The result is None if no story of that name can be read.
    """
    found = [version for version in stories() if version.slug == slug and version.blocks]
    return next((version for version in found if version.language == language), found[0] if found else None)


def load(path: Path, *, tried: bool = True) -> Story:
    """Return the story of a file.

    Raises nothing: every problem is a Fault. With `tried`, everything in the story is computed as a
    check.
    """
    slug, language = _name(path)
    with speaking(language):
        try:
            return _read(_text(path), slug, language, path.name, tried=tried)
        except LanguageError as problem:
            why = str(problem)
        except Exception as problem:  # a story may make its page fail in any way; the other stories remain
            _log.exception("%s", path)
            why = say("it cannot be computed ({why})", why=type(problem).__name__)
    return Story(slug, slug, language, faults=(Fault(path.name, "", 1, why),))


def _read(written: str, slug: str, language: str, file: str, *, tried: bool) -> Story:
    title, blocks, problems = parsed(written)
    first = next((block.words for block in blocks if isinstance(block, Paragraph)), None)
    pieces = [piece for piece in first.pieces if not isinstance(piece, Computed)] if first else []
    texts = [piece if isinstance(piece, str) else piece.text for piece in pieces]
    says = without_marks("".join(texts))
    found = Story(slug, title or slug, language, blocks, says)
    if tried:
        problems += checking.problems(found)
    if not problems:
        return found
    faults = tuple(Fault(file, "", line, why) for line, why in sorted(dict.fromkeys(problems)))
    return Story(slug, title or slug, language, faults=faults)


def _name(path: Path) -> tuple[str, str]:
    """Return the name of a story and its language.

    An example of a file name is ``what-is-a-kernel.de.md``. The language is English where the file
    says none.
    """
    name = path.name.removesuffix(ENDING)
    before, _, language = name.rpartition(".")
    if before and language in catalogue.languages():
        return before, language
    return name, ENGLISH


def _text(path: Path) -> str:
    no_file = say("it is no file but a folder, a pipe or a device: a story is a text file")
    found = text_of(path, LARGEST, no_file, say("a story has at most {most} bytes", most=LARGEST))
    check_link_name(_name(path)[0])
    return found


@remembered(64)
def _loaded(path: Path, changed: int, size: int) -> Story:
    found = load(path, tried=Path(os.path.realpath(path)).parent != OWN)  # our own stories are tried by tests instead
    for fault in found.faults:
        _log.warning("%s", fault)
    return found


@remembered(8)
def _no_folder(folder: str, why: str) -> Story:
    return Story(folder, folder, ENGLISH, faults=(Fault(folder, "", 1, why),))
