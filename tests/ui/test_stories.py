"""Stories on the page and their route: one computation gives the picture and what the sentences say."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette

from kernviz.stories import StoryPicture, state, stories
from kernviz.stories import story_html as in_words
from kernviz.stories.reader import FOLDER as SETTING
from kernviz.ui.stories import content, route
from kernviz.wording import speaking
from tests.stories.test_broken_files import GOOD
from tests.ui.asking import Reply, asked
from tests.ui.helpers import visit
from tests.wire.decoding import unpack

APP = Starlette(routes=route.routes())
SLUG = "what-is-a-kernel"


def get(slug: str = SLUG, /, **query: Any) -> Reply:
    return asked(APP, "GET", f"/{content.FOLDER}/{slug}?{urlencode(query)}")


def message(slug: str = SLUG, /, **query: Any) -> dict[str, Any]:
    reply = get(slug, **query)
    assert reply.status == 200, reply.body
    return unpack(reply.body)


def english() -> Any:
    return next(story for story in stories() if (story.slug, story.language) == (SLUG, "en"))


def bend() -> StoryPicture:
    return next(picture for picture in english().pictures if picture.params[0:2] == (("data", "moons"), ("n", "60")))


def test_a_moved_number_gives_the_picture_and_its_sentences() -> None:
    story, picture = english(), bend()
    reply = message(picture=picture.number, gamma="20")
    there = state.moved(picture, state.knobs(story, picture), {"gamma": 20.0})
    drawn = state.lesson(picture, there).picture
    assert drawn is not None
    (changed,) = reply["pictures"].values()
    assert changed["alt"] == drawn.alt
    assert set(reply["values"].values()) >= {"20", "0 %", str(int(there.number("number of support vectors")))}
    assert "gamma%3D20" in reply["here"]


def test_a_picture_at_rest_has_what_the_browser_draws() -> None:
    picture = bend()
    reply = message(picture=picture.number, first=1)
    assert reply["options"]["height"] == picture.height
    assert reply["options"]["square"]
    assert reply["figure"]["data"]
    assert not reply["figure"]["layout"]["updatemenus"]


def test_a_value_beyond_the_range_stops_at_its_end() -> None:
    picture = bend()
    knob = state.knobs(english(), picture)[0]
    assert (
        message(picture=picture.number, gamma="1e9")["here"] == message(picture=picture.number, gamma=knob.high)["here"]
    )


@pytest.mark.parametrize("story", stories(), ids=lambda story: f"{story.slug}.{story.language}")
def test_the_first_words_are_those_of_the_route(story: Any) -> None:
    with speaking(story.language):
        data = content.story_data(story)
        shown = {
            name: html
            for block in data["blocks"]
            for name, html in re.findall(
                r'data-part="([\d-]+)" data-picture="\d+"(?: data-hand="[^"]*")?>(.*?)</span>', block["html"]
            )
        }
        texts: dict[str, str] = {}
        for picture in story.pictures:
            texts |= in_words.values(story, picture, state.opened(picture))
    assert texts
    assert {name: html for name, html in shown.items() if "<" not in html} == {
        name: html for name, html in texts.items() if name in shown and "<" not in shown[name]
    }
    assert shown.keys() == texts.keys()


def test_an_answer_is_judged_and_a_second_wrong_one_gets_its_reason() -> None:
    assert get(question=0, answer="2").json["right"]
    first, second = (get(question=0, answer="0", tries=tries).json for tries in (0, 1))
    assert not first["right"]
    assert "try all places" in second["reason"]
    assert first["reason"] != second["reason"]
    assert not get(question=0, answer="two and a bit").json["right"]


def test_a_question_of_moving_is_judged_by_the_numbers() -> None:
    story = english()
    question = next(question for question in story.questions if question.picture == bend().number)
    assert not get(question=question.number).json["right"]
    assert not get(question=question.number, gamma="0.01").json["right"]
    assert get(question=question.number, gamma="20").json["right"]


@pytest.mark.parametrize(
    "query",
    [
        {"picture": "99"},
        {"picture": "-1"},
        {"picture": "a"},
        {},
        {"question": "99"},
    ],
)
def test_missing_pictures_and_stories_give_404(query: dict[str, str]) -> None:
    assert get(**query).status == 404
    assert get("no-such-story", picture=0).status == 404


@settings(max_examples=25, deadline=None)
@given(name=st.sampled_from(["gamma", "lf_b", "k", "data", "whole"]), text=st.text(max_size=30))
def test_any_request_is_answered(name: str, text: str) -> None:
    assert get(**{"picture": 0, name: text}).status in (200, 404)
    assert get(**{"question": 0, name: text}).status in (200, 404)


def test_the_answer_is_compressed() -> None:
    address = f"/{content.FOLDER}/{SLUG}?picture=0&first=1"
    packed = asked(APP, "GET", address, accept_encoding="gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == asked(APP, "GET", address).body


def story_of(at: Any) -> Any:
    return [element for element in at.get("bidi_component") if element.proto.component_name.startswith("kernviz_story")]


@pytest.mark.parametrize("slug", sorted({story.slug for story in stories()}))
def test_the_page_shows_a_story(slug: str) -> None:
    assert story_of(visit("story", story=slug))


def test_the_list_names_stories_and_the_faults_of_broken_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bad.en.md").write_text(GOOD.replace("moons", "mons"), "utf-8")
    (tmp_path / "good.en.md").write_text(GOOD, "utf-8")
    monkeypatch.setenv(SETTING, str(tmp_path))
    at = visit("story", story="bad")
    assert not story_of(at)
    assert any("bad.en.md, line 5" in text.value for text in at.text)
    assert any("python -m kernviz.stories" in text.value for text in at.markdown)
    assert story_of(visit("story", story="good"))
