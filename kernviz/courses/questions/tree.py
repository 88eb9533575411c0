"""Question answered by placing a kernel in a tree of closure rules.

The tree is a kernel with one empty place. A candidate is right if the prover proves the whole tree with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from kernviz.courses.error_places import at
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.base import (
    AnswerJudgement,
    check_different,
    check_keys,
    check_texts,
    needed,
    nudged,
    tell_apart,
    text,
    texts,
)
from kernviz.courses.questions.choose import Choose, Option
from kernviz.courses.scene import Scene
from kernviz.courses.scene_queries import judgement_in, kernel, points_of
from kernviz.kernels import Kernel
from kernviz.kernels.menu import misfit
from kernviz.lessons.lecture_notation import formula
from kernviz.lessons.number_format import at as at_place
from kernviz.mercer import Judgement, Proof, Verdict
from kernviz.wording import listed, say, spoken

FIELDS = ("kind", "ask", "tree", "candidates", "in_order", "because", "nudge")
EMPTY = re.compile(r"(?<!\w)_(?!\w)")  # the empty place in the text of a tree
STAND_IN = "rbf(gamma=0.7391)"  # stands for the empty place, where the tree is drawn
BOX = r"\square"
MINUS = re.compile(r"-(?=\d)")


@dataclass(frozen=True)
class TreeRow:
    """Row of a tree: level, formula and rule.

    The level counts from the left, the formula is TeX. The formula of the empty place is "".
    """

    level: int
    formula: str
    rule: str


@dataclass(frozen=True)
class Tree(Choose):
    """Question with candidates for the empty place of a tree of rules.

    An answer is the number of a candidate, counted from 1 in the order of the file.
    """

    kind: ClassVar[str] = "tree"
    tree: str = ""
    because: str = ""

    def words(self, place: int, scene: Scene) -> str:
        return f"${formula(self._candidate(place, scene), scene.state.speak)}$"

    def whole(self, place: int, scene: Scene) -> Kernel:
        """Return the kernel of the tree with a candidate in it.

        Raises LanguageError if it does not fit the data.
        """
        found = self._filled(f"({scene.filled(self.options[place].words, plain=True)})", scene)
        if reason := misfit(found, scene.state.data.d):
            raise LanguageError(reason)
        return found

    def rows(self, scene: Scene) -> Iterator[TreeRow]:
        """Yield the rows of the tree, each node before its parts."""
        stand_in = kernel(STAND_IN)
        sign = formula(stand_in, scene.state.speak)

        def visit(node: Kernel, level: int) -> Iterator[TreeRow]:
            if node == stand_in:
                yield TreeRow(level, "", say("empty place"))
                return
            drawn = formula(node, scene.state.speak).replace(sign, BOX)
            yield TreeRow(level, drawn, spoken(node.rule.name if node.rule else node.title))
            for child in node.children:
                yield from visit(child, level + 1)

        return visit(self._filled(STAND_IN, scene), 0)

    def holds(self, place: int, scene: Scene) -> bool:
        """Return True if the prover proves the tree with a candidate."""
        return self._judgement(place, scene).verdict is Verdict.PROVEN

    def judge(self, answer: str, scene: Scene) -> AnswerJudgement:
        place = self._place(answer)
        found, words = self._judgement(place, scene), self.words(place, scene)
        if found.verdict is Verdict.PROVEN:
            return AnswerJudgement(True, words, f"{found.sentence} {scene.filled(self.because)}".strip())
        return AnswerJudgement(False, words, f"{_broken(found.proof, scene)} {_refuted(found)}".strip())

    def nudge(self, answer: str, scene: Scene) -> str:
        """Return a computation that refutes the tree of a first wrong answer.

        Without points that refute it, a line of the tree to look at is named.
        """
        place = self._place(answer)
        whole, found = self.whole(place, scene), self._judgement(place, scene)
        if found.witness is None:
            named = _formula(_innermost(found.proof).kernel, scene)
            return nudged(say("Look at the line {formula}: which rule is it made by?", formula=named), self.hint, scene)
        d = points_of(scene).d
        message = say(
            "With this candidate the tree is {formula}. Compute its matrix at {points}. {question}",
            formula=_formula(whole, scene),
            points=_points(found),
            question=str(scene.value(f'question on the witness("{whole}", {d})')),
        )
        return nudged(message, self.hint, scene)

    def check(self, scene: Scene) -> None:
        with at("tree"):
            if len(EMPTY.findall(scene.filled(self.tree, plain=True))) != 1:
                raise LanguageError(say("the tree needs one empty place, written _, as in exp(_)"))
            if not any(not row.formula for row in self.rows(scene)):
                raise LanguageError(say("the empty place is no line of this tree: write it as a part of a rule"))
        for place in range(len(self.options)):
            with at("candidates"):
                if self._judgement(place, scene).verdict is Verdict.OPEN:
                    candidate = self.options[place].words
                    raise LanguageError(
                        say(
                            "the prover finds neither a proof nor a refutation of the tree with “{candidate}”",
                            candidate=candidate,
                        )
                    )
        check_texts(scene, because=self.because, nudge=self.hint)
        with at("candidates"):
            tell_apart(self, scene)

    def check_distance(self, scene: Scene) -> None:
        """Raise LanguageError if two candidates read alike."""
        check_different((self.words(place, scene) for place in range(len(self.options))), "candidates")

    def _candidate(self, place: int, scene: Scene) -> Kernel:
        return kernel(scene.filled(self.options[place].words, plain=True))

    def _filled(self, candidate: str, scene: Scene) -> Kernel:
        return kernel(EMPTY.sub(lambda _: candidate, scene.filled(self.tree, plain=True)))

    def _judgement(self, place: int, scene: Scene) -> Judgement:
        return judgement_in(self.whole(place, scene), points_of(scene).d)


def _innermost(proof: Proof) -> Proof:
    """Return the innermost line of a proof at which it stops."""
    below = next((part for part in proof.parts if not part.complete), None)
    return proof if below is None else _innermost(below)


def _broken(proof: Proof, scene: Scene) -> str:
    """Return a sentence on the rule that is broken, with its condition."""
    line = _innermost(proof)
    stopped_at = _formula(line.kernel, scene)
    failed = [str(premise) for premise in line.premises if not premise.holds]
    if line.method == "none" or not failed:
        return say("No rule makes {formula} a kernel.", formula=stopped_at)
    return say(
        "The rule “{rule}” is broken at {formula}: {why}.",
        rule=spoken(line.rule.name),
        formula=stopped_at,
        why=MINUS.sub("−", failed[0]),
    )


def _refuted(found: Judgement) -> str:
    """Return the verdict on the whole tree, with refuting points."""
    if found.witness is None:
        return found.sentence
    one = len(found.witness) == 1
    points = (
        say("The point: {points}.", points=_points(found))
        if one
        else say("The points: {points}.", points=_points(found))
    )
    return f"{found.sentence} {points}"


def _points(found: Judgement) -> str:
    assert found.witness is not None
    return listed([at_place(x) for x in found.witness.points])


def _formula(found: Kernel, scene: Scene) -> str:
    return f"${formula(found, scene.state.speak)}$"


def read(table: Mapping[str, Any]) -> Tree:
    """Return the tree question of a file's table."""
    check_keys(table, say("this question"), *FIELDS)
    needed(table, "tree", "ask", "tree", "candidates")
    found = texts(table, "candidates")
    if len(found) < 2:
        with at("candidates"):
            raise LanguageError(say("a tree needs two candidates at least"))
    return Tree(
        text(table, "ask"),
        tuple(Option(words, "") for words in found),
        bool(table.get("in_order", False)),
        text(table, "nudge"),
        text(table, "tree"),
        text(table, "because"),
    )
