"""Failed conditions in words: the required and the actual value."""

from __future__ import annotations

import math
import re

from kernviz.courses import language
from kernviz.courses.expression_text import ATOM, Notation, is_formula, notation
from kernviz.courses.language import TextPart, Value
from kernviz.courses.quantities import CALLED, SHARES
from kernviz.courses.scene_values import SceneValues
from kernviz.kernels.numbers import numbers as kernel_numbers
from kernviz.lessons.notation import LectureSymbol, lecture_symbol
from kernviz.lessons.number_format import percent, vector
from kernviz.lessons.number_map import Map
from kernviz.lessons.state import declarations
from kernviz.mercer import Verdict
from kernviz.wording import decimal, say, short, spoken

NUMBERS = re.compile(r"[−-]?\d+(?:[.,]\d+)*(?:·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?(?: %)?")
WORDS = tuple(verdict.value for verdict in Verdict)  # words that a condition may contain without quotation marks
_TURNED = str.maketrans("<>≤≥", "><≥≤")


def failed_condition(scene: SceneValues, part: TextPart, ask: str | None) -> str:
    """Return a sentence on a failed comparison, with both values.

    `ask` is the text of a question that is still open. The sentence then hides a required number
    that this text does not have. None stands for no open question.
    """
    left, right = part.parts
    symbol = lecture_symbol_of(scene, left)
    if ask is not None and (away := _away(scene, part, ask, symbol.map if symbol else None)):
        return away
    if symbol is not None and symbol.map is not None:
        return _missed_there(scene, part, symbol, symbol.map)
    share = left.value in SHARES
    there, required = (written(language.value(side, scene.of), share=share) for side in (left, right))
    literal = right.sign in ("number", "text") or right.value in WORDS
    if right.value in WORDS:
        there, required = say(there), say(required)
    bare = literal or is_formula(right)
    wanted = _required(part.sign, required if bare else say("{value}, the {name}", value=required, name=_named(right)))
    return say("{called}: {value}; asked for: {wanted}", called=_called(scene, left), value=there, wanted=wanted)


def _required(sign: str, value: str) -> str:
    """Return the values that a comparison accepts, in words."""
    match sign:
        case "≠":
            return say("anything but {value}", value=value)
        case "<":
            return say("below {value}", value=value)
        case "≤":
            return say("at most {value}", value=value)
        case ">":
            return say("above {value}", value=value)
        case "≥":
            return say("at least {value}", value=value)
        case _:
            return value


def _away(scene: SceneValues, part: TextPart, ask: str, how: Map | None) -> str:
    """Return a sentence that a value is too small or too large.

    The sentence does not have the required number. The result is "" if no number is required, or if the
    question `ask` states it. Zero counts as stated: every “no”, “without” and “negative” says 0.
    """
    values = [language.value(operand, scene.of) for operand in part.parts]
    if part.sign == "≠" or values[1] == 0 or any(isinstance(value, str | tuple) for value in values):
        return ""
    there, required = (how.shown(float(value)) if how else float(value) for value in values)  # type: ignore[arg-type]
    share = part.parts[0].value in SHARES
    if math.isnan(there) or written(required, share=share) in NUMBERS.findall(ask):
        return ""
    sign = part.sign.translate(_TURNED) if how and how.p < 0 else part.sign
    words = {"called": _called(scene, part.parts[0]), "value": written(there, share=share)}
    if is_formula(part.parts[0]):
        if there < required or (there == required and sign == ">"):
            return say("{called} is {value}. That is too small", **words)
        return say("{called} is {value}. That is too large", **words)
    if there < required or (there == required and sign == ">"):
        return say("{called}: {value} is too small", **words)
    return say("{called}: {value} is too large", **words)


def _missed_there(scene: SceneValues, part: TextPart, symbol: LectureSymbol, how: Map) -> str:
    """Return the sentence on a failed comparison in the lecture's notation.

    `how` converts our number to the lecture's. Where the lecture's number falls as ours rises, “above”
    becomes “below”.
    """
    there, required = (written(how.shown(float(language.value(operand, scene.of)))) for operand in part.parts)  # type: ignore[arg-type]
    sign = part.sign.translate(_TURNED) if how.p < 0 else part.sign
    wanted = _required(sign, required)
    return say("{called}: {value}; asked for: {wanted}", called=symbol.symbol, value=there, wanted=wanted)


def lecture_symbol_of(scene: SceneValues, part: TextPart) -> LectureSymbol | None:
    """Return the lecture's notation for a movable number, or None."""
    for item, declared in declarations(type(scene.state)).items():
        if part.value in (item, *declared.names):
            return lecture_symbol(declared.idea, scene.state.speak)
    found = [n.param.idea for n in kernel_numbers(scene.state.kernel) if part.value == n.address[-1]]
    return lecture_symbol(found[0], scene.state.speak) if found else None


def _called(scene: SceneValues, part: TextPart) -> str:
    """Return the name of a quantity in a sentence.

    The name is a symbol if the quantity can be moved.
    """
    return _symbol(scene, part) or (_notation(scene, part) if is_formula(part) else _upper(_named(part)))


def _symbol(scene: SceneValues, part: TextPart) -> str:
    """Return the symbol of a movable number; empty for others."""
    if symbol := lecture_symbol_of(scene, part):
        return symbol.symbol
    for item, declared in declarations(type(scene.state)).items():
        if part.value in (item, *declared.names):
            return declared.symbol or declared.word
    for number in kernel_numbers(scene.state.kernel):
        if part.value == number.address[-1]:
            return number.param.symbol
    return ""


def _notation(scene: SceneValues, part: TextPart) -> str:
    """Return an expression in mathematical notation, with the symbols of its quantities."""

    def named(part: TextPart) -> Notation:
        if part.sign == "number":
            return decimal(part.source), ATOM
        return _symbol(scene, part) or _named(part), ATOM

    return notation(part, named)[0]


def _named(part: TextPart) -> str:
    """Return the translated name of a quantity for a sentence.

    A name that is not in CALLED is returned as written in the course.
    """
    if part.sign not in ("name", "call") or (part.sign == "call" and part.value not in CALLED):
        return part.source
    what = say(str(part.parts[0].value)) if part.parts else ""  # label of the read-out
    return spoken(CALLED.get(part.value, part.source)).replace("{what}", what)


def _upper(words: str) -> str:
    """Return a text with a capital first letter.

    A symbol, as cᵀKc, is unchanged.
    """
    return words[:1].upper() + words[1:] if words[1:2].islower() and words[1:2].isascii() else words


def written(value: Value, *, share: bool = False, digits: int = 4) -> str:
    """Return a value as text for a sentence.

    With `share` a number is a percentage. `digits` are significant digits.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return vector(value, digits)
    if share:
        return percent(value)
    whole = float(value).is_integer() and abs(value) < 1e9
    return str(int(value)).replace("-", "−") if whole else short(value, digits)
