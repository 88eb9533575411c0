"""Links of earlier versions: they open the same page or step, with the same data, kernel and number."""

from __future__ import annotations

import math
import re
import tomllib
from collections import Counter
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from kernviz.courses import reader
from kernviz.lessons.lesson import MARK
from kernviz.lessons.page import pages
from kernviz.lessons.part import typed
from kernviz.ui import live
from kernviz.wording import english, with_exponents
from tests.ui.helpers import readouts, visit
from tests.wire.decoding import unpack

ALL = tomllib.loads((Path(__file__).parent / "links_0_1.toml").read_text("utf-8"))
LINKS, STEPS, WORDS = ALL["link"], ALL["step"], ALL["words"]
NUMBER = re.compile(r"[-−]?\d[\d ,]*(?:\.\d+)?(?:e-?\d+)?")
DIGITS = 0.02  # share by which a number may differ: values are shown with three digits, the last one rounded
EVERY = 24  # one in so many is opened as a whole page in the everyday run


def numbers(text: str) -> list[float]:
    """Return the numbers of a read-out."""
    found = [
        each.replace("−", "-").replace(" ", "").replace(",", "").rstrip(".")
        for each in NUMBER.findall(with_exponents(text))
    ]
    return [float(each) for each in found]


def words_of(at: AppTest) -> str:
    """Return the texts of a page, stories included."""
    found = [element.value for kind in (at.title, at.markdown, at.success, at.warning) for element in kind]
    stories = [element.proto.json for element in at.get("bidi_component") if "story" in element.proto.component_name]
    return "\n".join([*found, *stories])


def opened(address: str) -> AppTest:
    name, _, query = address.partition("?")
    return visit(name, **{key: texts[-1] for key, texts in parse_qs(query).items()})


def agrees(there: str, here: str) -> bool:
    """Return True if two read-outs have the same numbers, up to the last digit shown."""
    a, b = numbers(there), numbers(here)
    tiny = 1e-9  # bound of numbers that would be zero without rounding
    return len(a) == len(b) and all(math.isclose(x, y, rel_tol=DIGITS, abs_tol=tiny) for x, y in zip(a, b, strict=True))


def test_every_page_has_links() -> None:
    count = Counter(link["address"].partition("?")[0] for link in LINKS)
    assert len(LINKS) + len(STEPS) + len(WORDS) >= 300
    assert {link["address"].partition("?")[0] for link in WORDS} >= {"story", "errata", "course"}
    assert set(count) >= set(pages()), "a page without a link"
    for links in ALL.values():
        assert len({link["address"] for link in links}) == len(links)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("link", LINKS, ids=[link["address"][:80] for link in LINKS])
def test_a_link_of_an_earlier_version_shows_the_same(link: dict[str, str]) -> None:
    name, _, query = link["address"].partition("?")
    assert english(pages()[name].title) == link["title"]
    message = live._message(name, query, ())
    assert message is not None
    content = unpack(message)
    assert not content["problem"]
    shown = {typed(label.removesuffix(f" {MARK}")): value for items in content["readouts"] for label, value, _ in items}
    assert typed(link["label"]) in shown
    assert agrees(link["value"], shown[typed(link["label"])]), (link, shown)


@pytest.mark.parametrize(
    "link",
    [
        pytest.param(link, id=link["address"][:80], marks=() if at % EVERY == 0 else pytest.mark.long)
        for at, link in enumerate(LINKS)
        if not link["address"].startswith(("home", "words"))  # not pages of the menu
    ],
)
def test_the_page_shows_the_links_state_and_accepts_every_parameter(link: dict[str, str]) -> None:
    at = opened(link["address"])
    assert link["title"] in [title.value for title in at.title]
    shown = {typed(label.removesuffix(f" {MARK}")): value for label, value in readouts(at).items()}
    assert agrees(link["value"], shown[typed(link["label"])])
    assert not [element.value for element in at.warning if "ignored" in element.value]


@pytest.mark.parametrize("link", STEPS, ids=[link["address"] for link in STEPS])
def test_a_link_to_a_step_names_a_step_on_the_same_page(link: dict[str, str]) -> None:
    params = {key: texts[-1] for key, texts in parse_qs(link["address"].partition("?")[2]).items()}
    course = reader.courses()[params["course"]]
    name = dict(course.successors).get(params["step"], params["step"])
    assert course.step(name).page == link["page"]


@pytest.mark.slow
@pytest.mark.parametrize("link", STEPS[::EVERY], ids=[link["address"] for link in STEPS[::EVERY]])
def test_a_link_to_a_step_opens_it(link: dict[str, str]) -> None:
    at = opened(link["address"])
    params = {key: texts[-1] for key, texts in parse_qs(link["address"].partition("?")[2]).items()}
    course = reader.courses()[params["course"]]
    name = dict(course.successors).get(params["step"], params["step"])
    assert course.step(name).title in [element.value for element in at.title]
    assert not [element.value for element in at.warning if "ignored" in element.value]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("link", WORDS, ids=[link["address"][:60] for link in WORDS])
def test_a_link_to_a_page_of_words_shows_its_text(link: dict[str, str]) -> None:
    at = opened(link["address"])
    assert link["says"] in words_of(at)
    assert not [element.value for element in at.warning if "ignored" in element.value]


def test_other_numbers_do_not_agree() -> None:
    assert agrees("4.21e-5", "4.22·10⁻⁵")
    assert not agrees("4.21e-5", "4.4e-5")
    assert not agrees("6", "7")
    assert not agrees("19 / 40", "19 / 41")
    assert agrees("1 234", "1234")
    assert agrees("−1.8e-15", "2e-16")
    assert not agrees("6", "some words")
