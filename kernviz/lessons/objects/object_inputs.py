"""Inputs of the page Sets, strings, graphs.

The inputs are the kind of objects, a kernel, the pair to compare, and a labelled list of objects.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from kernviz.data.objects import MOLECULES, SETS, WORDS, Collection, entries
from kernviz.data.untrusted_text import veil
from kernviz.kernels import Kernel, Linear
from kernviz.kernels.object_types import Kind
from kernviz.kernels.structured import Members, NGrams, ObjectMap, Subtrees
from kernviz.wording import phrase

VIEWS = SETS_VIEW, WORDS_VIEW, EDIT_VIEW, GRAPHS_VIEW = (
    phrase("Sets"),
    phrase("Words"),
    phrase("Edit distance"),
    phrase("Graphs"),
)
KINDS: dict[str, Kind] = {SETS_VIEW: "sets", WORDS_VIEW: "words", EDIT_VIEW: "words", GRAPHS_VIEW: "graphs"}
LISTS: dict[str, Collection] = {SETS_VIEW: SETS, WORDS_VIEW: WORDS, EDIT_VIEW: WORDS, GRAPHS_VIEW: MOLECULES}
DEFAULTS = {SETS_VIEW: "exp(shared)", WORDS_VIEW: "spectrum(n=2)", GRAPHS_VIEW: "subtree(depth=2)"}
OFFERED = {
    SETS_VIEW: ("exp(shared)", "subsets", "shared", "normalize(shared)"),
    WORDS_VIEW: ("spectrum(n=2)", "normalize(spectrum(n=2))", "subsequences(n=2)"),
    GRAPHS_VIEW: ("subtree(depth=2)", "normalize(subtree(depth=2))", "linear @ bonds"),
}
PAIRS = {
    SETS_VIEW: ("a b c", "b c d"),
    WORDS_VIEW: ("tool", "fool"),
    EDIT_VIEW: ("tool", "fool"),
    GRAPHS_VIEW: ("acetic acid", "ethanol"),
}
MAPS: dict[Kind, ObjectMap] = {"sets": Members(), "words": NGrams(2), "graphs": Subtrees(2)}
FIVE = ("a", "ab", "ba", "bb", "aba")
CHOICES = FIVE_WORDS, FOURTEEN, YOURS = (phrase("five words"), phrase("all 14 of up to 3 letters"), phrase("your list"))
ELEMENTS = ("a", "b", "c", "d", "e", "f")
HALF_LN_2 = math.log(2) / 2


@dataclass(frozen=True)
class ObjectInputs:
    """Inputs of the page, for all views.

    `x` and `z` are texts. Each is elements separated by blanks, a word, a graph or its name. `lines`
    is the labelled list, one object per line.
    """

    view: str = SETS_VIEW
    text: str = DEFAULTS[SETS_VIEW]  # kernel of the page
    x: str = "a b c"
    z: str = "b c d"
    lines: str = SETS.text
    side: Kernel = Linear()  # kernel of the sidebar
    on_top: bool = False  # True if the sidebar's kernel is applied to the counts, instead of the page's
    C: float = 10.0
    hard: bool = False
    positive: str = ""
    gamma: float = 0.1
    choice: str = FIVE_WORDS

    @property
    def kind(self) -> Kind:
        return KINDS[self.view]

    @property
    def penalty(self) -> float:
        return math.inf if self.hard else self.C


def graph_names(lines: str) -> list[str]:
    """Return the names of the graphs of a list.

    A name is the text before the last blank, or the whole text.
    """
    try:
        listed = entries(lines)
    except ValueError:
        return []
    return list(dict.fromkeys(entry.thing.rpartition(" ")[0] or entry.thing for entry in listed))


def classes(lines: str) -> list[str]:
    """Return the classes of a list, in its order.

    There are none if the list cannot be read.
    """
    try:
        return list(dict.fromkeys(veil(entry.label) for entry in entries(lines) if entry.label))
    except ValueError:  # the lesson shows the error
        return []
