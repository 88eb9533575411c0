"""Conversion of written labels to class numbers."""

from collections.abc import Sequence

import numpy as np

from kernviz.data.checks import MAX_CLASSES, DataError, IntArray
from kernviz.data.text import MAX_LABEL, label_key, number, one_line, plain, shorten
from kernviz.wording import enumerated, say


def _name(spellings: set[str]) -> str:
    """Return one name for the spellings of a class.

    The name is as written, or the plain number if the class was written in several ways.
    """
    if len(spellings) == 1:
        return next(iter(spellings))
    value = number(min(spellings))
    return plain(value) if value is not None else min(spellings)


def _distinct(name: str, taken: Sequence[str]) -> str:
    """Return a class name that no other class has.

    A number is appended if another label was cut to the same text.
    """
    if name not in taken:
        return name
    numbered = (shorten(name, MAX_LABEL - 5) + f" ({i})" for i in range(2, 2 + MAX_CLASSES))
    return next(candidate for candidate in numbered if candidate not in taken)


def merged(labels: Sequence[str]) -> tuple[IntArray, tuple[str, ...], tuple[str, ...]]:
    """Return class numbers (n,), class names in order, and notes.

    The notes say which labels were merged or cut.

    Numbers that are equal are one label. Names above 40 characters are cut, and told apart by a
    number if needed. Raises DataError for more than ten classes.
    """
    lines = [one_line(label) for label in labels]
    spellings: dict[tuple[int, float, str, str], set[str]] = {}
    for line in lines:
        spellings.setdefault(label_key(line), set()).add(line)
    if len(spellings) > MAX_CLASSES:
        raise DataError(
            say(
                "{count} different labels are more than the {limit} classes this app can "
                "colour: merge some, or say that the column is a regression target (# task: "
                "regression)",
                count=len(spellings),
                limit=MAX_CLASSES,
            )
        )
    notes = [
        say("the labels {labels} were taken as one class", labels=enumerated([repr(s) for s in sorted(group)]))
        for group in spellings.values()
        if len(group) > 1
    ]
    order = sorted(spellings)
    names: list[str] = []
    for full in (_name(spellings[key]) for key in order):
        name = shorten(full)
        if name != full:
            notes.append(
                say(
                    "a label of {length} characters was cut to {limit}: {name}",
                    length=len(full),
                    limit=MAX_LABEL,
                    name=name,
                )
            )
        names.append(_distinct(name, names))
    position = {key: i for i, key in enumerate(order)}
    codes = np.array([position[label_key(line)] for line in lines], dtype=np.int64)
    return codes, tuple(names), tuple(notes)
