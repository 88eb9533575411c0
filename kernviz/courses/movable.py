"""Movable parameters of a step's picture, by the names a course gives."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from kernviz.courses.error_places import hint
from kernviz.courses.language import LanguageError
from kernviz.courses.scene import Scene
from kernviz.kernels.numbers import numbers
from kernviz.lessons.declarations import Declared
from kernviz.lessons.state import applying
from kernviz.wording import say


def controlled_params(scene: Scene, controls: Iterable[str]) -> tuple[str, ...]:
    """Return the query parameters that the controls of a step move.

    Numbers of the kernel are not among them. Controls that the scene lacks are left out: the scene of an answer may be
    on another page.
    """
    found: list[str] = []
    for name in controls:
        with suppress(LanguageError):
            if not isinstance(resolved := control(scene, name), str):
                found += [param.name for param in resolved[1].params(resolved[0], scene.state)]
    return tuple(found)


def control(scene: Scene, name: str) -> tuple[str, Declared] | str:
    """Return the control for a name in `controls`.

    The control is a field of the page's State, or the address of a number of the kernel. Raises
    LanguageError for a name without meaning.
    """
    fields = {item: one for item, one in applying(scene.state).items() if not one.hidden}
    for item, declared in fields.items():
        if name == item or name in declared.names:
            return item, declared
    inside = numbers(scene.state.kernel, scene.state.data.d)
    for number in inside:
        if name in (number.address[-1], ".".join(number.address)):
            return ".".join(number.address)
    there = [*fields, *dict.fromkeys(number.address[-1] for number in inside)]
    raise LanguageError(say("nothing called “{name}” can be moved here: {hint}", name=name, hint=hint(name, there)))
