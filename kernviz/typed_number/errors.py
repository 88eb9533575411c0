"""Reasons why a text is no number."""

from kernviz.wording import say

QUOTED = 40  # characters of a text that a sentence repeats


class TypedNumberError(ValueError):
    """A text that is no number; the reason as a sentence."""


class UnclearNumber(TypedNumberError):
    """A text that is one number with a decimal comma, and another with a comma that parts thousands.

    readings: both numbers, each as a text with one reading only
    """

    def __init__(self, text: str, readings: tuple[str, str]) -> None:
        one, other = self.readings = readings
        sentence = say(
            "“{text}” can mean {one} or {other}: type the one that is meant", text=text, one=one, other=other
        )
        super().__init__(sentence)


def unreadable(text: str, rest: str) -> TypedNumberError:
    """The error of a text that cannot be read from `rest` on; no `rest`: it ends too early."""
    if not rest:
        return TypedNumberError(say("“{text}” ends too early", text=text[:QUOTED]))
    return TypedNumberError(
        say(
            "“{text}” is no number from “{rest}” on: type one like 0.25, 1/4, √2 or 2^10",
            text=text[:QUOTED],
            rest=rest[:12],
        )
    )
