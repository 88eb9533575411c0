"""Two objects: φ of both spelled out, what they share, and k three ways."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from kernviz.figures.graph_pair import describe_graph_pair, graph_pair
from kernviz.figures.venn import describe_venn, venn
from kernviz.figures.word_links import Mark, describe_word_links, word_links
from kernviz.kernels import Constant, Kernel, Linear
from kernviz.kernels.inputs import GaussianOf, Mapped, Normalized
from kernviz.kernels.kinds import called, objects
from kernviz.kernels.structured import Edit, NGrams, ObjectMap, Subsets, Subtrees
from kernviz.kernels.structured._base import CountKernel
from kernviz.kernels.structured.graphs import rounds
from kernviz.lessons.lesson import Block, Formula, Picture, Table, Text, short, tex
from kernviz.lessons.objects_subject import (
    ELEMENTS,
    GRAPHS_VIEW,
    KINDS,
    SETS_VIEW,
    Subject,
    common,
    count_pairs,
    places,
)
from kernviz.lessons.three_ways import Line, up_the_tree
from kernviz.mercer import prove

HEIGHT = 540
MOST_PIECES, MOST_PLACES = 8, 8  # of shared pieces drawn, and of places of each
MOST_ROWS = 80  # of a table of counts
LISTED = 16  # subsets written out


@dataclass(frozen=True)
class Pair:
    """k(x, z) three ways, and the parts on the way up. `counted` is None where no single count decides k."""

    closed: float
    tree: float
    counted: float | None
    on_counts: float | None  # k₁(φ(x), φ(z)) for a kernel k₁ @ φ
    cosine: float
    lines: tuple[Line, ...]
    shared: tuple[tuple[ObjectMap, tuple[str, ...]], ...]


def compare(seen: Subject) -> Pair:
    """All ways for x and z of the page."""
    k = seen.kernel
    x, z = (objects([thing], KINDS[seen.view]) for thing in (seen.x, seen.z))
    own = k.diag(seen.pair)
    closed = float(k(x, z)[0, 0])
    length = math.sqrt(own[0] * own[1]) if own.min() > 0 else math.nan
    lines = up_the_tree(prove(k), x, z)
    replaced = _counted(k, seen.x, seen.z)
    return Pair(
        closed,
        float(k.spelled_out()(x, z)[0, 0]),
        None if replaced is None else float(replaced(np.zeros((1, 1)))[0, 0]),
        _on_counts(k, x, z),
        closed / length,
        tuple(lines),
        tuple((phi, tuple(common(phi, seen.x, seen.z))) for phi in seen.maps),
    )


def _counted(k: Kernel, x: Any, z: Any) -> Kernel | None:
    """k with every dot product of counts replaced by the number of shared finds, counted one by one; None if that is not all."""
    if isinstance(k, Subsets):
        return Constant(float(2 ** len(x & z)))
    if isinstance(k, CountKernel):
        return Constant(count_pairs(k.map(), x, z))
    if isinstance(k, Mapped):
        plain = k.k == Linear() and isinstance(k.phi, ObjectMap)
        return Constant(count_pairs(k.phi, x, z)) if plain and isinstance(k.phi, ObjectMap) else None
    if isinstance(k, (GaussianOf, Normalized, Edit)):  # these need k(x, x) too, or no count at all
        return None
    parts = [_counted(child, x, z) for child in k.children]
    known = tuple(part for part in parts if part is not None)
    return k.with_children(known) if len(known) == len(parts) else None


def _on_counts(k: Kernel, x: Any, z: Any) -> float | None:
    if not isinstance(k, Mapped):
        return None
    left, right = k.phi.pair(x, z)
    return float(k.k(left, right)[0, 0])


def picture(seen: Subject, pair: Pair) -> Picture:
    """Sets as circles, words letter by letter, graphs as graphs; what both have is marked."""
    if seen.view == SETS_VIEW:
        left, both, right = (sorted(s) for s in (seen.x - seen.z, seen.x & seen.z, seen.z - seen.x))
        outside = [e for e in ELEMENTS if e not in seen.x | seen.z] if seen.x | seen.z <= set(ELEMENTS) else []
        figure, alt = venn(left, both, right, outside), describe_venn(left, both, right)
        caption = (
            f"|S₁ ∩ S₂| = {len(both)}: as many ones stand in the same place of both indicator vectors. "
            f"The sets share {2 ** len(both)} subset{'s' * bool(both)}, the empty one included."
        )
        return Picture(figure, alt, caption, "pair", HEIGHT, revision="sets")
    if seen.view == GRAPHS_VIEW:
        return _graphs(seen)
    return _words(seen, pair)


def _words(seen: Subject, pair: Pair) -> Picture:
    pieces, marks = _marks(seen, pair)
    figure = word_links(seen.x, seen.z, marks[0], marks[1], pieces)
    links = sum(a.piece == b.piece for a in marks[0] for b in marks[1])
    phi = next(iter(seen.maps), None)
    if phi is None:
        caption = "This kernel counts no pieces of words, so there is nothing to join."
    elif isinstance(phi, NGrams):
        caption = f"Each line joins equal runs of {phi.n} letters, and every line is one product in φ(x)·φ(z): {links} in all."
    else:
        caption = (
            "Letters in the same order, gaps allowed. Of each shared piece the closest place is drawn; every place counts, "
            "with the factor λ for each letter from its first to its last."
        )
    every = sum(len(shared) for _, shared in pair.shared[:1])
    if every > len(pieces):
        caption += f" {len(pieces)} of the {every} shared pieces are drawn."
    return Picture(
        figure, describe_word_links(seen.x, seen.z, *marks, pieces), caption, "pair", HEIGHT, revision="words"
    )


def _marks(seen: Subject, pair: Pair) -> tuple[list[str], tuple[list[Mark], list[Mark]]]:
    if not pair.shared:
        return [], ([], [])
    phi, shared = pair.shared[0]
    pieces = list(shared[:MOST_PIECES])
    few = MOST_PLACES if isinstance(phi, NGrams) else 1  # with gaps: the closest place of each
    above, below = (
        [Mark(i, where) for i, piece in enumerate(pieces) for where in places(phi, word, piece)[:few]]
        for word in (seen.x, seen.z)
    )
    return pieces, (above, below)


def _graphs(seen: Subject) -> Picture:
    phi = next((m for m in seen.maps if isinstance(m, Subtrees)), None)
    depth = phi.depth if phi else 0
    names = rounds(seen.x, depth), rounds(seen.z, depth)
    depths = tuple(
        [max((h for h in range(depth + 1) if mine[h][i] in other[h]), default=-1) for i in range(len(mine[0]))]
        for mine, other in (names, names[::-1])
    )
    titles = f"x: {called(seen.x)}", f"z: {called(seen.z)}"
    figure = graph_pair((seen.x.labels, seen.x.edges), (seen.z.labels, seen.z.edges), (depths[0], depths[1]), titles)
    shared = sum(len(common(m, seen.x, seen.z)) for m in seen.maps)
    caption = (
        f"The fuller a node, the more steps around it look the same in the other graph, {depth} at most with this kernel. "
        f"The two share {shared} kind{'s' * (shared != 1)} of what is counted."
    )
    return Picture(
        figure, describe_graph_pair((depths[0], depths[1]), titles), caption, "pair", HEIGHT, revision="graphs"
    )


def spelled_out(seen: Subject, pair: Pair) -> tuple[Block, ...]:
    """The same number three ways, in one small table."""
    rows = [("closed form", pair.closed), ("up the tree of rules", pair.tree)]
    if pair.counted is not None:
        rows.append((_how(seen), pair.counted))
    elif pair.on_counts is not None:
        rows.append(("k₁ on the two vectors of counts", pair.on_counts))
    return (
        *_vectors(seen),
        Table({"way": [way for way, _ in rows], "k(x, z)": [short(value, 8) for _, value in rows]}),
    )


def _how(seen: Subject) -> str:
    return {SETS_VIEW: "from the shared elements, listed", GRAPHS_VIEW: "from the shared neighbourhoods, listed"}.get(
        seen.view, "from the shared pieces, listed"
    )


def _vectors(seen: Subject) -> tuple[Block, ...]:
    """x_S of both sets, as the notes write them, over the few elements there are."""
    if seen.view != SETS_VIEW:
        return ()
    names = sorted({*seen.x, *seen.z, *(ELEMENTS[:4] if seen.x | seen.z <= set(ELEMENTS) else ())})
    if len(names) > 8:
        return ()
    rows = [",".join(str(int(e in s)) for e in names) for s in (seen.x, seen.z)]
    over = r",".join(rf"\text{{{name}}}" for name in names)
    shared = len(seen.x & seen.z)
    return (
        Formula(
            rf"\begin{{aligned}}x_{{S_1}}&=({rows[0]})\quad\text{{over }}({over})\\x_{{S_2}}&=({rows[1]})\\"
            rf"x_{{S_1}}^\top x_{{S_2}}&={shared},\quad e^{{{shared}}}={tex(math.exp(shared))},\quad 2^{{{shared}}}={2**shared}\end{{aligned}}"
        ),
    )


def features(seen: Subject, pair: Pair) -> tuple[Block, ...]:
    """φ(x) and φ(z) coordinate by coordinate, shared ones first; then the way up the tree."""
    blocks: list[Block] = []
    for phi, shared in pair.shared:
        left, right = phi.found(seen.x), phi.found(seen.z)
        names = [*shared, *sorted((left.keys() | right.keys()) - set(shared))]
        total = sum(left.get(u, 0) * right.get(u, 0) for u in names)
        more = f" The first {MOST_ROWS} of {len(names)}." if len(names) > MOST_ROWS else ""
        blocks += [
            Text(f"**φ = {phi}**: {phi.says}. {len(names)} coordinates are not 0 for both; all others are.{more}"),
            Table(
                {
                    "coordinate": [u or "ε" for u in names[:MOST_ROWS]],
                    "φ(x)": [short(left.get(u, 0.0)) for u in names[:MOST_ROWS]],
                    "φ(z)": [short(right.get(u, 0.0)) for u in names[:MOST_ROWS]],
                    "product": [short(left.get(u, 0.0) * right.get(u, 0.0)) for u in names[:MOST_ROWS]],
                },
                caption=f"The products sum to φ(x)·φ(z) = {short(float(total), 8)}.",
                height=320 if len(names) > 8 else None,
            ),
        ]
    if seen.view == SETS_VIEW:
        blocks.append(_subsets(seen))
    if not pair.shared:
        blocks.append(Text("This kernel counts nothing: there is no φ to spell out."))
    blocks += [
        Text("**Up the tree**, every part at x and z:"),
        Table(
            {
                "part": [line.text for line in pair.lines],
                "rule": [line.rule for line in pair.lines],
                "value": [short(line.value, 8) for line in pair.lines],
            }
        ),
    ]
    return tuple(blocks)


def _subsets(seen: Subject) -> Text:
    both = sorted(seen.x & seen.z)
    listed = [called(frozenset(s)) for size in range(len(both) + 1) for s in combinations(both, size)][: LISTED + 1]
    more = ", …" if len(listed) > LISTED else ""
    return Text(
        rf"**Common subsets**, the coordinates of $2^{{|S_1\cap S_2|}}$ that are 1 for both: {', '.join(listed[:LISTED])}{more}: "
        rf"{2 ** len(both)} of them. For $e^{{|S_1\cap S_2|}}$ each subset $A$ weighs $(e-1)^{{|A|}}$ instead of 1: "
        f"{short(math.e - 1)} with one element, {short((math.e - 1) ** 2)} with two."
    )
