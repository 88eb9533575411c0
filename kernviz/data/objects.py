"""Small labelled collections of words, sets, trees and molecules.

A collection is a text, so that a person can read, change and replace it. Each line is one object:
``thing: class``. The kernels' code parses the thing.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.wording import phrase, say

MOST_LINES = 40
LONGEST_LABEL = 24


@dataclass(frozen=True)
class Collection:
    """Collection of objects: title, lines, and source of the facts in them."""

    title: str
    text: str
    source: str


@dataclass(frozen=True)
class ObjectEntry:
    """Object as text and its class, from one line.

    The class is empty if none is given.
    """

    thing: str
    label: str


def entries(text: str) -> tuple[ObjectEntry, ...]:
    """Return the objects of a collection, one per nonempty line.

    Raises ValueError for more than 40 lines, or for a class of more than 24 characters.

    >>> entries("tool: noun\\nrun")
    (ObjectEntry(thing='tool', label='noun'), ObjectEntry(thing='run', label=''))
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES:
        raise ValueError(
            say(
                "the list has {count} lines; it may have {limit}: leave some out",
                count=len(lines),
                limit=MOST_LINES,
            )
        )
    found = []
    for line in lines:
        thing, colon, label = line.rpartition(":")
        thing, label = (thing.strip(), label.strip()) if colon else (line, "")
        if len(label) > LONGEST_LABEL:
            raise ValueError(
                say(
                    "the class “{label}…” is longer than {limit} characters",
                    label=label[:LONGEST_LABEL],
                    limit=LONGEST_LABEL,
                )
            )
        found.append(ObjectEntry(thing, label))
    return tuple(found)


def _lines(**classes: str) -> str:
    return "\n".join(f"{thing.strip()}: {label}" for label, things in classes.items() for thing in things.split(","))


WORDS = Collection(
    phrase("English and Italian words"),
    _lines(
        English="water, bread, house, night, school, window, mother, street, winter, light, fish, tooth",
        Italian="acqua, pane, casa, notte, scuola, finestra, madre, strada, inverno, luce, pesce, dente",
    ),
    phrase("everyday words of both languages with the same meanings"),
)
SETS = Collection(
    phrase("Courses of sixteen students: algebra, biology, chemistry, drawing, English, French"),
    _lines(
        science="a b c, a b, b c, a c, a b c d, b c d, a b e, a c f",
        arts="d e f, d e, e f, d f, b d e f, a d e, c e f, a e f",
    ),
    phrase("made up for this page: a algebra, b biology, c chemistry, d drawing, e English, f French"),
)
BOILING = {  # boiling points in °C at 1 atm
    "ethane": -88.6,
    "propane": -42.1,
    "butane": -0.5,
    "isobutane": -11.7,
    "propene": -47.7,
    "ethyne": -84.7,
    "formaldehyde": -19.1,
    "dimethyl ether": -24.8,
    "methylamine": -6.3,
    "ethylamine": 16.5,
    "methanol": 64.6,
    "ethanol": 78.2,
    "1-propanol": 97.2,
    "2-propanol": 82.3,
    "acetic acid": 117.9,
    "formic acid": 101.0,
    "acetone": 56.1,
    "diethyl ether": 34.5,
    "hexane": 68.7,
    "ethylene glycol": 197.3,
    "benzene": 80.1,
}
TREES = """\
L4 n(t)n(t)n(t)t: ladder
L5 n(t)n(t)n(t)n(t)t: ladder
L6 n(t)n(t)n(t)n(t)n(t)t: ladder
L7 n(t)n(t)n(t)n(t)n(t)n(t)t: ladder
B4 n(n(t)t)n(t)t: balanced
B5 n(n(t)t)n(n(t)t)t: balanced
B6 n(n(n(t)t)t)n(n(t)t)t: balanced
B7 n(n(n(t)t)t)n(n(t)t)n(t)t: balanced
B8 n(n(n(t)t)n(t)t)n(n(t)t)n(t)t: balanced"""  # two shapes of evolutionary trees, with nodes n and species t
MOLECULES = Collection(
    phrase("Gas or liquid in a warm room (25 °C)"),
    _lines(
        liquid=(
            "methanol CO, ethanol CCO, 1-propanol CCCO, 2-propanol CC(C)O, acetic acid CC(=O)O, "
            "formic acid C(=O)O, acetone CC(=O)C, diethyl ether CCOCC, hexane CCCCCC, ethylene "
            "glycol OCCO, benzene C1=CC=CC=C1"
        ),
        gas=(
            "ethane CC, propane CCC, butane CCCC, isobutane CC(C)C, propene CC=C, ethyne C#C, "
            "formaldehyde C=O, dimethyl ether COC, methylamine CN, ethylamine CCN"
        ),
    ),
    phrase("boiling points at 1 atm: CRC Handbook of Chemistry and Physics; hydrogen atoms are left out of the graphs"),
)
