"""Text of a labelled graph in one line.

The text is as chemists write molecules: chains C-C=O, branches in brackets, rings by digits.

``CC(=O)O`` is acetic acid without its hydrogens, ``C1CC1`` a ring of three.
``a(b)(c)`` is a tree with the root a.
"""

from __future__ import annotations

import re
from functools import lru_cache

from kernviz.kernels.object_types import MOST_NODES, Graph
from kernviz.wording import say

LONGEST_TEXT = 120
_TOKEN = re.compile(r"(?P<label>Cl|Br|[A-Za-z])|(?P<mark>[-=#])|(?P<open>\()|(?P<close>\))|(?P<ring>[1-9])", re.ASCII)


def graph(text: str, name: str = "") -> Graph:
    """Parse a graph from text such as CC(=O)O.

    Parameters
    ----------
    text : str
        Nodes by their letters, bonds - = #, branches in brackets, rings by digits; at most 120 characters.
    name : str, optional
        Name of the graph.

    Returns
    -------
    Graph
        The graph with its labels and edges.

    Raises
    ------
    ValueError
        If the text cannot be read; the message names the character.

    Examples
    --------
    >>> g = graph("CC(=O)O", "acetic acid")
    >>> g.labels, g.edges
    (('C', 'C', 'O', 'O'), ((0, 1, ''), (1, 2, '='), (1, 3, '')))
    """
    for given in (text, name):
        if not isinstance(given, str):
            raise ValueError(
                say(
                    "a graph is read from text such as CC(=O)O, and has text as its name, not {given!r:.40}",
                    given=given,
                )
            )
    return _graph(text.strip(), name)


@lru_cache(maxsize=2048)
def _graph(text: str, name: str) -> Graph:
    if not text:
        raise ValueError(say("the text is empty: write a graph such as CC(=O)O"))
    if len(text) > LONGEST_TEXT:
        raise ValueError(
            say(
                "the graph has {length} characters; at most {limit} are allowed: write a smaller graph",
                length=len(text),
                limit=LONGEST_TEXT,
            )
        )
    labels: list[str] = []
    edges: dict[tuple[int, int], str] = {}
    branches: list[int] = []
    rings: dict[str, tuple[int, str | None]] = {}
    bond: str | None = None  # mark of a bond whose second node is still to come: "", "=" or "#"
    here, place = -1, 0

    def fail(problem: str) -> ValueError:
        return ValueError(say("{text}: {problem} (character {place})", text=text, problem=problem, place=place + 1))

    def join(i: int, j: int, mark: str | None) -> None:
        pair = min(i, j), max(i, j)
        if i == j or pair in edges:
            raise fail(say("these two are joined already"))
        edges[pair] = mark or ""

    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise fail(
                say("{text!r} is neither a letter, a bond -, =, #, a bracket nor a ring's digit", text=text[place])
            )
        token, kind = match.group(), match.lastgroup
        if kind == "label":
            if here < 0 and labels:
                raise fail(say("a second graph begins here"))
            labels.append(token)
            if len(labels) > MOST_NODES:
                raise fail(say("more than {limit} nodes", limit=MOST_NODES))
            if here >= 0:
                join(here, len(labels) - 1, bond)
            here, bond = len(labels) - 1, None
        elif here < 0:
            raise fail(say("{token!r} stands where a letter should be: a graph begins with a letter", token=token))
        elif kind == "mark":
            if bond is not None:
                raise fail(say("two bonds in a row"))
            bond = token.strip("-")
        elif kind == "open":
            branches.append(here)
        elif kind == "close":
            if not branches:
                raise fail(say("a bracket closes that was not opened"))
            if bond is not None:
                raise fail(say("the bond before the bracket joins nothing"))
            here = branches.pop()
        elif token in rings:
            other, other_bond = rings.pop(token)
            join(other, here, bond or other_bond)
            bond = None
        else:
            rings[token], bond = (here, bond), None
        place = match.end()
    if branches or rings or bond is not None:
        what = say("a bracket") if branches else say("ring {n}", n=min(rings)) if rings else say("a bond")
        raise fail(say("{what} is still open at the end", what=what))
    return Graph(tuple(labels), tuple((i, j, m) for (i, j), m in sorted(edges.items())), name or text)
