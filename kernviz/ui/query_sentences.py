"""Sentences about parts of an address that could not be used."""

from __future__ import annotations

from collections.abc import Sequence

from kernviz.lessons.address import AddressParam, Value, quote, show
from kernviz.wording import say, several, spoken


def _named(param: AddressParam) -> str:
    """Return the parameter's label for a sentence.

    A label of several words that begins with a capital letter is put in quotation marks.
    """
    label = spoken(param.label) or param.name
    return say("“{label}”", label=label) if " " in label and label[0].isupper() else label


def sentence(param: AddressParam, raw: Sequence[str], condition: str, used: Value) -> str:
    """Return the sentence about an ignored parameter value, such as:

    ``gamma=-1 was ignored: γ must be between 0.001 and 1000, so 1 is used.``
    """
    quoted, name = quote(param.name, raw[-1]), _named(param)
    if used != param.default:  # Streamlit's parser accepted a spelling that ours rejects
        return say(
            "{entry} was read as {used}: {name} {condition}.",
            entry=quoted,
            used=show(used),
            name=name,
            condition=condition,
        )
    return say(
        "{entry} was ignored: {name} {condition}, so {used} is used.",
        entry=quoted,
        name=name,
        condition=condition,
        used=show(used),
    )


def repeated(param: AddressParam, raw: Sequence[str]) -> str:
    """Return the sentence about a repeated parameter, such as:

    ``C=3: C is given 2 times: the last one counts.``
    """
    quoted, name = quote(param.name, raw[-1]), _named(param)
    return say("{entry}: {name} is given {count} times: the last one counts.", entry=quoted, name=name, count=len(raw))


def further(n: int) -> str:
    """Return the sentence about parts of the address that are not named."""
    return several(n, "{n} more part of the address was ignored.", "{n} more parts of the address were ignored.")
