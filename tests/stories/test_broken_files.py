"""Mistakes in a story: each is named with file, line and the nearest right word, and stops nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernviz.stories import __main__ as command
from kernviz.stories import load, stories, story
from kernviz.stories.blocks import StoryPicture
from kernviz.stories.reader import FOLDER

GOOD = """# Mine

## One

![A border](svm?data=moons&n=40&k=rbf(gamma=1) "hide=probe & height=300")

With γ = [1](svm?hand=gamma&from=0.1&to=10) it is {=margin}.

```question
kind = "move"
ask = "Drag γ until no point is on the wrong side."
condition = "training error = 0"
solution = "k=rbf(gamma=10)"
```
"""
MISTAKES = {  # what is written instead -> line, words of the fault
    ("# Mine\n", "Mine\n"): (1, "begins with its title"),
    ("# Mine", "# Mine\n\n# Again"): (3, "one title"),
    ("](svm?data", "](swm?data"): (5, "is “svm” meant?"),
    ("data=moons", "data=mons"): (5, "is “moons” meant?"),
    ("n=40", "m=40"): (5, "“m” means nothing in this state of the page svm"),
    ("k=rbf(gamma=1)", "k=rbv(gamma=1)"): (5, "rbf"),
    ("hide=probe", "hide=prove"): (5, "is “probe” meant?"),
    ("hide=probe", "hid=probe"): (5, "is “hide” meant?"),
    ("hide=probe", "picture=plain"): (5, "is “plane” meant?"),
    ("height=300", "height=30"): (5, "pixels from"),
    ("height=300", f"height={'9' * 5000}"): (5, "pixels from"),
    ("![A border](", "![A border] ("): (5, "needs a paragraph of its own"),
    ("With γ", "A picture: ![B](svm?data=moons)\nWith γ"): (7, "needs a paragraph of its own"),
    ("With γ", "With\n![B](svm?data=moons)\nγ"): (8, "needs a paragraph of its own"),
    ("{=margin}", "[a page](hom)"): (7, "is “home” meant?"),
    ("hand=gamma", "hand=gama"): (7, "is “gamma” meant?"),
    ("(svm?hand", "(sphere?hand"): (7, "the picture of this section is of the page svm"),
    ("(svm?hand", "(svm?data=circles&hand"): (7, "data=circles"),
    ("[1](svm", "[2](svm"): (7, "the picture begins with 1"),
    ("[1](svm", "[one](svm"): (7, "“one” is no number"),
    ("&from=0.1&to=10", "&from=10&to=0.1"): (7, "“from” must be below “to”"),
    ("&from=0.1&to=10", "&from=2&to=10"): (7, "not between 2 and 10"),
    ("&from=0.1&to=10", "&from=0&to=10"): (7, "no range"),
    ("&to=10", "&to=inf"): (7, "“inf” is no number"),
    ("&to=10", "&to=1e400"): (7, "“1e400” is no number"),
    ("{=margin}", "{=mragin}"): (7, "is “margin” /"),
    ("{=margin}", "{=margin"): (7, "is not closed"),
    ("{=margin}", "{=margin + }"): (7, "ends too early"),
    ("{=margin}", "{=margin:99999999999}"): (7, ":"),
    ("{=margin}", "[a page](https://example.org)"): (7, "is no page of the app"),
    ("{=margin}", "[a page](svm?data=mons)"): (7, "is “moons” meant?"),
    ('kind = "move"', 'kind = "mov"'): (9, "is “move” meant?"),
    ('kind = "move"', 'kind = "draw"'): (9, "no kind of question of a story"),
    ("condition =", "conditon ="): (9, "condition"),
    ("gamma=10)", "gamma=0.1)"): (9, "its own solution is not right"),
    ("```question", "```python"): (9, "```question"),
    ("ask = ", "ask "): (9, "cannot be read"),
}


def written(folder: Path, text: str, name: str = "mine.en.md") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_the_story_itself_is_in_order(tmp_path: Path) -> None:
    found = load(written(tmp_path, GOOD))
    assert (found.faults, found.title, found.language, found.slug) == ((), "Mine", "en", "mine")


@pytest.mark.parametrize("indent", ["", " ", "   "])
def test_a_picture_may_be_indented_as_markdown_allows(indent: str, tmp_path: Path) -> None:
    found = load(written(tmp_path, GOOD.replace("![A", indent + "![A")))
    assert found.faults == ()
    assert [block.caption.markdown for block in found.blocks if isinstance(block, StoryPicture)] == ["A border"]


def test_pages_to_choose_from_are_named_once(tmp_path: Path) -> None:
    (fault,) = load(written(tmp_path, GOOD.replace("{=margin}", "[a page](zzz)"))).faults
    names = fault.why.partition("there are ")[2].split(", ")
    assert len(names) == len(set(names)) > 10


@pytest.mark.parametrize(
    ("text", "title"),
    [("Mine\n====\n", "Mine"), ("# Mine ##\n", "Mine"), ("# #1 of mine\n", "#1 of mine")],
)
def test_a_heading_has_no_marks(text: str, title: str, tmp_path: Path) -> None:
    assert load(written(tmp_path, text)).title == title


def test_the_first_sentence_keeps_its_numbers_and_links(tmp_path: Path) -> None:
    text = GOOD.replace("With γ = ", "On [a page](svm?data=moons) with γ = ")
    assert load(written(tmp_path, text)).says.startswith("On a page with γ = 1 it is")


def test_the_first_sentence_loses_marks_but_keeps_underscores_and_stars(tmp_path: Path) -> None:
    text = GOOD.replace("With γ = ", "With *every* `x_1`, x_2 and 2 ** 3, and γ = ")
    assert load(written(tmp_path, text)).says.startswith("With every x_1, x_2 and 2 ** 3, and γ = 1 it is")


@pytest.mark.parametrize("change", MISTAKES, ids=lambda change: change[1][:30])
def test_a_mistake_is_named_with_its_line(change: tuple[str, str], tmp_path: Path) -> None:
    right, wrong = change
    assert right in GOOD
    found = load(written(tmp_path, GOOD.replace(right, wrong, 1)))
    line, words = MISTAKES[change]
    assert [fault.line for fault in found.faults] == [line], found.faults
    assert words in str(found.faults[0])
    assert str(found.faults[0]).startswith(f"mine.en.md, line {line}: ")
    assert found.blocks == ()


def test_a_handle_that_moves_nothing_is_named(tmp_path: Path) -> None:
    picture = '![Bars](mercer?mp=0,1&k=rbf(gamma=1)&mc1=1 "picture=bars")'
    found = load(written(tmp_path, f"# Mine\n\n{picture}\n\nWith [1](mercer?hand=mc1) and [1](mercer?hand=gamma).\n"))
    assert [(fault.line, fault.why) for fault in found.faults] == [(5, "“mc1” moves nothing in its picture")]


def test_every_mistake_is_named_at_once(tmp_path: Path) -> None:
    found = load(
        written(tmp_path, GOOD.replace("{=margin}", "{=mragin}").replace("[1]", "[2]").replace('"move"', '"mov"'))
    )
    assert [fault.line for fault in found.faults] == [7, 7, 9]


def test_a_value_must_hold_at_both_ends_of_a_handle(tmp_path: Path) -> None:
    text = GOOD.replace("{=margin}", "{=sqrt(2 - gamma)}")
    (fault,) = load(written(tmp_path, text)).faults
    assert "gamma = 10" in fault.why


@pytest.mark.parametrize("name", ["Mine.en.md", "my story.md", "ä.md"])
def test_a_name_that_stands_in_no_link_is_refused(name: str, tmp_path: Path) -> None:
    (fault,) = load(written(tmp_path, GOOD, name)).faults
    assert "is no name" in fault.why


def test_no_file_and_no_text(tmp_path: Path) -> None:
    assert "no such file" in load(tmp_path / "none.md").faults[0].why
    (tmp_path / "folder.md").mkdir()
    assert "is no file" in load(tmp_path / "folder.md").faults[0].why
    (tmp_path / "latin.md").write_bytes("# Straße".encode("latin-1"))
    assert "UTF-8" in load(tmp_path / "latin.md").faults[0].why
    (tmp_path / "long.md").write_bytes(b"# a\n" + b"a " * 200_000)
    assert "at most" in load(tmp_path / "long.md").faults[0].why


@pytest.mark.parametrize(
    "text",
    ["", "\x00", "#", "![", "[](", "{=", "```question", "# a\n" + "> " * 5000, "# a\n" + "[" * 5000 + "](" * 5000],
)
def test_any_text_is_read(text: str, tmp_path: Path) -> None:
    found = load(written(tmp_path, text))
    assert isinstance(found.faults, tuple)


def test_a_broken_story_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, GOOD, "good.en.md")
    written(tmp_path, GOOD.replace("moons", "mons"), "bad.en.md")
    monkeypatch.setenv(FOLDER, str(tmp_path))
    found = {each.slug: each for each in stories()}
    assert found["good"].blocks
    assert found["bad"].faults
    assert story("bad", "en") is None
    assert found["what-is-a-kernel"].blocks
    written(tmp_path, GOOD + "\nMore than before.\n", "bad.en.md")
    assert story("bad", "en") is not None  # mended, and read again


def test_a_folder_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path / "none"))
    assert any(FOLDER in fault.why for each in stories() for fault in each.faults)


def test_a_story_without_a_translation_is_shown_in_another_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, GOOD, "good.de.md")
    monkeypatch.setenv(FOLDER, str(tmp_path))
    found = story("good", "en")
    assert found is not None
    assert found.language == "de"


def test_the_command_checks_and_begins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = tmp_path / "new.en.md"
    assert command.main(["new", str(new)]) == 0
    assert command.main(["new", str(new)]) == 1
    assert command.main(["check", str(new)]) == 0
    bad = written(tmp_path, GOOD.replace("moons", "mons"))
    capsys.readouterr()
    assert command.main([str(new), str(bad)]) == 1
    assert capsys.readouterr().out.startswith("mine.en.md, line 5: ")
    assert command.main([]) == 2
