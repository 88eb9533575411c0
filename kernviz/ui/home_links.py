"""The four links on Home: play, learn, teach, prove."""

from __future__ import annotations

from kernviz.ui import asset_routes, examples
from kernviz.ui.courses import visit as visits
from kernviz.ui.link_cards import Card, cards
from kernviz.ui.rooms import room_registry
from kernviz.ui.stories import page as stories
from kernviz.wording import phrase, spoken

KEY = "home_links"
FIRST_STORY = "what-is-a-kernel"
# Name -> target page (course or story), title, sentence.
LINKS = {
    "play": ("kernel_or_not", None, phrase("Play"), phrase("Kernel or not? Guess, and see the proof.")),
    "learn": ("story", FIRST_STORY, phrase("Learn"), phrase("What is a kernel? One page to scroll.")),
    "teach": ("course", "", phrase("Teach"), phrase("Courses for lectures, and rooms for a class.")),
    "prove": ("compose", None, phrase("Prove"), phrase("Build a kernel: it is proved or refuted.")),
}


NO_ROOMS = phrase("Courses for lectures.")  # the sentence of "teach" if rooms are switched off


def home_links(_: object) -> None:
    """Draw the four links of Home."""
    about = sentences()
    links = [
        Card(name, spoken(title), spoken(about[name]), _address(page, opened))
        for name, (page, opened, title, _) in LINKS.items()
    ]
    cards(KEY, links, _open)


def sentences() -> dict[str, str]:
    """Return the sentence of each link, by its name."""
    found = {name: link[3] for name, link in LINKS.items()}
    return found if room_registry.on() else {**found, "teach": NO_ROOMS}


def _address(page: str, opened: str | None) -> str:
    return asset_routes.path(page) + (f"?{page}={opened}" if opened else "")


def _open(name: str) -> None:
    """Go to the destination of a link (callback)."""
    page, opened, _, _ = LINKS[name]
    if page == visits.PAGE and opened is not None:
        visits.open_course(opened)
    if page == stories.NAME and opened is not None:
        stories.open_story(opened)
    examples.request_page(page)
