"""Kinds of objects a kernel compares, and arrays of objects.

The kinds are points of ℝᵈ, words, finite sets, labelled graphs, and the vectors of counts that maps make of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernviz.wording import phrase, say

Kind = Literal["vectors", "words", "sets", "graphs", "counts"]
Data = ArrayLike | Sequence[Any]  # arguments of a kernel: a table of numbers, or a list of objects
CALLED: dict[Kind, str] = {
    "vectors": phrase("points"),
    "words": phrase("words"),
    "sets": phrase("finite sets"),
    "graphs": phrase("labelled graphs"),
    "counts": phrase("vectors of counts"),
}
ONE: dict[Kind, str] = {
    "words": phrase("a text"),
    "sets": phrase("a set or frozenset of texts"),
    "graphs": phrase("a kernviz Graph"),
}
AS_POINTS: dict[Kind, str] = {"words": "ngrams(n=2)", "sets": "members", "graphs": "subtrees(depth=2)"}

MOST_NODES = 60  # largest number of nodes of a graph


@dataclass(frozen=True)
class Graph:
    """Labelled graph with a label for every node.

    The edges are (i, j, mark) with i < j, and the mark is "" or a bond such as "=".

    Two graphs are equal if their labels and edges are equal in this order of the nodes; the name is not compared.
    Raises ValueError for a loop, a double edge, an edge to a node that does not exist, and i > j.
    Raises ValueError for no node and for more than 60.

    Parameters
    ----------
    labels : tuple of str
        Label of every node, from 1 to 60 nodes.
    edges : tuple of (int, int, str), optional
        Edges (i, j, mark) with i < j.
    name : str, optional
        Name for display.

    Examples
    --------
    >>> import kernviz as kv
    >>> water = kv.Graph(("H", "O", "H"), ((0, 1, ""), (1, 2, "")), name="water")
    >>> str(water), water.neighbours[1]
    ('water', ((0, ''), (2, '')))
    """

    labels: tuple[str, ...]
    edges: tuple[tuple[int, int, str], ...] = ()
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        labels, edges = _listed(self.labels), tuple(map(_listed, _listed(self.edges)))
        if not all(isinstance(label, str) for label in (*labels, self.name)):
            raise ValueError(
                say(
                    "a graph has text as labels and as its name, got {labels!r:.40} and {name!r:.40}",
                    labels=self.labels,
                    name=self.name,
                )
            )
        if not all(list(map(type, edge)) == [int, int, str] for edge in edges):
            raise ValueError(
                say('edges are a list of (i, j, mark) such as (0, 1, ""), got {edges!r:.40}', edges=self.edges)
            )
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "edges", edges)
        n = len(labels)
        if not 1 <= n <= MOST_NODES:
            raise ValueError(say("a graph of {n} nodes: it must have from 1 to {most}", n=n, most=MOST_NODES))
        seen: set[tuple[int, int]] = set()
        for i, j, _ in self.edges:
            if not 0 <= i < j < n or (i, j) in seen:
                raise ValueError(
                    say(
                        "edge ({i}, {j}) must join two different nodes below {n}, smaller first, once only",
                        i=i,
                        j=j,
                        n=n,
                    )
                )
            seen.add((i, j))

    @cached_property
    def neighbours(self) -> tuple[tuple[tuple[int, str], ...], ...]:
        """Return the adjacent nodes of every node.

        Each adjacent node comes with the mark of the edge.
        """
        found: list[list[tuple[int, str]]] = [[] for _ in self.labels]
        for i, j, mark in self.edges:
            found[i].append((j, mark))
            found[j].append((i, mark))
        return tuple(map(tuple, found))

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return Graph, (self.labels, self.edges, self.name)  # without the cached neighbours

    def __str__(self) -> str:
        return self.name or say("graph of {n} nodes", n=len(self.labels))


def _listed(values: object) -> tuple[Any, ...]:
    if not isinstance(values, tuple | list):
        raise ValueError(
            say("a graph is a list of labels and a list of edges (i, j, mark), got {values!r:.40}", values=values)
        )
    return tuple(values)


def called(thing: object) -> str:
    """Return the name of a word, set or graph for display.

    Examples: tool, {a,b}, ∅, ethanol. The empty word is ε.
    """
    if isinstance(thing, set | frozenset):
        return f"{{{','.join(sorted(thing))}}}" if thing else "∅"
    return str(thing) or "ε"


class Extended(np.ndarray[Any, Any]):
    """Array of objects whose kernel values are computed in extended precision (longdouble).

    These values serve to measure the rounding errors in float64.
    """


def extended(X: NDArray[Any]) -> NDArray[Any]:
    """Return the points as an array for Gram blocks in extended precision."""
    return X.view(Extended) if X.dtype == object else X.astype(np.longdouble)


def precision(X: NDArray[Any]) -> np.dtype[Any]:
    """Return the float type of kernel values on the points X.

    The type is that of the points, float64 for objects, or extended.
    """
    if X.dtype != object:
        return X.dtype
    return np.dtype(np.longdouble) if isinstance(X, Extended) else np.dtype(np.float64)


def kind_of(thing: object) -> Kind:
    """Return the kind of one object.

    A number, or a row of numbers, is a point.
    """
    if isinstance(thing, str):
        return "words"
    if isinstance(thing, set | frozenset):
        return "sets"
    return "graphs" if isinstance(thing, Graph) else "vectors"


def plain(X: Any) -> Any:
    """Return a column of another library as an array.

    An example is a pandas Series. Anything without a method ``to_numpy`` is returned unchanged.
    """
    return X.to_numpy() if hasattr(X, "to_numpy") else X


def kind_in(X: object) -> Kind:
    """Return the kind of the objects in a list or table.

    The first object decides.
    """
    X = plain(X)
    if isinstance(X, np.ndarray) and X.dtype.kind not in "OUS":
        return "vectors"
    while isinstance(X, Sequence | np.ndarray) and not isinstance(X, str) and len(X):
        X = X[0]
    return kind_of(X)


def objects(X: Any, kind: Kind) -> NDArray[Any]:
    """Return objects of one kind as an object array (n,).

    Sets become frozensets of texts. A column (n, 1) is accepted, too.

    Raises ValueError for an object of another kind, and names its row.
    """
    X = plain(X)
    if isinstance(X, str) or not isinstance(X, Iterable) or getattr(X, "ndim", 1) == 0:
        raise ValueError(say("give {things} as a list, not {one!r} alone", things=CALLED[kind], one=str(X)[:40]))
    things = list(X)
    if isinstance(X, np.ndarray) and X.ndim == 2 and X.shape[1] == 1:
        things = list(X[:, 0])
    array = np.empty(len(things), dtype=object)
    for row, thing in enumerate(things):
        if kind_of(thing) != kind:
            raise ValueError(
                say(
                    "row {row} is {thing!r}, and {things} are expected: {one}",
                    row=row,
                    thing=str(thing)[:40],
                    things=CALLED[kind],
                    one=ONE[kind],
                )
            )
        # str() also converts numpy.str_ to str
        array[row] = frozenset(map(str, thing)) if kind == "sets" else str(thing) if kind == "words" else thing
    return array.view(Extended) if isinstance(X, Extended) else array


def different(X: NDArray[Any]) -> NDArray[Any]:
    """Return X without repetitions.

    Points are sorted, and objects keep their own order.
    """
    if X.dtype != object:
        return np.asarray(np.unique(X, axis=0))
    return X[sorted({thing: row for row, thing in reversed(list(enumerate(X)))}.values())]
