"""Generate the tables of words and quantities in docs/: `python scripts/reference_tables.py`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kernviz.courses.quantities import QUANTITIES
from kernviz.lessons.words import vocabulary
from kernviz.lessons.words.vocabulary import Word
from kernviz.mercer.judge import Verdict

DOCS = Path(__file__).parents[1] / "docs"
VERDICTS = {Verdict.PROVEN: "proven", Verdict.REFUTED: "refuted", Verdict.OPEN: "open"}
D = 2  # the space of the verdicts


def _cells(*texts: str) -> str:
    return "| " + " | ".join(text.replace("|", "\\|") for text in texts) + " |"


def _table_of_words(head: str, words: tuple[Word, ...]) -> str:
    """Return examples as typed, with formulas and verdicts.

    The verdicts are those on the plane.
    """
    rows = [f"| {head} | formula | verdict | |", "|---|---|---|---|"]
    for word in words:
        formula = word.formula.replace("\\|", "\\Vert ").replace("|", "\\vert ")  # a bar would end the cell
        verdict = VERDICTS[vocabulary.verdict(word.kernel, D).verdict]
        rows.append(_cells(f"`{word.kernel}`", f"${formula}$", verdict, word.note))
    return "\n".join(rows)


def words() -> str:
    """Return the tables of all words of the kernel language."""
    return "\n\n".join(
        (
            _table_of_words("kernels of points (verdict on ℝ²)", vocabulary.stand_alone(D)),
            _table_of_words("kernels made of others, here of x·z", vocabulary.operations()),
            _table_of_words("kernels of words, sets and graphs", vocabulary.of_things()),
        )
    )


def quantities() -> str:
    """Return the table of all quantities that a course can ask for."""
    rows = ["| name | meaning |", "|---|---|"]
    rows += [
        _cells(f"`{name}`", "the function" if each.says == name else each.says) for name, each in QUANTITIES.items()
    ]
    return "\n".join(rows)


TABLES: dict[str, tuple[str, Callable[[], str]]] = {
    "words": ("kernels.md", words),
    "quantities": ("authors.md", quantities),
}


def renewed(text: str, name: str) -> str:
    """Return the page with the current table between its markers.

    Raises ValueError if the page has no markers.
    """
    begin, end = f"<!-- {name}: written by scripts/reference_tables.py -->", f"<!-- end of {name} -->"
    before, found, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    if not (found and closed):
        raise ValueError(f"the page has no {begin} … {end}")
    return f"{before}{begin}\n\n{TABLES[name][1]()}\n\n{end}{after}"


if __name__ == "__main__":
    for name, (file, _) in TABLES.items():
        page = DOCS / file
        page.write_text(renewed(page.read_text("utf-8"), name), "utf-8")
