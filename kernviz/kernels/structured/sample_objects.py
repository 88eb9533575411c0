"""Sample objects for refuting a kernel of objects, simplest first.

For kernels of points the search for a witness uses integer points instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import Any

from numpy.typing import NDArray

from kernviz.kernels.object_types import Graph, Kind, objects
from kernviz.kernels.structured.graph_text import graph

# Trees and rings of up to four nodes with the labels C and O, then graphs with bonds = and #, then some larger graphs.
GRAPHS = (
    "C",
    "O",
    "CC",
    "CO",
    "OO",
    "CCC",
    "CCO",
    "COC",
    "OCO",
    "COO",
    "OOO",
    "C1CC1",
    "C1CO1",
    "CCCC",
    "CC(C)C",
    "C1CCC1",
    "CCCO",
    "CCOC",
    "CC(C)O",
    "CC(O)O",
    "OCCO",
    "OC(C)C",
    "C=O",
    "CC=O",
    "C=CO",
    "O=CO",
    "C#C",
    "C=C",
    "C1CC1C",
    "CCCCC",
    "CC(C)(C)C",
)


# the same runs of letters, ever more often
LONG_WORDS = ("", *("a" * n for n in (*range(1, 11), 12, 16, 20, 24, 30)), *("ab" * n for n in (1, 2, 3, 4, 6, 8)))


def loose_graphs() -> Iterator[Graph]:
    """Yield graphs without edges.

    They have up to 5 nodes C and 5 nodes O, then more nodes C.
    """
    for carbon, oxygen in product(range(6), repeat=2):
        if carbon or oxygen:
            yield Graph(("C",) * carbon + ("O",) * oxygen)
    yield from (Graph(("C",) * n) for n in (8, 12, 20, 40))


@lru_cache
def words_over(letters: str, longest: int) -> tuple[str, ...]:
    """Return all words of 1 … `longest` letters, shorter words first.

    >>> words_over("ab", 2)
    ('a', 'b', 'aa', 'ab', 'ba', 'bb')
    """
    return tuple("".join(w) for n in range(1, longest + 1) for w in product(letters, repeat=n))


def shelves(kind: Kind) -> Iterator[NDArray[Any]]:
    """Yield arrays of sample objects of this kind, small arrays first."""
    if kind == "words":
        for letters, longest in (("ab", 2), ("ab", 3), ("ab", 4), ("abc", 3)):
            yield objects(["", *words_over(letters, longest)], "words")
        yield objects(LONG_WORDS, "words")
    elif kind == "sets":
        yield objects([frozenset(s) for n in range(5) for s in combinations("abcd", n)], "sets")
    elif kind == "graphs":
        yield objects([graph(text) for text in GRAPHS], "graphs")
        yield objects([*loose_graphs()], "graphs")
