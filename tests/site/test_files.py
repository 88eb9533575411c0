"""The files of the site: links lead somewhere, nothing is asked of another host, frames are the app's own pictures."""

from __future__ import annotations

import gzip
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

import kernviz as kv
from kernviz.courses import reader
from kernviz.courses.course import Course, Fault
from kernviz.figures.figure import Figure
from kernviz.lessons import thumbnails
from kernviz.lessons.part import Part
from kernviz.lessons.presets import PRESETS, preset
from kernviz.lessons.swept_numbers import swept_numbers
from kernviz.site import courses, examples, files, stories, template
from kernviz.site.__main__ import HERO, site
from kernviz.site.common_axes import with_common_axes
from kernviz.site.example_frames import MOST, moving
from kernviz.site.frame_values import around, throughout
from kernviz.site.template import INSTALL
from kernviz.site.writer import Writer, slug
from kernviz.stories import load
from kernviz.stories import stories as all_stories
from kernviz.ui import live
from kernviz.wire import binary_message
from kernviz.wire.content import content
from kernviz.wording import speaking
from tests.site.conftest import BASE
from tests.wire.decoding import unpack

ROOT = Path(__file__).parents[2]
LINKS = {"href", "src", "srcset", "data-frames"}
FIRST_PAGE = 700_000  # bytes on the wire


class Page(HTMLParser):
    """Addresses, elements, attributes and words of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.meta: dict[str, str] = {}
        self.ids: set[str] = set()
        self.images: list[dict[str, str | None]] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.links += [text for name, text in attrs if name in LINKS and text]
        self.ids |= {text for name, text in attrs if name == "id" and text}
        if tag == "meta":
            self.meta[found.get("property") or found.get("name") or found.get("http-equiv") or ""] = str(
                found.get("content")
            )
        if tag == "img":
            self.images.append(found)

    def handle_data(self, data: str) -> None:
        self.words += data


def pages(out: Path) -> dict[str, Page]:
    return {path.relative_to(out).as_posix(): Page(path.read_text("utf-8")) for path in out.rglob("*.html")}


def test_every_link_leads_to_a_file(small: Path) -> None:
    found = pages(small)
    assert {"index.html", "de/index.html", "examples.html", "courses.html", "docs/index.html"} <= found.keys()
    dead = []
    for name, page in found.items():
        for link in page.links:
            if link.startswith(("http", "data:", "mailto:")):
                continue
            parts = urlsplit(urljoin(f"http://x/{name}", link))
            target = small / unquote(parts.path).lstrip("/")
            exists = not parts.fragment or unquote(parts.fragment) in found[target.relative_to(small).as_posix()].ids
            if not target.is_file() or not exists:
                dead.append((name, link))
    assert not dead


def test_nothing_is_asked_of_another_host(small: Path) -> None:
    for path in small.rglob("*"):
        if path.suffix in (".js", ".css", ".svg"):
            text = re.sub(r'xmlns="[^"]*"|"http://www.w3.org/[^"]*"', "", path.read_text("utf-8"))
            assert not re.search(r"""(?:url\(|import |from |fetch\(|href=|src=)\s*["'(]?(?:https?:)?//""", text), path
    for name, page in pages(small).items():
        assert page.meta["Content-Security-Policy"].startswith("default-src 'self'"), name
        asked = [link for link in page.links if link.startswith("http") and not link.startswith(BASE)]
        assert all(name.startswith("docs/") for _ in asked), (name, asked)  # links somebody may follow


def test_every_page_says_what_it_is_and_how_to_get_the_app(small: Path) -> None:
    assert INSTALL in (ROOT / "README.md").read_text("utf-8")
    titles = set()
    for name, page in pages(small).items():
        assert page.meta["description"] == page.meta["og:description"] != "", name
        assert INSTALL in page.words, name
        titles.add((name.startswith("de/"), page.meta["og:title"]))
        if "og:image" in page.meta:
            assert page.meta["og:image"].startswith(BASE)
            file = small / urlsplit(page.meta["og:image"]).path.removeprefix("/see/")
            with Image.open(file) as shown:
                assert (shown.format, shown.size) == ("PNG", (1200, 630))
    assert len(titles) == len(pages(small))  # no two pages of a language are called alike


def test_examples_have_previews_of_their_own(small: Path) -> None:
    found = pages(small)
    one, other = (
        found[examples.name(preset(sentence))].meta["og:image"] for sentence in (HERO, "Quiz 1: the Gaussian")
    )
    assert one != other


def test_the_sitemap_names_every_page(small: Path, tmp_path: Path) -> None:
    space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    named = [each.text for each in ElementTree.parse(small / "sitemap.xml").iter(f"{space}loc")]  # noqa: S314
    assert sorted(named) == sorted(f"{BASE}/{name}" for name in pages(small))
    Writer(tmp_path).sitemap()
    assert not list(tmp_path.iterdir())


def test_a_page_can_be_read_without_scripts(small: Path) -> None:
    page = pages(small)[examples.name(preset(HERO))]
    shown = next(image for image in page.images if "pictures/" in str(image["src"]))
    assert len(str(shown["alt"])) > 40
    svg = ElementTree.parse(small / "examples" / unquote(str(shown["src"])))  # noqa: S314
    assert len(list(svg.iter())) > 50
    assert "support vectors" in page.words
    assert "The numbers along γ" in page.words
    german = pages(small)["de/" + examples.name(preset(HERO))]
    assert "Stützvektoren" in german.words


def test_the_first_page_is_light(small: Path) -> None:
    """Everything it may ask for, as a server that compresses sends it."""
    page = pages(small)["index.html"]
    names = {urlsplit(link).path for link in page.links if not link.endswith(".html") and not link.startswith("http")}
    names |= {f"{name.removesuffix('.frames')}-light.svg" for name in names if name.endswith(".frames")}
    sent = sum(len(gzip.compress((small / name).read_bytes(), 6)) for name in names if (small / name).is_file())
    assert len(names) > 20
    assert sent < FIRST_PAGE


# ---- frames ----------------------------------------------------------------------------------------------------------


def frames_of(path: Path) -> dict[str, object]:
    return unpack(gzip.decompress(path.read_bytes()))


def test_each_frame_is_the_picture_the_app_shows_there(small: Path) -> None:
    """The app's live answer for the address with that value, its probe held back, is the oracle."""
    chosen = preset(HERO)
    message = frames_of(small / f"pictures/{examples.names()[str(chosen.sentence)]}.frames")
    params = thumbnails.params_of(chosen)
    state = thumbnails.state(chosen)
    number = next(number for number in swept_numbers(state) if number.label == message["label"])
    frames = message["frames"]
    assert len(frames) > 20  # type: ignore[arg-type]
    for frame in frames[:: len(frames) // 5]:  # type: ignore[index, arg-type]
        found = live.page_and_state(chosen.page, {**params, number.asks: [frame["value"]]}, {})
        assert found is not None
        lesson = found[0].build(found[1])
        shown = content(Part("plane", ("",), ("probe",)).of(lesson))
        own = unpack(binary_message.packed({"picture": shown["pictures"]["plane"]}))["picture"]
        same(frame["picture"], own)
        assert frame["numbers"] == [item.value for numbers in lesson.readouts for item in numbers.items]


def same(a: object, b: object) -> None:
    """Assert that two pictures are one, numbers and all."""
    if isinstance(a, np.ndarray):
        np.testing.assert_array_equal(a, b)
    elif isinstance(a, dict):
        assert isinstance(b, dict)
        assert a.keys() == b.keys()
        for key in a:
            same(a[key], b[key])
    elif isinstance(a, list | tuple):
        assert isinstance(b, list | tuple)
        assert len(a) == len(b)
        for one, other in zip(a, b, strict=True):
            same(one, other)
    else:
        assert a == b


def test_the_value_of_the_example_is_among_those_of_its_number() -> None:
    state = thumbnails.state(preset(HERO))
    for number in swept_numbers(state):
        if number.value is None:
            continue
        for count in (3, 11, 41):
            for values in (around, throughout):
                found = values(number, count)
                assert float(number.value) in found
                assert found == sorted(set(found))
                assert number.low <= found[0] < found[-1] <= number.high
            ends = throughout(number, count)[0], throughout(number, count)[-1]
            assert ends == pytest.approx((number.low, number.high), rel=1e-3)


def test_a_course_without_steps_has_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    faulty = Course("bad", "bad", faults=(Fault("bad.toml", "", 1, "no TOML"),))
    monkeypatch.setattr(reader, "courses", lambda: {"bad": faulty})
    courses.write(Writer(tmp_path))
    assert "bad" not in (tmp_path / "courses.html").read_text("utf-8")


def test_numbers_of_a_table_have_the_decimal_sign_of_the_page(small: Path) -> None:
    cells = [
        cell
        for path in (small / "de/examples").glob("*.html")
        for cell in re.findall(r"<td>(.*?)</td>", path.read_text("utf-8"))
    ]
    assert any(re.fullmatch(r"\d+,\d+", cell) for cell in cells)
    assert not any(re.fullmatch(r"\d+\.\d+", cell) for cell in cells)


def test_without_documentation_no_page_leads_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(template, "DOCS", tmp_path / "docs")
    assert "docs/" not in template.rendered(Writer(tmp_path), template.SitePage("a.html", "A", "a", ""))


def test_a_slug_is_plain_and_unique() -> None:
    assert slug("Slack: three kinds of points") == "slack-three-kinds-of-points"
    assert slug("γ → ∞") == "page"
    assert slug("a b", ["a-b"]) == "a-b-2"
    assert len(set(examples.names().values())) == len(PRESETS)


def test_scripts_of_the_site_are_those_of_the_app() -> None:
    names = files.modules()
    assert {"layer.js", "field.js", "binary_message.js", "breath.js", "heat.js", "levels.js"} <= set(names)
    for name in names:
        assert (ROOT / "kernviz/ui/assets" / name).is_file() or name in ("site.js", "stage.js")


@pytest.mark.slow
@pytest.mark.parametrize("which", PRESETS, ids=lambda each: each.sentence[:40])
def test_no_picture_exceeds_the_size_limit(which: object) -> None:
    found = moving(which)  # type: ignore[arg-type]
    assert found is None or len(found.message) <= MOST


@pytest.mark.slow
def test_the_whole_site(tmp_path: Path) -> None:
    site(Writer(tmp_path, BASE))
    found = pages(tmp_path)
    assert len(found) > 2 * len(PRESETS)
    test_every_link_leads_to_a_file(tmp_path)
    test_nothing_is_asked_of_another_host(tmp_path)
    assert max(path.stat().st_size for path in tmp_path.rglob("*.frames")) <= MOST
    moved = sum("data-frames" in (tmp_path / examples.name(each)).read_text("utf-8") for each in PRESETS)
    assert moved > len(PRESETS) / 2


# ---- stories ---------------------------------------------------------------------------------------------------------

STORY = """# A border that bends

The width of a kernel decides how far *one* point is heard.

![Two moons and their border.](svm?data=moons&n=40&k=rbf(gamma=1) "height=300")

With γ = [1](svm?hand=gamma&from=0.2&to=5) the margin is {=margin}, and γ is {=gamma}.

```question
kind = "number"
ask = "How many points are there?"
answer = "number of points"
because = "There are {=number of points} of them."
[[mistake]]
value = "2 * number of points"
because = "Each is counted once."
```

[Another page](story?story=bends), [an example](svm?data=moons), [in English](story?story=bends&lang=en),
[no story](story?story=none).
"""


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site with one story."""
    folder = tmp_path_factory.mktemp("story")
    path = folder / "bends.en.md"
    path.write_text(STORY, "utf-8")
    found = load(path)
    assert not found.faults, found.faults
    with speaking("en"):
        stories.write(Writer(folder), [found])
    return folder


def test_a_story_can_be_read_without_scripts(story: Path) -> None:
    text = (story / "stories/bends.html").read_text("utf-8")
    page = Page(text)
    assert "A border that bends" in page.words
    assert "40" in page.words[page.words.index("How many points") :]
    assert "There are 40 of them." in page.words
    assert "{=" not in text
    assert "../stories/bends.html" in page.links
    assert "../examples.html" in page.links
    assert {link for link in page.links if "stories/" in link} == {"../stories/bends.html"}
    assert [image for image in page.images if "story-bends-1" in str(image["src"])]
    assert "stories/bends.html" in (story / "stories.html").read_text("utf-8")


def test_sentences_of_a_story_are_computed_in_the_state_of_each_frame(story: Path) -> None:
    message = frames_of(story / "pictures/story-bends-1.frames")
    frames = message["frames"]
    data = kv.toy("moons", n=40).versus("-1")
    margins = []
    for frame in frames:  # type: ignore[attr-defined]
        gamma, margin, again = (float(plain_text(each)) for each in frame["sentences"].values())
        assert gamma == pytest.approx(float(frame["value"]), rel=1e-3)
        assert again == pytest.approx(gamma, rel=1e-3)
        machine = kv.KernelSVC(kv.RBF(float(frame["value"])), C=1).fit(data.X, data.y)
        assert margin == pytest.approx(machine.margin_, rel=1e-3)
        margins.append(margin)
    assert len(margins) > 20
    assert len(set(margins)) > 10


def plain_text(written: str) -> str:
    return re.sub(r"<[^>]+>", "", written).replace("−", "-")


def test_axes_that_differ_are_widened_and_no_more_than_can_be_read() -> None:
    def figure(low: float, high: float) -> Figure:
        return Figure([{"type": "scatter", "x": [0.0, 1.0], "y": [low, high]}], {"yaxis": {"range": [low, high]}})

    found = with_common_axes([figure(0, 1), figure(-1, 2), figure(0, 1)])
    assert found is not None
    assert [each.layout["yaxis"]["range"] for each in found] == [[-1, 2]] * 3
    assert with_common_axes([figure(0, 1), figure(0, 10)]) is None
    upside_down = with_common_axes([figure(3, 0), figure(2, 0)])
    assert upside_down is not None
    assert upside_down[0].layout["yaxis"]["range"] == [3, 0]


@pytest.mark.slow
@pytest.mark.parametrize("told_in", ["en", "de"])
def test_every_story_has_moving_pictures_and_no_hole(told_in: str, tmp_path: Path) -> None:
    with speaking(told_in):
        stories.write(Writer(tmp_path), all_stories())
    written = sorted((tmp_path if told_in == "en" else tmp_path / told_in).glob("stories/*.html"))
    assert len(written) == 2
    for path in written:
        text = path.read_text("utf-8")
        assert "{=" not in text
        assert text.count("data-frames") >= 6
    for path in tmp_path.rglob("*.frames"):
        assert path.stat().st_size <= MOST
