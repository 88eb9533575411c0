"""README and docs: working links, running code, valid courses, current tables."""

from __future__ import annotations

import json
import pkgutil
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import kernviz as kv
from kernviz import stories
from kernviz.courses import help_after_wrong_answer, reader, step_table
from kernviz.courses.__main__ import findings
from kernviz.courses.questions import FIELDS
from kernviz.courses.questions.choose import OPTION
from kernviz.courses.questions.number import FACTOR, MISTAKE
from kernviz.courses.questions.sketches import SKETCHES
from kernviz.kernels.parse import kernel_words
from kernviz.lessons.page import pages
from kernviz.mercer.registry import THEOREMS
from kernviz.stories import inline, parsing
from kernviz.ui import navigation
from scripts import reference_tables

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
TWO_SCREENS = 80  # lines of README


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text("utf-8"), re.DOTALL)


def anchors(page: Path) -> set[str]:
    """Return the headings of a page as they are written in links."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.DOTALL)):
        if "://" in link:
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file) if file else page
        assert target.exists(), f"{page.name}: {link}"
        assert not anchor or anchor in anchors(target), f"{page.name}: {link}"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=lambda page: page.name)
def test_the_code_of_a_page_runs(page: Path, tmp_path: Path) -> None:
    """All blocks of a page are run in order, in one script."""
    script = tmp_path / "page.py"
    script.write_text("\n".join(blocks(page, "python")), "utf-8")
    done = subprocess.run([sys.executable, "-W", "error", script], cwd=ROOT, capture_output=True, text=True)  # noqa: S603
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_the_notebooks_stored_output_is_current(tmp_path: Path) -> None:
    kept, fresh = ROOT / "docs" / "tour.ipynb", tmp_path / "tour.ipynb"
    command = [sys.executable, ROOT / "scripts" / "tour.py", fresh]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)  # noqa: S603
    assert done.returncode == 0, done.stderr
    assert [path.name for path in tmp_path.iterdir()] == [fresh.name]
    for old, new in zip(*(json.loads(notebook.read_text("utf-8"))["cells"] for notebook in (kept, fresh)), strict=True):
        assert old == new, "".join(old["source"])


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "toml")], ids=lambda page: page.name)
def test_the_courses_of_a_page_are_valid(page: Path) -> None:
    for written in blocks(page, "toml"):
        assert not list(findings(reader.read(written, "mine")))


def test_authors_have_a_step_of_every_kind_and_a_word_on_every_field() -> None:
    page = ROOT / "docs" / "authors.md"
    steps = [step for written in blocks(page, "toml") for step in tomllib.loads(written)["step"]]
    kinds = {step["question"]["kind"] for step in steps}
    text = page.read_text("utf-8")
    for kind in kinds_of_questions():
        assert f"| `{kind}` |" in text
    assert kinds == kinds_of_questions()
    assert {step["question"].get("what", "border") for step in steps if step["question"]["kind"] == "draw"} == set(
        SKETCHES
    )
    shown: dict[str, set[str]] = {kind: set() for kind in kinds}
    for step in steps:
        shown[step["question"]["kind"]] |= set(step["question"])
    for kind, fields in FIELDS.items():
        assert shown[kind] >= set(fields) - {"because", "nudge"}, kind
    assert set().union(*shown.values()) >= {"because", "nudge"}
    for inner, fields in (("option", OPTION), ("mistake", MISTAKE), ("factor", FACTOR)):
        tables = [each for step in steps for each in step["question"].get(inner, ())]
        assert set().union(*tables) == set(fields)
    for field in {*OPTION, *MISTAKE, *FACTOR}.union(*FIELDS.values()):
        assert f"`{field}`" in text, field
    for field in (*step_table.KEYS, *help_after_wrong_answer.FIELDS, "speak"):
        assert re.search(rf"`\[?\[?(step\.)?{field}\]?\]?`|^{field} ", text, re.MULTILINE), field


def test_the_stories_of_a_page_are_valid_and_every_field_is_named(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "stories.md").read_text("utf-8")
    written = re.findall(r"````markdown\n(.*?)````", page, re.DOTALL)
    assert written
    for number, text in enumerate(written):
        file = tmp_path / f"story-{number}.en.md"
        file.write_text(text, "utf-8")
        story = stories.load(file)
        assert story.faults == ()
        assert {question.asked.kind for question in story.questions} == set(parsing.KINDS)
    for field in (*parsing.OPTIONS, *parsing.KINDS, inline.HAND, inline.FROM, inline.TO):
        assert re.search(rf"^\|.*`{field}`.*\|", page, re.MULTILINE), field
    assert str(parsing.USUAL) in page


def kinds_of_questions() -> set[str]:
    from kernviz.courses.questions import KINDS

    return set(KINDS)


def test_every_public_name_is_in_the_reference() -> None:
    text = (ROOT / "docs" / "reference.md").read_text("utf-8")
    entries = re.findall(r"^::: (\S+)$", text, re.MULTILINE)
    described = [pkgutil.resolve_name(entry) for entry in entries]
    missing = [name for name in kv.__all__ if not any(getattr(kv, name) is each for each in described)]
    assert not missing
    assert not [entry for entry in entries if entry.rpartition(".")[2] not in kv.__all__]
    assert len(set(entries)) == len(entries)
    aliases = set(kv.__all__) - {entry.rpartition(".")[2] for entry in entries}
    assert not [name for name in aliases if f"`{name}`" not in text]


def test_the_table_of_theorems_has_every_theorem_of_today() -> None:
    text = (ROOT / "docs" / "benchmarks.md").read_text("utf-8").partition("<!-- theorems")[2]
    rows = re.findall(r"^\| ([^*|]+?) \|.*\|$", text.partition("<!-- end of theorems")[0], re.MULTILINE)
    assert set(rows) >= {theorem.name for theorem in THEOREMS}


@pytest.mark.parametrize("name", reference_tables.TABLES)
def test_a_generated_table_is_current(name: str) -> None:
    page = ROOT / "docs" / reference_tables.TABLES[name][0]
    text = page.read_text("utf-8")
    assert reference_tables.renewed(text, name) == text, "run python scripts/reference_tables.py"


def test_every_word_of_the_language_is_in_its_page() -> None:
    text = (ROOT / "docs" / "kernels.md").read_text("utf-8")
    assert not [word for word in kernel_words() if f"{word}(" not in text and f"`{word}`" not in text]


def test_the_glossary_is_sorted_and_names_pages_by_their_titles() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    for section in text.split("\n## ")[1:]:
        terms = re.findall(r"^\*\*(.+)\*\*$", section, re.MULTILINE)
        assert terms == sorted(terms, key=str.casefold)
        assert len(terms) == len(re.findall("^: ", section, re.MULTILINE))
    pages = {entry.title for entry in navigation.entries(ROOT)} | {"Aa"}
    assert not set(re.findall(r"(?<!\*)\*([^*\n]+)\*", text)) - pages


def test_commands_in_the_docs_name_existing_files() -> None:
    """Commands are `python scripts/x.py`, `python -m kernviz.x` and links of the app such as `svm?…`."""
    for page in PAGES:
        text = page.read_text("utf-8")
        for script in re.findall(r"python ((?:scripts|tests|benchmarks)/\w+\.py)", text):
            assert (ROOT / script).is_file(), f"{page.name}: {script}"
        for module in re.findall(r"python -m (kernviz[\w.]*)", text):
            path = ROOT.joinpath(*module.split("."))
            assert (path / "__main__.py").is_file() or path.with_suffix(".py").is_file(), f"{page.name}: {module}"
        for block in blocks(page, ""):
            for name in re.findall(r"^([a-z_]+)\?", block, re.MULTILINE):
                assert name in pages(), f"{page.name}: {name}"


def test_files_named_in_docs_and_comments_exist() -> None:
    """A renamed script leaves no old name behind. The changelog is history, and plotly.js is a library."""
    sources = [path for folder in ("benchmarks", "kernviz", "scripts") for path in (ROOT / folder).rglob("*.*")]
    texts = [page for page in PAGES if page.name != "CHANGELOG.md"]
    texts += [path for path in sources if path.suffix in (".py", ".js", ".css")]
    known = {path.name for path in [*sources, *(ROOT / "tests").rglob("*.*"), *ROOT.glob("*.*")]} | {"plotly.js"}
    missing = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in texts
        for name in re.findall(r"(?<![\w.$*{}-])([\w-]+\.(?:py|js|css))\b", path.read_text("utf-8"))
        if name not in known
    }
    assert not missing, sorted(missing)


def test_readme_fits_on_two_screens() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= TWO_SCREENS


def test_readme_has_a_command_for_the_app_and_one_for_the_tests() -> None:
    run, test = (shlex.split(block.strip().splitlines()[-1]) for block in blocks(ROOT / "README.md", "sh"))
    assert run[-1] == "kernviz"
    assert test[0] == "pytest"


def test_no_message_has_a_wording_that_the_style_rejects() -> None:
    """The style lists twenty pairs; no message has the left side of a pair."""
    page = (ROOT / "docs" / "style-for-texts.md").read_text("utf-8").partition("## Twenty pairs")[2]
    pairs = re.findall(r"^\| (?!no \|)(.+?) \| (.+?) \|$", page, re.MULTILINE)
    assert len(pairs) == 20
    with (ROOT / "kernviz" / "locale" / "de" / "LC_MESSAGES" / "kernviz.po").open("rb") as file:
        messages = [str(message.id) for message in read_po(file)]
    for bad, good in pairs:
        words = bad.rstrip(".")
        assert words not in messages
        assert bad not in messages
        if len(words.split()) > 3:
            assert not [message for message in messages if words.casefold() in message.casefold()], bad
        assert len(good.split()) <= 20
