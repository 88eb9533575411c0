"""Interface of a scene to the quantities computed in it."""

from __future__ import annotations

from typing import Protocol

from kernviz.courses.language import Value
from kernviz.lessons.lesson import Lesson
from kernviz.lessons.state import Subject


class SceneValues(Protocol):
    """Interface of a scene for computing quantities.

    Members are a page's state and lesson, the clicked points, and the values of expressions there.
    """

    @property
    def state(self) -> Subject: ...
    @property
    def chosen(self) -> tuple[int, ...]: ...
    @property
    def lesson(self) -> Lesson: ...
    def of(self, name: str, arguments: tuple[Value, ...] | None) -> Value: ...
    def value(self, expression: str) -> Value: ...
    def after(self, state: str) -> SceneValues: ...
