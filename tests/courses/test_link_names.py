"""Names that stand in links: one rule for steps, wrong ideas and stories."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernviz.courses import reader
from kernviz.courses.language import LanguageError
from kernviz.courses.link_names import check_link_name
from kernviz.stories.reader import load
from kernviz.ui.courses import practising
from tests.courses.test_ideas import IDEA, STEP

GOOD = ("a", "1", "sum-of-squares", "sum_of_squares", "x-2")
BAD = ("", "-a", "_a", "Sums", "a b", "a:b", "ä", "a/b", "a\n")


@pytest.mark.parametrize("name", GOOD)
def test_a_good_name_is_accepted_and_found_in_practice(name: str) -> None:
    check_link_name(name)
    assert practising.STEP.fullmatch(f"step:mine:{name}:1")


@pytest.mark.parametrize("name", BAD)
def test_any_other_name_is_refused(name: str) -> None:
    with pytest.raises(LanguageError, match="is no name: small letters, digits, - and _ only"):
        check_link_name(name)


def test_steps_ideas_and_stories_are_refused_with_the_same_sentence(tmp_path: Path) -> None:
    course = 'title = "Mine"\n' + IDEA + STEP.format(name="one", line='idea = "sums"')
    story = tmp_path / "A Story.en.md"
    story.write_text("# A story\n")
    whys = [
        reader.read(course.replace('"sums"', '"Sums!"'), "mine").faults[0].why,
        reader.read(course.replace('"one"', '"One!"'), "mine").faults[0].why,
        load(story).faults[0].why,
    ]
    assert {why.partition("is no name")[2] for why in whys} == {
        ": small letters, digits, - and _ only, for it stands in links"
    }
