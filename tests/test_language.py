"""Language of docstrings, comments and heads of scripts: a plain first line, no reference to documents elsewhere."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.sources import nodes

ROOT = Path(__file__).parents[1]
CODE = [
    *sorted((ROOT / "kernviz").rglob("*.py")),
    *(path for folder in ("scripts", "benchmarks") for path in sorted((ROOT / folder).rglob("*.py"))),
    ROOT / "app.py",
]
PAGES = sorted((ROOT / "pages").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
SCRIPTS = sorted(path for top in ("kernviz", "tests", "benchmarks") for path in (ROOT / top).rglob("*.js"))
OWN = Path(__file__)  # quotes the words it forbids

RIDDLE = re.compile(r"(What|Whether|Where|Who|It|Its|That|Those|They|How)\b(?!['’])")
# A test's docstring does not continue its name, as "Not by rounding." and "Also at 0." would.
CONTINUED = re.compile(r"(Also|Not|As one|This|These|There|Otherwise|While)\b(?!['’])")
# The docstring of a page is its entry in the menu: Title — the question it answers?
MENU_ENTRY = re.compile(r"[^—\n]+ — [^—\n]+\?$")
CITED = re.compile(
    r"\b[Rr]ows? \d+\.\d+|\brows not done|\bIDEAS? \d|\bFOUND\b|\b[Ii]ssues? #?\d"
    r"|\bRELIABILITY\b|\b(?:LIVE|STREAMLIT|HOUSE)\.md\b"
)
CITED_BY_NAME = re.compile(r"_(?:issue|ideas?|found)_\d|_rows?_\d+_\d", re.IGNORECASE)

MOST_WORDS = 12  # of the first line of a docstring
QUOTED = re.compile(r"(`+)[^`]+\1")  # a name or a formula between backticks counts as one word

# Places not rewritten yet, by folder. The numbers may only fall; a folder at zero leaves the list.
RIDDLES_LEFT: dict[str, int] = {}
CITATIONS_LEFT: dict[str, int] = {}
LONG_LEFT: dict[str, int] = {}

# Words for talking about a thing, where the thing has a name: a query, a message, a text, a session's memory.
RIDDLE_NAMES = {"said", "told", "meant", "held", "astray"}

Documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
Named = (ast.Name, ast.Attribute, ast.arg, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def folder(path: str) -> str:
    """Return the folder under which the exceptions are counted.

    Examples are kernviz/ui and tests/models. A file beside such folders is its own.
    """
    parts = Path(path).parts
    return "/".join(parts[:2]) if parts[0] in ("kernviz", "tests") else parts[0]


@cache
def docstrings(text: str) -> tuple[tuple[int, str, str], ...]:
    """Return line, kind and docstring of the module, of its classes and of its functions."""
    return tuple(
        (node.body[0].lineno, type(node).__name__, docstring)
        for node in nodes(text)
        if isinstance(node, Documented) and (docstring := ast.get_docstring(node))
    )


def riddles(text: str, *, page: bool = False, test: bool = False) -> list[int]:
    """Return the lines of docstrings that begin with a question word or a pronoun; a page's menu entry may.

    The docstring of a test may not continue the test's name either.
    """
    found = []
    for line, kind, docstring in docstrings(text):
        entry = page and kind == "Module" and MENU_ENTRY.match(docstring.partition("\n")[0])
        if (RIDDLE.match(docstring) and not entry) or (test and CONTINUED.match(docstring)):
            found.append(line)
    return found


def riddle_names(text: str) -> list[tuple[int, str]]:
    """Return line and name of everything that has a name of RIDDLE_NAMES, with or without underscores."""
    found = []
    for node in nodes(text):
        if not isinstance(node, Named):
            continue
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()) | ast.arg(arg=name):
                pass
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                pass
            case _:
                continue
        if name.strip("_") in RIDDLE_NAMES:
            found.append((node.lineno, name))
    return found


def begins_plainly(script: str) -> bool:
    """Return True if a script begins with a comment that names its subject, not with a question word."""
    return script.startswith("// ") and not RIDDLE.match(script.removeprefix("// "))


def long_first_lines(text: str, *, page: bool = False) -> list[int]:
    """Return the lines of docstrings whose first line has too many words.

    The menu entry of a page may have more than MOST_WORDS.
    """
    found = []
    for line, kind, docstring in docstrings(text):
        first = docstring.partition("\n")[0]
        entry = page and kind == "Module" and MENU_ENTRY.match(first)
        if len(QUOTED.sub("x", first).split()) > MOST_WORDS and not entry:
            found.append(line)
    return found


def citations(text: str, *, test: bool = False) -> list[int]:
    """Return the lines of docstrings, comments and test names that cite a document outside the repository."""
    found = [line for line, _, docstring in docstrings(text) if CITED.search(docstring)]
    for token in tokenize.generate_tokens(io.StringIO(text).readline) if CITED.search(text) else ():
        if token.type == tokenize.COMMENT and CITED.search(token.string):
            found.append(token.start[0])
    if test:
        for node in nodes(text):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and CITED_BY_NAME.search(node.name):
                found.append(node.lineno)
    return sorted(found)


def check(found: dict[str, list[int]], left: dict[str, int], why: str) -> None:
    """Fail for a folder with more places than `left` allows, and for one that is done and still in `left`."""
    counts: Counter[str] = Counter()
    for path, lines in found.items():
        counts[folder(path)] += len(lines)
    over = {each for each, count in counts.items() if count > left.get(each, 0)}
    places = [f"{path}:{line}" for path, lines in found.items() for line in lines if folder(path) in over]
    assert not places, f"{why}: {', '.join(places)}"
    done = sorted(each for each in left if not counts[each])
    assert not done, f"out of the list with {', '.join(done)}: nothing is left there"


def test_a_docstring_begins_with_what_it_describes() -> None:
    found = {named(path): riddles(path.read_text("utf-8")) for path in CODE}
    found |= {named(path): riddles(path.read_text("utf-8"), page=True) for path in PAGES}
    found |= {named(path): riddles(path.read_text("utf-8"), test=True) for path in TESTS}
    check(found, RIDDLES_LEFT, "begins with a question word or a pronoun, and not with a noun or a verb")


def test_the_first_line_of_a_docstring_is_short() -> None:
    """A test's docstring tells the whole case, and may have a longer first line."""
    found = {named(path): long_first_lines(path.read_text("utf-8")) for path in CODE}
    found |= {named(path): long_first_lines(path.read_text("utf-8"), page=True) for path in PAGES}
    check(found, LONG_LEFT, f"has a first line of more than {MOST_WORDS} words")


def test_a_script_begins_with_what_it_holds() -> None:
    assert SCRIPTS
    assert not [named(path) for path in SCRIPTS if not begins_plainly(path.read_text("utf-8"))]


def test_nothing_cites_a_document_that_is_not_here() -> None:
    found = {named(path): citations(path.read_text("utf-8")) for path in [*CODE, *PAGES]}
    found |= {named(path): citations(path.read_text("utf-8"), test=True) for path in TESTS if path != OWN}
    check(found, CITATIONS_LEFT, "cites a document outside the repository")


def test_a_name_is_that_of_the_thing() -> None:
    """A query is named query, and a message message, neither of them told or said."""
    found = [
        f"{named(path)}:{line} {name}"
        for path in [*CODE, *PAGES, *TESTS]
        for line, name in riddle_names(path.read_text("utf-8"))
    ]
    assert not found, f"give the thing its own name: {', '.join(found)}"


# ---- the checks themselves can fail ---------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["What", "Whether", "Where", "Who", "It", "Its", "That", "Those", "They", "How"])
@pytest.mark.parametrize(
    "text",
    [
        '"""{word} is drawn."""',
        'class A:\n    """{word} is drawn."""',
        'def f():\n    """{word}: drawn."""',
        'async def f():\n    """\n    {word} is drawn.\n    """',
        'class A:\n    def f(self):\n        def g():\n            r"""{word} is drawn."""',
    ],
)
def test_a_riddle_is_caught(text: str, word: str) -> None:
    assert len(riddles(text.format(word=word))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "said = 1",
        "def f(said): pass",
        "def _told(): pass",
        "class A:\n    held: int = 1",
        "class A:\n    def f(self):\n        self._held = 1",
        "x = [meant for meant in y]",
        "for i, astray in y: pass",
        "f = lambda told: 1",
    ],
)
def test_a_name_that_tells_nothing_is_caught(text: str) -> None:
    assert len(riddle_names(text)) == 1


@pytest.mark.parametrize("text", ["x = said", "x.said()", "retold = 1", "f(said=1)", "x = 'said'"])
def test_other_names_and_other_places_are_free(text: str) -> None:
    assert not riddle_names(text)


@pytest.mark.parametrize(
    ("script", "plain"),
    [
        ("// Ticks of an axis.\n", True),
        ("// Where an axis has its ticks.\n", False),
        ('import assert from "node:assert/strict";\n', False),
    ],
)
def test_a_script_without_a_plain_head_is_caught(script: str, plain: bool) -> None:
    assert begins_plainly(script) is plain


@pytest.mark.parametrize(
    "begun", ["Also at 0.", "Not by rounding.", "As one does.", "This holds.", "Otherwise it waits."]
)
def test_a_docstring_that_continues_the_name_of_its_test_is_caught(begun: str) -> None:
    text = f'def test_it():\n    """{begun}"""'
    assert len(riddles(text, test=True)) == 1
    assert not riddles(text)


def test_a_whole_sentence_may_begin_with_as() -> None:
    assert not riddles('def test_it():\n    """As γ grows, the machine keeps more points."""', test=True)


@pytest.mark.parametrize(
    "text", ['"""Itself a kernel."""', '"""Thatched."""', '"""Iterate."""', '"""Whole."""', "x = 'What'"]
)
def test_other_words_may_begin_a_docstring(text: str) -> None:
    assert not riddles(text)


def test_a_menu_entry_is_a_page_s_module_docstring() -> None:
    assert not riddles('"""Who drew this? — can you tell a machine by its picture?"""', page=True)
    assert riddles('"""Who drew this? — can you tell a machine by its picture?"""')
    assert riddles('"""Who drew this."""', page=True)
    assert riddles('def f():\n    """Who — is it?"""', page=True)


def test_a_menu_entry_may_be_long() -> None:
    words = " ".join(["word"] * 13)
    assert not long_first_lines(f'"""Lift — {words}?"""', page=True)
    assert long_first_lines(f'"""Lift — {words}?"""')
    assert long_first_lines(f'"""Lift: {words}?"""', page=True)
    assert long_first_lines(f'def f():\n    """Lift — {words}?"""', page=True)


@pytest.mark.parametrize("text", ['"""{}."""', 'def f():\n    """{}."""', 'class A:\n    """\n    {}.\n\n    More."""'])
def test_a_long_first_line_is_caught(text: str) -> None:
    assert not long_first_lines(text.format(" ".join(["word"] * 12)))
    assert len(long_first_lines(text.format(" ".join(["word"] * 13)))) == 1


def test_a_formula_between_backticks_is_one_word() -> None:
    eleven = " ".join(["word"] * 11)
    assert not long_first_lines(f'"""{eleven} `a + b + c`."""')
    assert not long_first_lines(f'"""{eleven} ``a + b + c``."""')
    assert long_first_lines(f'"""{eleven} a + b + c."""')
    assert long_first_lines(f'"""{eleven} `a` + `b`."""')


def test_only_the_lines_after_the_first_may_be_long() -> None:
    assert not long_first_lines('"""Short.\n\n' + " ".join(["word"] * 13) + '."""')


@pytest.mark.parametrize(
    "text",
    [
        '"""Row 0.19: r² = (1 − k)/2."""',
        'def f():\n    """The ball. Rows 2.8, 2.9."""',
        "x = 1  # canonical scale: row 4.21",
        "# ---- FOUND ✗5 ----",
        'class A:\n    """The sphere. IDEAS 10."""',
        '"""See issue 21."""',
        "# issue #7",
        '"""Source: RELIABILITY cases 4, 34."""',
    ],
)
def test_a_citation_is_caught(text: str) -> None:
    assert len(citations(text)) == 1


def test_a_test_s_name_that_cites_is_caught() -> None:
    assert citations("def test_issue_21() -> None: ...", test=True) == [1]
    assert citations("def test_row_4_12_is_right() -> None: ...", test=True) == [1]
    assert not citations("def test_row_4_of_the_table() -> None: ...", test=True)


@pytest.mark.parametrize(
    "text", ["# the first row 0 and column 1", "x = IDEAS[1]", '"""Rows of 0.5 each."""', "# found 3"]
)
def test_other_rows_and_ideas_are_no_citation(text: str) -> None:
    assert not citations(text)


def test_the_list_of_exceptions_can_only_shrink() -> None:
    check({"kernviz/a/b.py": [3], "kernviz/a/c.py": []}, {"kernviz/a": 1}, "")
    with pytest.raises(AssertionError, match=r"kernviz/a/b\.py:3"):
        check({"kernviz/a/b.py": [3]}, {}, "")
    with pytest.raises(AssertionError, match=r"b\.py:3, kernviz/a/b\.py:9"):
        check({"kernviz/a/b.py": [3, 9], "kernviz/c/d.py": []}, {"kernviz/a": 1}, "")
    with pytest.raises(AssertionError, match="out of the list with kernviz/a"):
        check({"kernviz/a/b.py": []}, {"kernviz/a": 1}, "")
