"""Links as cards, each with title, sentence and sometimes a small picture.

Each is an HTML link, which can be opened in a new tab. A plain click opens it in this session.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial

from kernviz.courses.markdown_text import without_marks
from kernviz.lessons.presets import PRESETS
from kernviz.ui import asset_routes, gallery
from kernviz.ui.component import component, reported

COMPONENT = "link_cards"


@dataclass(frozen=True)
class Card:
    """Link with title and sentence.

    name     what a plain click reports
    note     short last line
    picture  address of a thumbnail below the gallery's, without theme and ending; empty: none
    """

    name: str
    title: str
    says: str
    href: str
    note: str = ""
    picture: str = ""


def cards(key: str, shown: Sequence[Card], opened: Callable[[str], None]) -> None:
    """Draw cards.

    A plain click calls `opened` with the name of its card.
    """
    plain = [replace(card, title=without_marks(card.title), says=without_marks(card.says)) for card in shown]
    data = {"cards": [asdict(card) for card in plain], "pictures": asset_routes.path(gallery.ADDRESS)}
    names = frozenset(card.name for card in shown)
    component(COMPONENT)(key=key, data=data, on_open_change=partial(_opened, key, names, opened))


def covers(contents: Iterable[tuple[Iterable[str], str]]) -> list[str]:
    """Return the addresses of thumbnails for courses or stories.

    Each course or story is given by the pages of its pictures, and its lecture or "". The thumbnail shows the first
    example of the page that occurs most often and is on no earlier cover, of this lecture if it has any. "" if there
    is no example.
    """
    used: set[str] = set()
    found = []
    for pages, lecture in contents:
        often = [page for page, _ in Counter(pages).most_common()]
        page = next((page for page in often if page not in used), "".join(often[:1]))
        used.add(page)
        examples = [preset for preset in PRESETS if preset.page == page]
        examples.sort(key=lambda preset: preset.lecture != lecture)
        found.append(gallery.thumbnail(examples[0]) if examples else "")
    return found


def _opened(key: str, names: frozenset[str], opened: Callable[[str], None]) -> None:
    """Call `opened` with the name that the browser reports (callback)."""
    name = reported(key, "open")
    if isinstance(name, str) and name in names:
        opened(name)
