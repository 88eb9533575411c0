"""Expressions of a course, written with the numbers of the variant."""

from __future__ import annotations

from kernviz.courses import language
from kernviz.courses.failed_conditions import NUMBERS, written
from kernviz.courses.language import LanguageError, TextPart
from kernviz.courses.scene import NAMES
from kernviz.courses.scene_values import SceneValues
from kernviz.wording import listed

SIGNS = {"+": " + ", "-": " − ", "*": "·", "/": "/"}
AROUND = {"sqrt": ("√(", ")"), "abs": ("|", "|")}  # function -> signs around its argument
SPELLED = ("k", "max", "min")  # other functions that are written with their arguments
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
SUM, PRODUCT, POWER, NUMBER = 1, 2, 3, 4  # how tightly a text holds together


def with_numbers(scene: SceneValues, formula: str) -> str:
    """Return an expression with numbers in place of its names.

    An example is ``(2·3 + 1)²``. The result is "" for an expression that has no operation, or has a part without
    mathematical notation.
    """
    part = language.read(formula, NAMES)
    if part.sign not in (*SIGNS, "^", "negative", "call"):
        return ""
    try:
        return _spelled(scene, part)[0]
    except LanguageError:
        return ""


def tells(text: str, number: str) -> bool:
    """Return True if a text has a number as a whole."""
    return number in NUMBERS.findall(text)


def _spelled(scene: SceneValues, part: TextPart) -> tuple[str, int]:
    """Return the text of a part, and how tightly it holds together."""
    match part.sign:
        case "number" | "name":
            value = language.value(part, scene.of)
            text = written(value)
            return text, SUM if isinstance(value, str | tuple) or text.startswith("−") or "·" in text else NUMBER
        case "+" | "-" | "*" | "/":
            own = SUM if part.sign in "+-" else PRODUCT
            left, right = part.parts
            return f"{_inside(scene, left, own)}{SIGNS[part.sign]}{_inside(scene, right, own + 1)}", own
        case "^":
            base, power = part.parts
            return f"{_inside(scene, base, NUMBER)}{_raised(*_spelled(scene, power))}", POWER
        case "call" if part.value == "exp" and len(part.parts) == 1:
            return f"e{_raised(*_spelled(scene, part.parts[0]))}", POWER
        case "negative":
            return f"−{_inside(scene, part.parts[0], PRODUCT)}", SUM
        case "call" if part.value in AROUND and len(part.parts) == 1:
            before, after = AROUND[part.value]
            return f"{before}{_spelled(scene, part.parts[0])[0]}{after}", NUMBER
        case "call" if part.value in SPELLED:
            return f"{part.value}({listed([_spelled(scene, operand)[0] for operand in part.parts])})", NUMBER
    raise LanguageError(part.source)


def _raised(power: str, tight: int) -> str:
    """Return an exponent as it stands after its base."""
    if power.isdecimal():
        return power.translate(RAISED)
    return f"^{power}" if tight == NUMBER else f"^({power})"


def _inside(scene: SceneValues, part: TextPart, least: int) -> str:
    """Return a part's text, bracketed if it binds less than `least`."""
    text, tight = _spelled(scene, part)
    return text if tight >= least else f"({text})"


__all__ = ["tells", "with_numbers"]
