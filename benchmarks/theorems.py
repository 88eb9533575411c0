"""Benchmark of the prover's theorems.

The benchmark counts the verdicts that each theorem takes part in, and those that change without it.

    nice python benchmarks/theorems.py --number 10000 --notes theorems.jsonl --write

The random questions are those of benchmarks/verdicts.py, as many about each space, by a seed that nobody chose.
"shipped" are the kernels on the menu and of the language, riddles of the quiz, and every text in the package, its
courses and stories and the tests of the lecture notes that parses as a kernel.

A verdict by points, or by the rules of nodes alone, needs no theorem. Any other verdict uses the theorems that found
something for it. Each of them is switched off in turn. A proof is then only looked for anew, as no search finds points
against a kernel. A refutation is judged anew.

Every question is noted in the file of notes as soon as it is measured, and the same command goes on after a stop. The
table is made from the notes. Its cells are "used · alone".
"""

from __future__ import annotations

import argparse
import ast
import json
import math
import re
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import kernviz as kv
from benchmarks.verdicts import SPACES, Question, misfit, questions
from kernviz.courses.kernel_quiz import LEVELS, riddle
from kernviz.kernels import parse
from kernviz.kernels.menu import leaves
from kernviz.kernels.parse import kernel_words
from kernviz.mercer import prover, registry
from kernviz.mercer.factor_input_map import factored_by_map
from kernviz.mercer.proof import Proof
from kernviz.mercer.prover import proven, space_of
from kernviz.mercer.registry import THEOREMS
from kernviz.mercer.theorems.theorem import Theorem

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
START, END = "<!-- theorems: written by benchmarks/theorems.py -->", "<!-- end of theorems -->"
PROVING, REFUTING = ("proves", "conditionally", "groups", "cofactor"), ("finds", "refutes")
DIMENSIONS = ((1, False), (2, False), (3, False), (1, True), (math.inf, False))  # of what ships
RIDDLES = 10  # of each level
LONGEST = 120  # characters of a text that is tried as a kernel
ROWS = ("shipped", *SPACES)
# texts in TOML and Markdown, and addresses
QUOTED = re.compile(r'"([^"\n]+)"|`([^`\n]+)`|\(([^()\s]+\?[^\s]+)\)')

Note = dict[str, Any]


def watched(theorem: Theorem, hooks: Iterable[str], seen: set[str]) -> Theorem:
    """Return a copy of the theorem that adds its name to `seen`.

    It does so whenever one of these hooks finds something. Evidence counts only if it refutes.
    """

    def noting(hook: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            found = hook(*args)
            if found is not None and getattr(found, "refutes", True):
                seen.add(theorem.name)
            return found

        return call

    changed: dict[str, Any] = {hook: noting(own) for hook in hooks if (own := getattr(theorem, hook)) is not None}
    return replace(theorem, **changed)


@contextmanager
def only(theorems: Iterable[Theorem]) -> Iterator[None]:
    """Use these theorems alone, with nothing kept in memory before and after."""
    with patch.object(registry, "THEOREMS", tuple(theorems)):
        forget()
        try:
            yield
        finally:
            forget()


def forget() -> None:
    """Clear the judgements and proofs kept in memory, and the theorems chosen."""
    judge: Any = sys.modules["kernviz.mercer.judge"]  # the package has a function of that name
    for kept in (judge._judge, judge._in_every_dimension, prover._prove, prover._conditional, registry.having):
        kept.cache_clear()


def by_rules_alone(proof: Proof) -> bool:
    """Return True if the proof uses the rules of its nodes only."""
    own = proof.rule is proof.kernel.rule or (proof.method == "definition" and proof.kernel.expand() is not None)
    return own and all(map(by_rules_alone, proof.parts))


def still_proven(question: Question) -> bool:
    """Return True if the current theorems prove the kernel.

    The proof of its inner kernel suffices.
    """
    d, nonnegative, k = question
    space = space_of(k, d, nonnegative)
    if proven(k, space).complete:
        return True
    inner, phi = (k, None) if space.every or k.kind != "vectors" else factored_by_map(k)
    return phi is not None and proven(inner, phi.onto(space)).complete


def measured(question: Question) -> Note:
    """Return the verdict, and the theorems it uses and needs.

    Raises ValueError if the kernel does not fit the space.
    """
    d, nonnegative, k = question
    sides: dict[str, set[str]] = {"proven": set(), "refuted": set(), "open": set()}
    both = [watched(watched(t, PROVING, sides["proven"]), REFUTING, sides["refuted"]) for t in THEOREMS]
    with only(both):
        found = kv.judge(k, d=d, nonnegative=nonnegative)
    verdict = found.verdict.value
    easy = found.witness is not None or (verdict == "proven" and by_rules_alone(found.proof))
    used = [] if easy else sorted(sides[verdict])
    alone = []
    for name in used:
        with only(theorem for theorem in THEOREMS if theorem.name != name):
            same = (
                still_proven(question)
                if verdict == "proven"
                else kv.judge(k, d=d, nonnegative=nonnegative).verdict is found.verdict
            )
        if not same:
            alone.append(name)
    return {"verdict": verdict, "used": used, "alone": alone}


# ---- what ships ------------------------------------------------------------------------------------------------------


def shipped() -> list[Question]:
    """Return every kernel that ships, with each space to judge it on."""
    texts = {leaf.text for d in (1, 2, 3) for leaf in leaves(d)} | set(kernel_words())
    for pattern in ("kernviz/**/*.py", "kernviz/**/*.toml", "kernviz/**/*.md", "tests/test_notes*.py"):
        texts |= {text for path in ROOT.glob(pattern) for text in _texts(path)}
    for level in range(1, LEVELS + 1):
        texts |= {str(riddle(7, number, level).kernel) for number in range(1, RIDDLES + 1)}
    found: list[Question] = []
    for text in sorted(texts):
        try:
            k = parse(text)
            vectors = (k.kind or "vectors") == "vectors"
        except (ValueError, RecursionError):
            continue
        spaces = DIMENSIONS if vectors else ((2, False),)
        found += [(d, nonnegative, k) for d, nonnegative in spaces if not (math.isinf(d) and misfit(k))]
    return found


def _texts(path: Path) -> Iterator[str]:
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        nodes = ast.walk(ast.parse(source))
        found = [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    else:
        found = [text for groups in QUOTED.findall(source) for text in groups]
    for text in found:
        if 0 < len(text) <= LONGEST:
            yield text
        if "=" in text and "\n" not in text:  # an address of a page, with its kernel
            yield from (value for _, value in parse_qsl(text.partition("?")[2]) if 0 < len(value) <= LONGEST)


# ---- notes -----------------------------------------------------------------------------------------------------------


def asked(number: int, seed: int) -> Iterator[tuple[str, Question]]:
    """Yield the questions with the name of their column.

    What ships comes first, then one question of each space in turn.
    """
    yield from (("shipped", question) for question in shipped())
    drawn = [[(space, question) for question in questions(space, number, seed)] for space in SPACES]
    for i in range(number):
        yield from (row[i] for row in drawn if i < len(row))


def run(path: Path, number: int, seed: int | None) -> None:
    """Measure the questions that the file of notes does not hold yet."""
    if not path.exists():
        chosen = secrets.randbelow(10**6) if seed is None else seed
        first = {"seed": chosen, "number": number, "date": f"{datetime.now():%Y-%m-%d}"}
        path.write_text(json.dumps(first) + "\n", encoding="utf-8")
    head, notes = noted(path)
    with path.open("a", encoding="utf-8") as file:
        for i, (column, question) in enumerate(asked(math.ceil(head["number"] / len(SPACES)), head["seed"])):
            if i < len(notes):
                continue
            d, nonnegative, k = question
            note: Note = {"column": column, "kernel": str(k), "d": str(d), "nonnegative": nonnegative}
            try:
                note |= measured(question)
            except ValueError:  # does not fit this space
                note |= {"verdict": "unfit", "used": [], "alone": []}
            file.write(json.dumps(note, ensure_ascii=False) + "\n")
            file.flush()


def noted(path: Path) -> tuple[Note, list[Note]]:
    """Return the head and the notes of a file of notes.

    A last line that a stop cut off is removed from the file.
    """
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    head, *notes = map(json.loads, whole.splitlines())
    return head, notes


# ---- table -----------------------------------------------------------------------------------------------------------


def table(head: Note, notes: list[Note]) -> str:
    """Return the table of the theorems as Markdown, with what was asked."""
    columns = {column: [n for n in notes if n["column"] == column and n["verdict"] != "unfit"] for column in ROWS}
    sizes = {column: len(rows) for column, rows in columns.items()}
    used = {column: Counter(name for n in rows for name in n["used"]) for column, rows in columns.items()}
    alone = {column: Counter(name for n in rows for name in n["alone"]) for column, rows in columns.items()}
    needing = {n["kernel"]: n["alone"] for n in columns["shipped"]}
    lines = ["| theorem | source | " + " | ".join(ROWS) + " | a kernel that ships and needs it |"]
    lines.append("|---|---|" + "---:|" * len(ROWS) + "---|")
    for name, source in ((theorem.name, theorem.source) for theorem in THEOREMS):
        cells = [_cell(used[column][name], alone[column][name]) for column in ROWS]
        example = min((text for text, names in needing.items() if name in names), key=len, default=None)
        lines.append(f"| {name} | {source} | {' | '.join(cells)} | {'' if example is None else f'`{example}`'} |")
    verdicts = {column: Counter(n["verdict"] for n in rows) for column, rows in columns.items()}
    for kind in ("proven", "refuted", "open"):
        lines.append(f"| *{kind}* | | " + " | ".join(str(verdicts[column][kind]) for column in ROWS) + " | |")
    lines.append("| *asked* | | " + " | ".join(str(size) for size in sizes.values()) + " | |")
    asked = sum(size for column, size in sizes.items() if column != "shipped")
    command = f"`python benchmarks/theorems.py --number {head['number']} --seed {head['seed']}`"
    return "\n".join([f"Measured on {head['date']}, {asked} random questions: {command}.", "", *lines])


def _cell(used: int, alone: int) -> str:
    return f"{used} · {alone}" if used else "–"


def renewed(page: str, text: str) -> str:
    """Return the page with the text between the markers.

    Raises ValueError if the markers are missing.
    """
    before, start, rest = page.partition(START)
    _, end, after = rest.partition(END)
    if not (start and end):
        raise ValueError(f"the page has no {START} … {END}")
    return f"{before}{START}\n\n{text}\n\n{END}{after}"


def main() -> None:
    """Measure what the notes lack, and print or write the table."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--number", type=int, default=1000, help="random questions, over all spaces")
    reader.add_argument("--seed", type=int, default=None, help="without it, one that nobody chose")
    reader.add_argument("--notes", type=Path, default=Path("theorems.jsonl"), help="file of the notes")
    reader.add_argument("--write", action="store_true", help="write the table into docs/benchmarks.md")
    options = reader.parse_args()
    run(options.notes, options.number, options.seed)
    text = table(*noted(options.notes))
    if options.write:
        PAGE.write_text(renewed(PAGE.read_text("utf-8"), text), "utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
