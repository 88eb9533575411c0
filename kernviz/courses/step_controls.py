"""Controls of a step as values, and answers made with them.

No Streamlit is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kernviz.courses import movable
from kernviz.courses.course import Step
from kernviz.courses.language import LanguageError
from kernviz.courses.scene import Scene, address
from kernviz.courses.scene_queries import points_of
from kernviz.data.untrusted_text import unveil
from kernviz.kernels.numbers import numbers, with_number
from kernviz.lessons.address import written
from kernviz.wording import say

FARTHEST = 1e6  # largest absolute value of a control without a range of its own
LIKE_FLAGS = ("true", "false")
AXES = ("x", "y")


@dataclass(frozen=True)
class Control:
    """Control of a step: its name in the answer, and its values.

    `axis` is "x" or "y" for a coordinate of a place in the picture, which a tap sets.
    """

    name: str
    label: str
    value: str
    low: float = -FARTHEST
    high: float = FARTHEST
    log: bool = False
    whole: bool = False
    options: tuple[str, ...] = ()
    axis: str = ""


def controls(step: Step, scene: Scene) -> Iterator[Control]:
    """Yield the controls of the step.

    A number of the kernel has its address for a name.
    """
    for control in step.controls:
        resolved = movable.control(scene, control)
        if isinstance(resolved, str):
            inside = next(n for n in numbers(scene.state.kernel, scene.state.data.d) if ".".join(n.address) == resolved)
            p = inside.param
            yield Control(resolved, inside.label, f"{inside.value:g}", p.low, p.high, p.log, p.whole)
            continue
        name, declared = resolved
        values = declared.values(scene.state, getattr(scene.state, name))
        params = declared.params(name, scene.state)
        places = zip(scene.state.data.columns, AXES, strict=False) if declared.kind == "place" else ()
        for param, value, (column, axis) in zip(params, values, (*places, *[("", "")] * len(params)), strict=False):
            options = LIKE_FLAGS if param.kind == "flag" else param.options
            low, high = (max(-FARTHEST, declared.low), min(FARTHEST, declared.high))
            if declared.whole and declared.default is None:  # the number of a point
                high = min(high, points_of(scene).n)
            label = ", ".join(filter(None, (unveil(param.label) or unveil(declared.label), unveil(column))))
            text = "" if value is None else unveil(written(value))
            yield Control(param.name, label, text, low, high, declared.log, declared.whole, options, axis)


def moved(step: Step, scene: Scene, answer: str) -> str:
    """Return the changed values of the controls as an answer.

    `answer` holds values by the names of controls. Changed numbers of the kernel become the value ``k``.
    Raises LanguageError for a name that is no control, for a coordinate that is no number, and for a number
    out of its range.
    """
    known = {control.name: control for control in controls(step, scene)}
    addresses = {".".join(n.address): n for n in numbers(scene.state.kernel, scene.state.data.d)}
    kernel, changed = scene.state.kernel, dict[str, str]()
    for name, value in address(answer)[1].items():
        if name not in known:
            raise LanguageError(say("“{name}” cannot be moved here", name=name))
        if name not in addresses:
            if known[name].axis and value != known[name].value:
                _number(value, known[name])
            changed[name] = value
        elif value != known[name].value:
            kernel = with_number(kernel, addresses[name].address, _number(value, known[name]))
    if kernel != scene.state.kernel:
        changed["k"] = str(kernel)
    start: Mapping[str, str] = {name: control.value for name, control in known.items()}
    return "&".join(f"{name}={value}" for name, value in changed.items() if value != start.get(name))


def by_controls(step: Step, scene: Scene, answer: str) -> str:
    """Return an answer in the values of the step's controls.

    Numbers of the kernel are given by their address, so that the controls can be set to the answer.
    """
    params = address(answer)[1]
    if step.question.kind != "move" or "k" not in params:
        return answer
    there = scene.moved({"k": params.pop("k")})
    inside = {".".join(n.address): f"{n.value:.12g}" for n in numbers(there.state.kernel, there.state.data.d)}
    params |= {control.name: inside[control.name] for control in controls(step, scene) if control.name in inside}
    return "&".join(f"{name}={value}" for name, value in params.items())


def _number(text: str, control: Control) -> float:
    try:
        value = float(text)
    except ValueError:
        raise LanguageError(say("“{text}” is no number", text=text[:20])) from None
    if not control.low <= value <= control.high:
        raise LanguageError(
            say("{label} is between {low} and {high}", label=control.label, low=control.low, high=control.high)
        )
    return value
