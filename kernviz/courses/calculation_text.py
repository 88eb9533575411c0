"""Expressions of a course, written with the numbers of the variant."""

from __future__ import annotations

from kernviz.courses import language
from kernviz.courses.expression_text import ATOM, SUM, Notation, is_formula, notation
from kernviz.courses.failed_conditions import NUMBERS, written
from kernviz.courses.language import LanguageError, TextPart
from kernviz.courses.scene import NAMES
from kernviz.courses.scene_values import SceneValues
from kernviz.wording import listed

SPELLED = ("k", "max", "min")  # other functions that are written with their arguments


def with_numbers(scene: SceneValues, formula: str) -> str:
    """Return an expression with numbers in place of its names.

    An example is ``(2·3 + 1)²``. The result is "" for an expression that has no operation, or has a part without
    mathematical notation.
    """
    part = language.read(formula, NAMES)
    if part.sign != "call" and not is_formula(part):
        return ""

    def number(part: TextPart) -> Notation:
        if part.sign in ("number", "name"):
            value = language.value(part, scene.of)
            text = written(value)
            return text, SUM if isinstance(value, str | tuple) or text.startswith("−") or "·" in text else ATOM
        if part.sign == "call" and part.value in SPELLED:
            return f"{part.value}({listed([notation(operand, number)[0] for operand in part.parts])})", ATOM
        raise LanguageError(part.source)

    try:
        return notation(part, number)[0]
    except LanguageError:
        return ""


def tells(text: str, number: str) -> bool:
    """Return True if a text has a number as a whole."""
    return number in NUMBERS.findall(text)
