"""Question answered by a sketch with a few clicks.

The sketch is right if it agrees well enough with the machine's drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from kernviz.arrays import Array
from kernviz.courses.error_places import at, hint
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.base import (
    AnswerJudgement,
    check_keys,
    check_texts,
    needed,
    nudged,
    share,
    tell_apart,
    text,
)
from kernviz.courses.questions.sketches import FIELDS, MOST, SKETCHES, Sketch
from kernviz.courses.scene import Scene
from kernviz.lessons.number_format import percent
from kernviz.lessons.shared.typed_points import LARGEST
from kernviz.wording import say


@dataclass(frozen=True)
class Draw:
    """Question answered by a sketch.

    The answer is a list of corners, ``x y; x y; …``. `sketch` is the kind of drawing, and `least` the
    agreement needed, a share.
    """

    kind: ClassVar[str] = "draw"
    ask: str
    sketch: Sketch
    least: float
    because: str = ""
    hint: str = ""

    def understood(self, answer: str, scene: Scene) -> str:
        return self.sketch.understood(read_corners(answer), scene)

    def judge(self, answer: str, scene: Scene) -> AnswerJudgement:
        corners = read_corners(answer)
        agreed = self.sketch.agreement(corners, scene)
        agreement = self.sketch.agreement_words(agreed, corners, scene)
        least_share = self.sketch.share_asked(self.least, scene)
        right = agreed >= least_share
        because = scene.filled(self.because) if right else ""
        reason = (
            f"{agreement}. {because}".strip()
            if right
            else say("{agreement}. At least {least} is asked for.", agreement=agreement, least=percent(least_share))
        )
        return AnswerJudgement(right, self.sketch.understood(corners, scene), reason)

    def nudge(self, answer: str, scene: Scene) -> str:
        corners = read_corners(answer)
        agreed, least_share = self.sketch.agreement(corners, scene), self.sketch.share_asked(self.least, scene)
        message = say("Agreement: {share}; asked for: {least}.", share=percent(agreed), least=percent(least_share))
        return nudged(f"{message} {self.sketch.deviation_words(corners, scene)}", self.hint, scene)

    def solution(self, scene: Scene) -> str:
        corners = self.sketch.solution(scene)
        if self.sketch.agreement(corners, scene) < self.sketch.share_asked(self.least, scene):
            raise LanguageError(say("what this machine draws is not one line"))
        return corners_text(corners)

    def slips(self, scene: Scene) -> tuple[str, ...]:
        return tuple(corners_text(corners) for corners in self.sketch.careless(scene) if self._is_one(corners, scene))

    def _is_one(self, corners: Array, scene: Scene) -> bool:
        """Return True if corners can be read as this kind of sketch."""
        try:
            return bool(self.sketch.understood(corners, scene))
        except LanguageError:
            return False

    def check(self, scene: Scene) -> None:
        check_texts(scene, because=self.because, nudge=self.hint)
        self.sketch.check(scene)
        with at("what"):
            self.judge(self.solution(scene), scene)

    def check_distance(self, scene: Scene) -> None:
        """Raise LanguageError if a careless sketch passes.

        Such sketches are straight lines through the picture, and scribbles.
        """
        with at("what"):
            tell_apart(self, scene)


def corners_text(corners: Iterable[Iterable[float]]) -> str:
    """Return the corners of a sketch as the text of an answer."""
    return "; ".join(f"{x:.4g} {y:.4g}" for x, y in corners)


def read_corners(answer: str) -> Array:
    """Return the corners of a sketch, shape (m, 2).

    Raises LanguageError unless they are two to MOST points within ±LARGEST that are not all equal.
    """
    try:
        corners = np.array([[float(v) for v in pair.split()] for pair in answer.split(";")], dtype=float)
    except ValueError:
        raise LanguageError(say("click at least two corners of your sketch in the picture")) from None
    listed = corners.ndim == 2 and corners.shape[1] == 2 and 2 <= len(corners) <= MOST
    if not listed or not (np.abs(corners) <= LARGEST).all():  # also True for nan
        raise LanguageError(say("a sketch has two to {limit} corners: click them in the picture", limit=MOST))
    if not np.ptp(corners, axis=0).any():
        raise LanguageError(say("all corners are in one place: click along your sketch"))
    return corners


def read(table: Mapping[str, Any]) -> Draw:
    """Return the sketch question of a file's table."""
    check_keys(table, say("this question"), *FIELDS)
    needed(table, "draw", "ask")
    what = text(table, "what", "border")
    if what not in SKETCHES:
        with at("what"):
            raise LanguageError(say("“{what}” cannot be drawn: {hint}", what=what, hint=hint(what, SKETCHES)))
    sketch = SKETCHES[what](table)
    return Draw(
        text(table, "ask"), sketch, share(table, "least", sketch.least), text(table, "because"), text(table, "nudge")
    )
