"""Previews of links: the tags of a page say its state, and their picture is that state's own."""

from __future__ import annotations

import asyncio
import html
import io
import re
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from PIL import Image, ImageChops
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request

from kernviz.courses import reader
from kernviz.lessons import page as lesson_page
from kernviz.lessons import thumbnails
from kernviz.lessons.part import Part
from kernviz.lessons.presets import PRESETS, preset
from kernviz.ui import app_setup, index, languages, link_preview, linked, navigation, worker_pool
from kernviz.ui.linked import Linked
from tests.ui.asking import asked

ROOT = Path(__file__).parents[2]
PAGES = {entry.name: entry for entry in navigation.entries(ROOT)}
APP = Starlette(routes=app_setup.server(ROOT)["routes"], middleware=[Middleware(languages.LanguageMiddleware)])


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait 30 s for the words of an address, as a busy machine may be slow."""
    monkeypatch.setattr(link_preview, "WAIT", 30.0)


class Tags(HTMLParser):
    """Parser of a page: ``said`` are its meta tags, ``elements`` the names of all its elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.properties: dict[str, str] = {}
        self.elements: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        found = dict(attrs)
        if tag == "meta":
            self.properties[found.get("property") or found.get("name") or ""] = found.get("content") or ""


def tags(address: str) -> dict[str, str]:
    return Tags(asked(APP, "GET", address).body.decode()).properties


def address(which: str) -> str:
    found = preset(which)
    return f"/{found.page}?{urlencode({name: texts[-1] for name, texts in thumbnails.params_of(found).items()})}"


def picture(url: str) -> Image.Image:
    parts = urlsplit(url)
    found = asked(APP, "GET", f"{parts.path}?{parts.query}")
    assert (found.status, found.headers["content-type"]) == (200, "image/png")
    return Image.open(io.BytesIO(found.body)).convert("RGB")


def test_a_link_to_an_example_has_its_words_and_its_picture() -> None:
    found = tags(address("Slack"))
    assert found["og:title"] == "Slack: three kinds of points"
    assert "rbf(gamma=1)" in found["og:description"]
    assert "Which points" in found["og:description"]
    assert found["description"] == found["og:description"]
    assert urlsplit(found["og:image"]).scheme in ("http", "https")
    shown = picture(found["og:image"])
    assert shown.size == (1200, 630) == (int(found["og:image:width"]), int(found["og:image:height"]))
    assert len(shown.getcolors(2**24) or ()) > 200  # a field


def test_another_state_has_another_picture_and_another_sentence() -> None:
    one, other = (tags(f"/svm?data=moons&k=rbf(gamma={gamma})") for gamma in (1, 50))
    assert one["og:description"] != other["og:description"]
    assert one["og:title"] == other["og:title"]
    difference = ImageChops.difference(picture(one["og:image"]), picture(other["og:image"]))
    assert difference.getbbox() is not None


def test_an_address_with_own_points_has_them_in_its_picture() -> None:
    points = "data=drawn&pts=-1: -2 -1 -1 -2 +1: 1 1.6 2 0.4&k=linear"
    one, other = (picture(tags(f"/svm?{each}")["og:image"]) for each in (points, points.replace("-2 -1 ", "-2 1.5 ")))
    assert ImageChops.difference(one, other).getbbox() is not None


@pytest.mark.parametrize("page", ["", "svm", "compose", "course"])
def test_a_page_without_a_state_has_words_and_a_picture(page: str) -> None:
    found = tags(f"/{page}")
    assert found["og:title"]
    assert found["og:description"]
    assert picture(found["og:image"]).size == (1200, 630)


def test_every_page_has_its_own_words() -> None:
    found = {name: tags("/" if name == navigation.HOME else f"/{name}") for name in PAGES}
    without_lesson = set(PAGES) - set(lesson_page.pages())
    assert without_lesson >= {"story", "course", "errata", "kernel_or_not", "who_drew_this"}
    assert {name: found[name]["og:title"] for name in without_lesson} == {n: PAGES[n].title for n in without_lesson}
    for key in ("og:title", "og:description"):
        assert len({each[key] for each in found.values()}) == len(PAGES)
    assert not [name for name in without_lesson if not found[name]["og:description"][0].isupper()]


@pytest.mark.parametrize("name", sorted(set(PAGES) - {navigation.HOME}))
def test_no_page_borrows_the_picture_of_home(name: str) -> None:
    assert f"/{navigation.HOME}.png" not in urlsplit(tags(f"/{name}")["og:image"]).path


def test_a_link_to_a_story_has_its_words_and_its_first_picture() -> None:
    one, other = (tags(f"/story?story={each}") for each in ("what-is-a-kernel", "why-is-it-allowed"))
    assert one["og:title"] == "What is a kernel?"
    assert one["og:description"].startswith("A straight line is the simplest border")
    assert tags("/story?story=what-is-a-kernel&lang=de")["og:title"] == "Was ist ein Kernel?"
    assert other["og:title"] == "Why is it allowed?"
    assert ImageChops.difference(picture(one["og:image"]), picture(other["og:image"])).getbbox() is not None


def test_a_link_to_a_step_has_its_words_and_its_picture() -> None:
    course = reader.courses()["what_is_a_kernel"]
    whole = tags("/course?course=what_is_a_kernel")
    assert (whole["og:title"], whole["og:description"]) == (course.title, course.says)
    found = [tags(f"/course?course=what_is_a_kernel&step={step.name}") for step in course.steps]
    assert found[1]["og:title"] == f"{course.steps[1].title} · {course.title}"
    assert "{=" not in "".join(each["og:description"] for each in found)
    assert len({each["og:image"] for each in found}) == len(found)
    assert tags("/course?course=what_is_a_kernel&step=2") == found[1]
    assert picture(found[1]["og:image"]).size == (1200, 630)


def test_the_picture_of_a_step_hides_what_the_step_hides() -> None:
    course, step = next(
        (course, step) for course in reader.courses().values() for step in course.steps if "machine" in step.hide
    )
    image = urlsplit(tags(f"/course?course={course.name}&step={step.name}")["og:image"])
    params = parse_qs(image.query)
    assert "machine" in Part.read(params["part"][0]).hide
    bare, whole = (
        picture(f"{image.path}?{urlencode({k: v[0] for k, v in params.items() if k not in without})}")
        for without in ((), ("part",))
    )
    assert ImageChops.difference(bare, whole).getbbox() is not None


def test_a_course_that_is_given_up_is_not_kept_as_faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_preview, "WAIT", 1e-9)
    entry = PAGES["course"]
    assert linked.of_state(entry, {"course": ["s3"], "step": ["1"]}, 1e-9).title
    assert not reader.courses()["s3"].faults


def test_a_link_to_errata_names_the_lecture_and_shows_an_example() -> None:
    titles = {tags(f"/errata?lecture={each}")["og:title"] for each in ("S1", "S2")}
    assert titles == {"Errata · S1", "Errata · S2"}
    assert picture(tags("/errata?lecture=S2")["og:image"]).size == (1200, 630)


def test_links_to_two_numbers_of_a_quiz_have_two_pictures() -> None:
    one, other = (tags(f"/who_drew_this?number={each}") for each in (1, 2))
    assert one["og:title"] == "Who drew this?"
    assert ImageChops.difference(picture(one["og:image"]), picture(other["og:image"])).getbbox() is not None


HOSTILE = (
    '"><script>alert(1)</script>',
    "'><img src=x onerror=alert(1)>",
    "</title></head><body>",
    "&quot;&gt;<b>",
    "\u202e\x00\ud800",
)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("words", HOSTILE)
@pytest.mark.parametrize("name", ["k", "data", "tab", "pts", 'x"><script>'])
def test_no_word_of_an_address_becomes_an_element(words: str, name: str) -> None:
    query = urlencode({name: words.encode("utf-8", "surrogatepass"), "n": "30"})
    usual = Tags(asked(APP, "GET", "/svm").body.decode()).elements
    for written in (query, f"{name}={words}".encode("utf-8", "replace").decode()):
        found = Tags(asked(APP, "GET", f"/svm?{written}").body.decode())
        assert found.elements == usual
    assert picture(tags(f"/svm?{query}")["og:image"]).size == (1200, 630)


def test_a_class_may_be_called_like_an_element() -> None:
    found = Tags(
        asked(APP, "GET", "/svm?" + urlencode({"data": "drawn", "pts": "<b>: 0 0 1 1 <i>: 2 2 3 1"})).body.decode()
    )
    assert "b" not in found.elements
    assert "i" not in found.elements


def test_a_forged_host_stays_text() -> None:
    text = asked(APP, "GET", "/svm", host='a"><script>x</script>').body.decode()
    assert "<script>x" not in text


def test_an_address_that_is_too_long_is_not_read() -> None:
    found = tags("/svm?data=moons&k=" + "linear%2B" * 1000 + "linear")
    assert urlsplit(found["og:image"]).query == ""
    assert found["og:title"] == tags("/svm")["og:title"]


def test_a_page_does_not_wait_for_its_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise worker_pool.BusyError

    monkeypatch.setattr(link_preview._words_pool, "submit", full)
    assert tags(address("Slack"))["og:title"] == tags("/svm")["og:title"]


@pytest.mark.parametrize("error", [None, worker_pool.BusyError()])
def test_a_request_that_is_cancelled_ends(monkeypatch: pytest.MonkeyPatch, error: Exception | None) -> None:
    """Only a slow or full pool is answered with the page's usual words."""
    request = Request({"type": "http", "path": "/svm", "query_string": b"k=linear", "headers": [], "client": None})
    job = worker_pool._Job(lambda _: None, worker_pool.WorkerPool(threads=0, most=1), None, None)
    monkeypatch.setattr(link_preview._words_pool, "submit", lambda *_: job)

    async def asking() -> Linked:
        task = asyncio.create_task(link_preview._linked(request, PAGES["svm"]))
        await asyncio.sleep(0)
        if error is None:
            task.cancel()
        else:
            job.made.set_exception(error)
        return await task

    # In a thread of its own: a browser open in this process has a loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        answer = thread.submit(asyncio.run, asking())
    if error is None:
        assert isinstance(answer.exception(), asyncio.CancelledError)
        assert job.given_up.is_set()
    else:
        assert answer.result().title


def test_pictures_are_refused_when_too_many_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    image = urlsplit(tags("/svm?data=moons&k=rbf(gamma=3.21)")["og:image"])

    def full(*_: object, **__: object) -> None:
        raise worker_pool.BusyError

    monkeypatch.setattr(link_preview._picture_pool, "submit", full)
    assert asked(APP, "GET", f"{image.path}?{image.query}").status == 503


def test_a_picture_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    image = tags("/svm?data=moons&k=rbf(gamma=1.23)")["og:image"]
    first = picture(image)
    monkeypatch.setattr(link_preview, "_drawn", lambda *_: pytest.fail("drawn twice"))
    assert ImageChops.difference(first, picture(image)).getbbox() is None


def test_unknown_pictures_are_not_found() -> None:
    for name in ("nothing.png", "svm.jpg", "svm", "..%2Fsvm.png"):
        assert asked(APP, "GET", f"/{link_preview.FOLDER}/{name}").status == 404


def test_german_readers_get_german_words() -> None:
    assert tags("/svm?lang=de")["og:description"] != tags("/svm?lang=en")["og:description"]


@pytest.mark.slow
@pytest.mark.parametrize("which", PRESETS, ids=lambda each: each.sentence[:40])
def test_every_example_has_a_picture(which: object) -> None:
    found = tags(address(str(which.sentence)))  # type: ignore[attr-defined]
    assert found["og:title"]
    assert len(picture(found["og:image"]).getcolors(2**24) or ()) > 3


def test_the_tags_are_in_the_head() -> None:
    text = asked(APP, "GET", "/svm").body.decode()
    head = text[: text.index("</head>")]
    assert len(re.findall('og:image"', head)) == 1
    assert html.unescape(head).count("og:title") == 1
    assert index.LINE in head
