r"""Parts of a sentence in a story, and how they are written.

Parts are handles, computed values, formulas that contain such values, and links to pages of the app.

[0.8](svm?hand=gamma)               a handle: a number that moves the picture
[0.8](svm?hand=gamma&from=0.1&to=9) the same, dragged over a range of its own
{=margin}, {=margin:2}              a value, computed in the state of the picture
$\|w\|^2 = {=1/margin^2:tex}$       a formula with a value
[the page](svm?data=moons)          a link to a page of the app
"""

from __future__ import annotations

import math
import re
from urllib.parse import parse_qsl

from kernviz.courses.error_places import hint
from kernviz.courses.language import LanguageError
from kernviz.courses.scene import OPEN, Scene
from kernviz.lessons.page import pages
from kernviz.stories.blocks import MARKS, Computed, Part, StoryHandle, StoryLink, StoryPicture, Words
from kernviz.wording import say

HAND, FROM, TO = "hand", "from", "to"
OTHER_PAGES = ("course", "story", "kernel_or_not", "errata")  # pages that are not lessons
_PART = re.compile(
    r"(?P<code>(`+)(?!`).*?(?<!`)\2(?!`))"
    r"|(?P<formula>\$\$.+?\$\$|\$[^$\n]+\$)"
    r"|\[(?P<text>[^\[\]]*)\]\((?P<target>(?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)"
    r"|(?P<value>\{=(?:[^{}]|\{[^{}]*\})*\})",
    re.DOTALL,
)


def words(text: str, picture: StoryPicture | None, line: int = 0) -> Words:
    """Return the words of a Markdown text about a picture.

    Raises LanguageError, with the line, for a part that means nothing. `line` is the text's first line
    in the file.
    """
    parts: list[Part] = []

    def taken(match: re.Match[str]) -> str:
        at = line + text.count("\n", 0, match.start())
        if match["code"] or (match["formula"] and OPEN not in match["formula"]):
            return match[0]
        try:
            if match["text"] is not None and text[: match.start()].endswith("!"):
                raise misplaced_picture()
            parts.append(_part(match, picture, at))
        except LanguageError as problem:
            problem.place = (at,)
            raise
        return f"{MARKS[0]}{len(parts) - 1}{MARKS[1]}"

    found = _PART.sub(taken, text)
    if OPEN in found:
        raise _at(
            line + found.count("\n", 0, found.index(OPEN)),
            say("“{rest}” is not closed: what is computed stands in braces", rest=found[found.index(OPEN) :][:20]),
        )
    return Words(found, tuple(parts))


def misplaced_picture() -> LanguageError:
    """Return the error of a picture within a paragraph."""
    return LanguageError(
        say('a picture needs a paragraph of its own, and this form: ![caption](svm?data=moons "height=400")')
    )


def target(text: str) -> tuple[str, dict[str, str]]:
    """Return page and values of an address: ``svm?data=moons&k=rbf(gamma=1)``."""
    page, _, query = text.strip().partition("?")
    return page.strip().lstrip("/"), dict(parse_qsl(query, keep_blank_values=True))


def _part(match: re.Match[str], picture: StoryPicture | None, line: int) -> Part:
    if match["text"] is None:
        return Computed(match[0], _needed(picture, match[0]).number, line)
    page, params = target(match["target"])
    if ":" in page or (page not in pages() and page not in OTHER_PAGES):
        raise LanguageError(
            say(
                "“{address}” is no page of the app: {hint}",
                address=match["target"],
                hint=hint(page, sorted([*pages(), *OTHER_PAGES])),
            )
        )
    if HAND in params:
        return _handle(match["text"], page, params, _needed(picture, match[0]), line)
    if page in pages():
        Scene.opened(page, params)
    return StoryLink(match["text"], match["target"].strip().lstrip("/"), line)


def _handle(text: str, page: str, params: dict[str, str], picture: StoryPicture, line: int) -> StoryHandle:
    name, ends = params.pop(HAND), [params.pop(end, None) for end in (FROM, TO)]
    if page != picture.page:
        raise LanguageError(
            say(
                "“{text}” moves the page {page}, and the picture of this section is of the page {other}",
                text=text,
                page=page,
                other=picture.page,
            )
        )
    for key, value in params.items():
        if dict(picture.params).get(key) != value:
            raise LanguageError(
                say(
                    "“{text}” moves a picture with {key}={value}, and there is none in this section",
                    text=text,
                    key=key,
                    value=value,
                )
            )
    low, high = (None if end is None else _number(end) for end in ends)
    if low is not None and high is not None and not low < high:
        raise LanguageError(say("“{text}” has no range: “from” must be below “to”", text=text))
    return StoryHandle(text, name, picture.number, low, high, line)


def _number(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise LanguageError(say("“{text}” is no number", text=text))
    return found


def _needed(picture: StoryPicture | None, text: str) -> StoryPicture:
    if picture is None:
        raise LanguageError(say("“{text}” belongs to a picture, and this section has none", text=text))
    return picture


def _at(line: int, why: str) -> LanguageError:
    problem = LanguageError(why)
    problem.place = (line,)
    return problem
