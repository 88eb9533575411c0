"""Interface of all kinds of questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from kernviz.courses.error_places import at, hint
from kernviz.courses.language import LanguageError
from kernviz.courses.scene import Scene
from kernviz.wording import Phrase, say

STATE_KINDS = ("move", "write")  # kinds of questions whose answer is a state of the picture


@dataclass(frozen=True)
class AnswerJudgement:
    """Judgement of an answer: right or wrong, with the reason.

    `understood` is the answer as it was read. `understood` and `reason` are Markdown.
    """

    right: bool
    understood: str
    reason: str = ""


class Question(Protocol):
    """Interface of one kind of question.

    A question holds its texts as templates. The right answer is computed in the scene of a variant.
    """

    kind: ClassVar[str]

    @property
    def ask(self) -> str:
        """Return the text of the question.

        ``{=…}`` stands for numbers of the variant.
        """

    def understood(self, answer: str, scene: Scene) -> str:
        """Return the answer as understood, in markdown.

        Raises LanguageError if the answer cannot be read.
        """

    def judge(self, answer: str, scene: Scene) -> AnswerJudgement:
        """Judge an answer and return the judgement with a reason.

        Raises LanguageError if the answer cannot be read.
        """

    def nudge(self, answer: str, scene: Scene) -> str:
        """Return words for a first wrong answer.

        The words are true of this answer, and do not give the right answer away.
        """

    def solution(self, scene: Scene) -> str:
        """Return a right answer."""

    def slips(self, scene: Scene) -> tuple[str, ...]:
        """Return wrong answers with different reasons.

        There is at least one wrong answer.
        """

    def check(self, scene: Scene) -> None:
        """Compute all texts of the question in a scene.

        Raises LanguageError, with its place in the question's table, if one cannot be computed, a right answer is
        refused, or a wrong one accepted.
        """

    def check_distance(self, scene: Scene) -> None:
        """Raise LanguageError if right and wrong answers are too close.

        A student could then not distinguish them. The error has its place in the question's table.
        """


def tell_apart(question: Question, scene: Scene) -> None:
    """Raise LanguageError if a known answer is misjudged.

    The question's own solution must not be refused. A known wrong answer must not be accepted, and
    must have a reason.
    """
    if not question.judge(question.solution(scene), scene).right:
        raise LanguageError(say("its own solution is not right"))
    for slip in question.slips(scene):
        found = question.judge(slip, scene)
        if found.right:
            raise LanguageError(say("the wrong answer “{slip}” is taken for right", slip=slip))
        if not found.reason:
            raise LanguageError(say("the wrong answer “{slip}” is given no reason", slip=slip))


def check_texts(scene: Scene, **texts: str) -> None:
    """Compute texts in a scene, each under the name of its entry.

    Raises LanguageError, with the entry, if one cannot be computed.
    """
    for name, template in texts.items():
        with at(name):
            scene.filled(template)


def check_different(options: Iterable[str], entry: str, *below: str) -> None:
    """Raise LanguageError if an option reads like one before.

    The error's place is `entry`, the number of the option, and `below`.
    """
    before = set[str]()
    for place, option in enumerate(options):
        if option in before:
            with at(entry, place, *below):
                raise LanguageError(say("two options have the same text"))
        before.add(option)


@dataclass(frozen=True)
class ByCondition:
    """Question whose right answers meet a condition.

    `one` is a right answer, `wrong` are wrong ones. `because` is the text shown for a right answer, `hint` for a
    wrong one.
    """

    ask: str
    condition: str
    one: str
    because: str = ""
    wrong: tuple[str, ...] = ()
    hint: str = ""

    @staticmethod
    def fields(table: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of such a question in a file's table."""
        given = {name: text(table, name) for name in ("ask", "condition", "because")}
        return given | {"one": text(table, "solution"), "wrong": texts(table, "wrong"), "hint": text(table, "nudge")}

    def solution(self, scene: Scene) -> str:
        return scene.filled(self.one, plain=True)

    def slips(self, scene: Scene) -> tuple[str, ...]:
        return tuple(scene.filled(wrong, plain=True) for wrong in self.wrong)

    def judged_in(self, there: Scene, understood: str, scene: Scene) -> AnswerJudgement:
        """Judge an answer by the condition in the state `there`.

        `scene` is the scene of the question. A state without a machine is a wrong answer, with this reason.
        """
        try:
            if there.holds(self.condition):
                return AnswerJudgement(True, understood, there.filled(self.because))
            return AnswerJudgement(False, understood, there.failing(self.condition, scene.filled(self.ask)))
        except LanguageError as problem:
            return AnswerJudgement(False, understood, str(problem))


def nudged(message: str, hint: str, scene: Scene) -> str:
    """Return the words for a first wrong answer, with the file's hint."""
    return f"{message} {scene.filled(hint)}".strip() if hint else message


def needed(table: Mapping[str, Any], kind: str, *names: str, entry: str = "") -> None:
    """Raise LanguageError if the question lacks a required entry.

    `entry` is the part of the question that has the table, such as option; "" is the question itself.
    """
    for name in names:
        if name not in table:
            if entry:
                raise LanguageError(
                    say(
                        "a question of the kind {kind} needs “{name}” for each {part}", kind=kind, name=name, part=entry
                    )
                )
            raise LanguageError(say("a question of the kind {kind} needs “{name}”", kind=kind, name=name))


def check_keys(table: Mapping[str, Any], what: str, *names: str) -> None:
    """Raise LanguageError if a table has an unknown entry."""
    for name in table:
        if name not in names:
            with at(name):
                raise LanguageError(
                    say("“{name}” means nothing in {what}: {hint}", name=name, what=what, hint=hint(name, names))
                )


def said_or(table: Mapping[str, Any], key: str, default: str) -> str:
    """Return the text under a key, or the default without one."""
    found = table.get(key, default)
    return found if isinstance(found, str) else default


def text(table: Mapping[str, Any], name: str, default: str = "") -> str:
    """Return a text of the table.

    Raises LanguageError for anything else.
    """
    found = table.get(name, default)
    if isinstance(found, bool) or not isinstance(found, str | int | float):
        with at(name):
            raise LanguageError(say("“{name}” must be a text", name=name))
    return found if isinstance(found, Phrase) else str(found).strip()


def texts(table: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Return a list of texts in the table.

    Raises LanguageError for anything else.
    """
    found = table.get(name, [])
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        with at(name):
            raise LanguageError(say("“{name}” must be a list of texts", name=name))
    return tuple(found)


def tables(table: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """Return the tables ``[[…name]]``.

    Raises LanguageError for anything else.
    """
    found = table.get(name, [])
    if not isinstance(found, list) or not all(isinstance(each, Mapping) for each in found):
        with at(name):
            raise LanguageError(say("“{name}” is written as a table of its own, [[step.question.{name}]]", name=name))
    return found


def share(table: Mapping[str, Any], name: str, default: float) -> float:
    """Return a number between 0 and 1 in the table.

    Raises LanguageError for anything else.
    """
    found = table.get(name, default)
    if isinstance(found, bool) or not isinstance(found, int | float) or not 0 < found < 1:
        with at(name):
            raise LanguageError(
                say("“{name}” must be a share between 0 and 1, such as {default:g}", name=name, default=default)
            )
    return float(found)
