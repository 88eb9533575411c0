"""State of a story's picture, at first and after its handles moved.

At first the state is that of the picture's address.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from kernviz.courses.language import LanguageError
from kernviz.courses.movable import control
from kernviz.courses.scene import Scene
from kernviz.data.untrusted_text import unveil
from kernviz.figures.figure import Figure
from kernviz.kernels.numbers import numbers, with_number
from kernviz.lessons.data_and_kernel import entries
from kernviz.lessons.lesson import Lesson
from kernviz.lessons.lesson import Picture as Drawn
from kernviz.lessons.part import Part
from kernviz.stories.blocks import Story, StoryHandle, StoryPicture
from kernviz.wording import say, spoken

POINTS, NOISE = ("n", 10.0, 200.0), ("noise", 0.0, 0.5)  # parameters of toy data: name and range of a handle
MOST_FINITE = 12.0  # upper end of a handle whose number is unbounded


@dataclass(frozen=True)
class Knob:
    """Number that a handle moves.

    The knob holds name and label of the number, its value at first, and its range. `log` is True for a
    logarithmic scale, and `whole` for whole numbers. `inside` is the address of the number in the
    kernel; "" for a number of the page or of the data.
    """

    name: str
    label: str
    value: float
    low: float
    high: float
    log: bool = False
    whole: bool = False
    inside: str = ""

    def fit(self, value: float) -> float:
        """Return the nearest number in the range, whole if it must be."""
        inside = min(max(value, self.low), self.high)
        return float(round(inside)) if self.whole else inside


def opened(picture: StoryPicture) -> Scene:
    """Return the scene of a picture before any move.

    Raises LanguageError if the picture's address means nothing.
    """
    return Scene.opened(picture.page, dict(picture.params))


def knob(picture: StoryPicture, handle: StoryHandle) -> Knob:
    """Return the number that a handle moves, with the handle's range.

    Raises LanguageError if the handle moves no number, or if its range is empty.
    """
    scene = opened(picture)
    found = _of_data(picture, scene, handle.name) or _of_page(scene, handle.name)
    low = found.low if handle.low is None else handle.low
    high = found.high if handle.high is None else handle.high
    if not low < high or (found.log and low <= 0):
        raise LanguageError(say("“{name}” has no range from {low:g} to {high:g}", name=handle.name, low=low, high=high))
    return Knob(found.name, found.label, found.value, low, high, found.log, found.whole, found.inside)


def knobs(story: Story, picture: StoryPicture) -> tuple[Knob, ...]:
    """Return the numbers that the handles of a picture move."""
    return tuple(knob(picture, handle) for handle in story.handles(picture.number))


def moved(picture: StoryPicture, known: tuple[Knob, ...], values: Mapping[str, float]) -> Scene:
    """Return the scene of a picture with some numbers moved.

    `values` holds the moved numbers by the name of the handle. Each number is kept in its range. Raises
    LanguageError if the kernel refuses a value.
    """
    scene = opened(picture)
    params, kernel = dict(picture.params), scene.state.kernel
    for moved_knob in known:
        if moved_knob.name not in values:
            continue
        value = moved_knob.fit(values[moved_knob.name])
        if moved_knob.inside:
            try:
                kernel = with_number(
                    kernel, tuple(moved_knob.inside.split(".")), int(value) if moved_knob.whole else value
                )
            except ValueError as problem:
                raise LanguageError(str(problem)) from None
            params["k"] = str(kernel)
        else:
            params[moved_knob.name] = f"{value:.12g}"
    return Scene.opened(picture.page, params, strict=False) if values else scene


def lesson(picture: StoryPicture, scene: Scene) -> Lesson:
    """Return the lesson that holds only the picture.

    Parts that the picture leaves out are missing. The notation is that of the state.
    """
    found = scene.shown(Part(picture.key, (), picture.hide).of)
    return found if found.picture is None else replace(found, picture=_still(found.picture))


def _still(drawn: Drawn) -> Drawn:
    """Return a picture without its play controls.

    The handles in the sentences take their place.
    """
    layout = {**drawn.figure.layout, "updatemenus": [], "sliders": []}
    if isinstance(meta := layout.get("meta"), Mapping):
        layout["meta"] = {key: value for key, value in meta.items() if key != "arrives"}
    return replace(drawn, figure=Figure(drawn.figure.data, layout))


def _of_data(picture: StoryPicture, scene: Scene, name: str) -> Knob | None:
    """Return the knob of a number of toy data.

    The number is the number of points, or the noise. None for any other name, and for data without
    that parameter.
    """
    own = entries().get(scene.state.data.name)
    for known, low, high in (POINTS, NOISE):
        if name == known and own is not None and name in own.parameters:
            value = float(dict(picture.params).get(name, own.parameters[name]))
            label = say("n, points") if name == "n" else say("noise")
            return Knob(name, label, value, low, high, whole=name == "n")
    return None


def _of_page(scene: Scene, name: str) -> Knob:
    resolved = control(scene, name)
    if isinstance(resolved, str):
        number = next(n for n in numbers(scene.state.kernel, scene.state.data.d) if ".".join(n.address) == resolved)
        spec = number.param
        high = min(spec.high, MOST_FINITE) if spec.high == float("inf") else spec.high
        return Knob(name, number.label, float(number.value), spec.low, high, spec.log, spec.whole, resolved)
    item, declared = resolved
    if declared.kind not in ("number", "vector"):
        raise LanguageError(say("“{name}” is no number: a handle can move only a number", name=name))
    values = declared.values(scene.state, getattr(scene.state, item))
    for param, value in zip(declared.params(item, scene.state), values, strict=False):
        if param.name == name and value is not None:
            label = spoken(unveil(param.label)) or declared.label
            return Knob(name, label, float(value), declared.low, declared.high, declared.log, declared.whole)
    raise LanguageError(say("“{name}” has no value to begin with", name=name))
