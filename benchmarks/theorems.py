"""Benchmark of the prover's theorems.

The benchmark counts how often each theorem finds something, and how often it decides alone.

    nice -n 15 python benchmarks/theorems.py --number 10000 --seed 31001

Every expression is judged. Then each theorem that found something is switched off, and the expression is judged again.
A theorem decides alone if the verdict then changes. There are two sets of expressions. "random" are those of
benchmarks/verdicts.py. "shipped" are the kernels on the menu, riddles of the quiz, and every text in the package, its
courses and the tests of the lecture notes that parses as a kernel. The table is written as Markdown.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import kernviz as kv
from benchmarks.verdicts import expressions
from kernviz.courses.kernel_quiz import LEVELS, riddle
from kernviz.kernels import Kernel, parse
from kernviz.kernels.menu import leaves
from kernviz.mercer.judge import forget
from kernviz.mercer.proof import Proof
from kernviz.mercer.registry import THEOREMS, using
from kernviz.mercer.theorems.theorem import Theorem

ROOT = Path(__file__).resolve().parents[1]
HOOKS = ("proves", "conditionally", "groups", "cofactor", "finds", "refutes")
SPACES = ((1, False), (2, False), (3, False), (1, True))
RIDDLES = 10  # of each level
LONGEST = 120  # characters of a text that is tried as a kernel

Question = tuple[int, bool, Kernel]


def watched(theorem: Theorem, seen: set[str]) -> Theorem:
    """Return a copy of the theorem that records its findings.

    The copy adds its name to `seen` whenever it finds something.
    """

    def noting(hook: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            found = hook(*args)
            if found is not None:
                seen.add(theorem.name)
            return found

        return call

    return replace(theorem, **{hook: noting(own) for hook in HOOKS if (own := getattr(theorem, hook)) is not None})


def judged(question: Question, theorems: Iterable[Theorem]) -> kv.Judgement:
    """Return the judgement by these theorems alone.

    The prover's cache is emptied before and after.
    """
    d, nonnegative, k = question
    with using(tuple(theorems)):
        forget()
        found = kv.judge(k, d=d, nonnegative=nonnegative)
    forget()
    return found


def by_rules_alone(proof: Proof) -> bool:
    """Return True if the proof uses the rules of its nodes only."""
    own = proof.rule is proof.kernel.rule or (proof.way == "definition" and proof.kernel.expand() is not None)
    return own and all(map(by_rules_alone, proof.parts))


def measured(question: Question) -> tuple[str, set[str], list[str]]:
    """Return (verdict, theorems that found something, theorems without which the verdict changes)."""
    seen: set[str] = set()
    found = judged(question, [watched(theorem, seen) for theorem in THEOREMS])
    verdict = found.verdict
    # a refutation by points and a proof by the rules of nodes need no theorem
    if (
        verdict is kv.Verdict.OPEN
        or found.witness is not None
        or (found.proof.complete and by_rules_alone(found.proof))
    ):
        return verdict.value, seen, []
    others = ((name, [theorem for theorem in THEOREMS if theorem.name != name]) for name in sorted(seen))
    return verdict.value, seen, [name for name, rest in others if judged(question, rest).verdict is not verdict]


def shipped() -> list[Question]:
    """Return every kernel that ships, with each space to judge it on."""
    texts = {leaf.text for d in (1, 2, 3) for leaf in leaves(d)}
    files = [*ROOT.glob("kernviz/**/*.py"), *ROOT.glob("kernviz/**/*.toml"), *ROOT.glob("tests/test_notes*.py")]
    for path in files:
        texts |= set(_texts(path))
    for level in range(1, LEVELS + 1):
        texts |= {str(riddle(7, number, level).kernel) for number in range(1, RIDDLES + 1)}
    found = []
    for text in sorted(texts):
        try:
            k = parse(text)
            spaces = SPACES if (k.kind or "vectors") == "vectors" else SPACES[:1]
        except (ValueError, RecursionError):
            continue
        found += [(d, nonnegative, k) for d, nonnegative in spaces]
    return found


def _texts(path: Path) -> Iterator[str]:
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        found: Iterable[str] = re.findall(r'"([^"\n]+)"|`([^`\n]+)`', source)
        yield from (text for pair in found for text in pair if 0 < len(text) <= LONGEST)
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and 0 < len(node.value) <= LONGEST:
            yield node.value


def table(rows: dict[str, tuple[Counter[str], Counter[str]]], sizes: dict[str, int]) -> Iterator[str]:
    """Yield the lines of a Markdown table of the theorems.

    A line has a theorem, what it found, and what it decided alone.
    """
    names = list(rows)
    yield "| Theorem | Source | " + " | ".join(f"{n}: found | alone" for n in names) + " |"
    yield "|---|---|" + "---:|---:|" * len(names)
    for theorem in THEOREMS:
        cells = " | ".join(f"{rows[n][0][theorem.name]} | {rows[n][1][theorem.name]}" for n in names)
        yield f"| {theorem.name} | {theorem.source} | {cells} |"
    yield ""
    yield from (f"{name}: {size} questions" for name, size in sizes.items())


def main() -> None:
    """Measure, and print the table."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--number", type=int, default=1000)
    reader.add_argument("--seed", type=int, default=1)
    said = reader.parse_args()
    rows, sizes = {}, {}
    for name, questions in (("random", expressions(said.number, said.seed)), ("shipped", shipped())):
        seen, alone, verdicts = Counter[str](), Counter[str](), Counter[str]()
        for question in questions:
            try:
                verdict, found, needed = measured(question)
            except ValueError:  # does not fit this space
                continue
            verdicts[verdict] += 1
            seen.update(found)
            alone.update(needed)
        rows[name], sizes[f"{name}, {dict(verdicts)}"] = (seen, alone), verdicts.total()
    print("\n".join(table(rows, sizes)))


if __name__ == "__main__":
    main()
