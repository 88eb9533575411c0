"""Vocabulary of quantities a course can ask for.

Further quantities are in kernel_quantities.py, machine_quantities.py and point_quantities.py.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from kernviz.courses.kernel_quantities import OF_KERNELS
from kernviz.courses.language import LanguageError, Value
from kernviz.courses.machine_quantities import OF_MACHINES
from kernviz.courses.point_quantities import OF_POINTS
from kernviz.courses.scene_queries import Quantity, number, whole_number
from kernviz.courses.scene_values import SceneValues
from kernviz.lessons.part import typed
from kernviz.wording import english, phrase, say, with_exponents

LARGEST_FACTORIAL = 170  # 170! is the largest factorial below the largest float


def _read(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    """Return the number in a read-out of the page, as shown.

    The read-out is given by the beginning of its English label.
    """
    wanted = str(arguments[0]) if arguments else ""
    for numbers in scene.lesson.readouts:
        for item in numbers.items:
            if typed(english(item.label)).startswith(typed(wanted)):
                value = with_exponents(item.value).replace("−", "-").replace(",", ".")
                found = re.search(r"-?\d+\.?\d*(e-?\d+)?", value)
                if found:
                    return float(found[0]) / (100 if "%" in item.value else 1)
    raise LanguageError(say("the page has no read-out “{wanted}”", wanted=wanted))


def _elsewhere(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    """Return the value of an expression after values were moved.

    An example is ``with("C=100", "margin")``.
    """
    state, expression = (str(argument) for argument in (*arguments, "", "")[:2])
    return scene.after(state).value(expression)


def _of_several(pick: Callable[..., float]) -> Callable[[SceneValues, tuple[Value, ...]], Value]:
    return lambda _, arguments: pick(*(number(v) for v in arguments), *([number(arguments[0])]))


def _pick(_: SceneValues, arguments: tuple[Value, ...]) -> Value:
    place = whole_number(arguments[0]) if arguments else 0
    if not 1 <= place < len(arguments):
        raise LanguageError(say("pick({place}, …) has no such place", place=place))
    return arguments[place]


def _maths(name: str) -> Callable[[SceneValues, tuple[Value, ...]], Value]:
    functions: dict[str, Callable[[float], float]] = {
        "exp": math.exp,
        "sqrt": math.sqrt,
        "log": math.log,
        "abs": abs,
        "round": lambda v: float(round(v)),
        "factorial": _factorial,
    }

    def of(_: SceneValues, arguments: tuple[Value, ...]) -> Value:
        try:
            return float(functions[name](number(arguments[0])))
        except LanguageError:
            raise
        except (ValueError, OverflowError, IndexError):
            raise LanguageError(say("{name} of that is no number", name=name)) from None

    return of


def _factorial(v: float) -> float:
    if not 0 <= v <= LARGEST_FACTORIAL:
        raise LanguageError(say("factorial takes a number from 0 to {most}", most=LARGEST_FACTORIAL))
    return float(math.factorial(whole_number(v)))


SHARES = {phrase("training error"), phrase("held-out error")}  # quantities given in percent

CALLED = {  # quantity -> its name in a sentence; others have their own names
    "energy": "cᵀKc",
    "readout": "{what}",
    "output": "f",
    "uses": phrase("how often {what} stands in it"),
    "variance along": phrase("variance along u"),
    "squared norm of the mean": "‖Φ̄‖²",
    "distance": phrase("distance of the images"),
    "angle": phrase("angle of the images"),
    "change by a point": phrase("change of f"),
    **{
        str(name): name
        for name in (
            *SHARES,
            phrase("number of points"),
            phrase("number of support vectors"),
            phrase("number of features"),
            phrase("points your line gets wrong"),
            phrase("errors of the best cut"),
            phrase("points the border gets wrong"),
            phrase("margin of your line"),
            phrase("largest variance"),
            phrase("distance to the centre"),
            phrase("distance to the nearest point"),
            phrase("sum of squares"),
            phrase("least sum of squares"),
            phrase("λ_min of the chosen"),
            phrase("chosen"),
            phrase("verdict"),
        )
    },
}

QUANTITIES: dict[str, Quantity] = {
    **OF_MACHINES,
    **OF_POINTS,
    **OF_KERNELS,
    "max": Quantity(phrase("the largest"), _of_several(max)),
    "min": Quantity(phrase("the smallest"), _of_several(min)),
    "readout": Quantity(phrase("a read-out of the page, by the beginning of its label"), _read),
    "with": Quantity(phrase("something after a move: with(state, expression)"), _elsewhere),
    "pick": Quantity(phrase("the first, second, … of several"), _pick),
    **{name: Quantity(name, _maths(name)) for name in ("exp", "sqrt", "log", "abs", "round", "factorial")},
}
