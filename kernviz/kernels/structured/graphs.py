"""Kernels of labelled graphs by atoms, bonds and neighbourhoods.

Atoms and bonds are counted. The neighbourhoods are those of Weisfeiler and Lehman.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from kernviz.kernels.object_types import Graph, Kind
from kernviz.kernels.rules_and_premises import number, whole
from kernviz.kernels.structured._base import CountKernel
from kernviz.kernels.structured.counts import ObjectMap, register
from kernviz.wording import phrase, say

DEEPEST_TREE = 5
LONGEST_NAME = 4000  # characters of a neighbourhood's name; a full tree of degree 4 and depth 5 has fewer


@register
@dataclass(frozen=True, repr=False)
class Bonds(ObjectMap):
    """Feature map φ(G) of label and edge counts.

    The map counts how often each label occurs.
    The map counts each edge, too, with its two labels and its mark, such as C–O and C=O.

    Examples
    --------
    >>> import kernviz as kv
    >>> dict(kv.Bonds().counts(kv.graph("CC=O")))
    {'C': 2, 'O': 1, 'C–C': 1, 'C=O': 1}
    """

    takes: ClassVar[Kind] = "graphs"
    name: ClassVar[str] = "bonds"
    says: ClassVar[str] = phrase("how often each label and each labelled edge occurs")

    def counts(self, thing: Any) -> Mapping[str, float]:
        graph: Graph = thing
        edges = (bond(graph.labels[i], mark, graph.labels[j]) for i, j, mark in graph.edges)
        return Counter([*map(_label, graph.labels), *edges])


@register
@dataclass(frozen=True, repr=False)
class Subtrees(ObjectMap):
    """Feature map φ(G) of neighbourhood counts.

    The map counts how often each neighbourhood of up to h steps occurs.
    0 steps (the labels) are included.

    In every round a node's name becomes its old name with the names of its neighbours.
    The neighbours' names stand in brackets, sorted: C, then C(C,O), then C(C)(C,O)…
    Source: Shervashidze et al. (2011), Weisfeiler-Lehman graph kernels.

    Parameters
    ----------
    depth : int, default=2
        Steps h from a node, from 0 to 5.

    Examples
    --------
    >>> import kernviz as kv
    >>> dict(kv.Subtrees(1).counts(kv.graph("CO")))
    {'C': 1, 'O': 1, 'C(O)': 1, 'O(C)': 1}
    """

    depth: int = number(2, "h", phrase("steps"), 0, DEEPEST_TREE, whole=True)
    takes: ClassVar[Kind] = "graphs"
    name: ClassVar[str] = "subtrees"
    says: ClassVar[str] = phrase("how often each neighbourhood of up to h steps occurs")

    def __post_init__(self) -> None:
        whole("depth", self.depth, 0, DEEPEST_TREE, say("steps from a node"))
        super().__post_init__()

    def counts(self, thing: Any) -> Mapping[str, float]:
        return Counter(name for names in rounds(thing, self.depth) for name in names)

    def latex(self, point: str) -> str:
        return rf"‹\phi›_{{h={self.depth}}}({point})"


@dataclass(frozen=True, repr=False)
class Subtree(CountKernel):
    """Weisfeiler-Lehman subtree kernel of labelled graphs.

    k(x, z) = Σ over neighbourhoods of up to h steps: count in graph x times count in graph z.
    See `Subtrees`.

    Parameters
    ----------
    depth : int, default=2
        Steps h from a node, from 0 to 5.

    Examples
    --------
    >>> import kernviz as kv
    >>> kv.Subtree(1)([kv.graph("CCO"), kv.graph("CC")]).tolist()
    [[8.0, 6.0], [6.0, 8.0]]
    """

    depth: int = number(2, "h", phrase("steps"), 0, DEEPEST_TREE, whole=True)
    _takes: ClassVar[Kind] = "graphs"
    name: ClassVar[str] = "subtree"
    title: ClassVar[str] = phrase("Weisfeiler–Lehman: shared neighbourhoods")
    note: ClassVar[str] = phrase("Labels, and labels with their neighbours up to h steps away, that two graphs share.")

    def map(self) -> Subtrees:
        return Subtrees(self.depth)


def bond(left: str, mark: str, right: str) -> str:
    """Return the name of an edge from its labels and mark.

    Examples: C–O, C=O. The labels are in order of the alphabet, so that an edge has one name.
    """
    first, last = sorted([_label(left), _label(right)])
    return f"{first}{_mark(mark) or '–'}{last}"


def _label(label: str) -> str:
    """Return a label for a name, quoted if it has special signs."""
    return label if re.fullmatch(r"[\w+ ]+", label) else repr(label)


def _mark(mark: str) -> str:
    """Return a mark for a name, quoted if it has unusual signs."""
    return mark if re.fullmatch(r"[-=#:~.]*", mark) else repr(mark)


def rounds(graph: Graph, depth: int) -> list[list[str]]:
    """Return the names of all nodes after 0, 1, … `depth` rounds.

    Raises ValueError if a name becomes longer than `LONGEST_NAME`.
    """
    names = [list(map(_label, graph.labels))]
    for _ in range(depth):
        last = names[-1]
        names.append(
            [
                f"{last[i]}({','.join(sorted(_mark(mark) + last[j] for j, mark in beside))})"
                for i, beside in enumerate(graph.neighbours)
            ]
        )
        if max(map(len, names[-1])) > LONGEST_NAME:
            raise ValueError(
                say(
                    "a neighbourhood of {names} steps in {graph} has a name of more than {most} characters: take "
                    "fewer steps",
                    names=len(names) - 1,
                    graph=graph,
                    most=LONGEST_NAME,
                )
            )
    return names
