"""What every kind of question can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from kernviz.courses.language import LanguageError
from kernviz.courses.scene import Scene
from kernviz.wording import Phrase, say


@dataclass(frozen=True)
class Judgement:
    """An answer, judged: whether it is right, how it was understood (markdown), and the reason true of it."""

    right: bool
    understood: str
    reason: str = ""


class Question(Protocol):
    """One kind: how it is asked is a template, what is right is computed in the scene of the variant."""

    kind: ClassVar[str]

    @property
    def ask(self) -> str:
        """The question, with ``{=…}`` where numbers of the variant stand."""

    def understood(self, answer: str, scene: Scene) -> str:
        """The answer as it is read, in markdown. LanguageError where it cannot be read."""

    def judge(self, answer: str, scene: Scene) -> Judgement:
        """Right or not, and why. LanguageError where the answer cannot be read."""

    def solution(self, scene: Scene) -> str:
        """An answer that is right."""

    def slips(self, scene: Scene) -> tuple[str, ...]:
        """Answers that are wrong, each with a reason of its own; at least one."""


def needed(table: Mapping[str, Any], kind: str, *names: str) -> None:
    """LanguageError where the question lacks one of these."""
    for name in names:
        if name not in table:
            raise LanguageError(say("a question of the kind {kind} needs “{name}”", kind=kind, name=name))


def only(table: Mapping[str, Any], what: str, *names: str) -> None:
    """LanguageError where a table has an entry that means nothing."""
    for name in table:
        if name not in names:
            raise LanguageError(
                say("“{name}” means nothing in {what}: there are {names}", name=name, what=what, names=", ".join(names))
            )


def text(table: Mapping[str, Any], name: str, default: str = "") -> str:
    """A text of the table. LanguageError where it is something else."""
    found = table.get(name, default)
    if isinstance(found, bool) or not isinstance(found, str | int | float):
        raise LanguageError(say("“{name}” must be a text", name=name))
    return found if isinstance(found, Phrase) else str(found).strip()
