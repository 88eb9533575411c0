"""Picture of two objects: circles, letters, graphs, with their common parts marked."""

from __future__ import annotations

from kernviz.figures.things.graph_pair import describe_graph_pair, graph_pair
from kernviz.figures.things.venn import describe_venn, venn
from kernviz.figures.things.word_links import Mark, describe_word_links, word_links
from kernviz.kernels.object_types import called
from kernviz.kernels.structured import NGrams, Subtrees
from kernviz.kernels.structured.graphs import rounds
from kernviz.lessons.lesson import Picture
from kernviz.lessons.objects.comparison import ObjectComparison, common, count_pairs, places
from kernviz.lessons.objects.object_inputs import ELEMENTS, GRAPHS_VIEW, SETS_VIEW
from kernviz.lessons.objects.pair import ObjectPair
from kernviz.symbols import symbols
from kernviz.wording import say, several

HEIGHT = 540
MOST_PIECES, MOST_PLACES = 8, 8  # largest number of shared substrings drawn, and of their occurrences


def picture(compared: ObjectComparison, pair: ObjectPair) -> Picture:
    """Draw both objects with their common parts marked.

    Sets are circles, words are drawn letter by letter, graphs as graphs.
    """
    if compared.view == SETS_VIEW:
        left, both, right = (
            sorted(s) for s in (compared.x - compared.z, compared.x & compared.z, compared.z - compared.x)
        )
        outside = (
            [e for e in ELEMENTS if e not in compared.x | compared.z]
            if compared.x | compared.z <= set(ELEMENTS)
            else []
        )
        figure, alt = venn(left, both, right, outside), describe_venn(left, both, right)
        caption = several(
            2 ** len(both),
            "|S₁ ∩ S₂| = {common} is the number of places where both indicator vectors have a 1. The sets share {n} "
            "subset, the empty one included.",
            "|S₁ ∩ S₂| = {common} is the number of places where both indicator vectors have a 1. The sets share {n} "
            "subsets, the empty one included.",
            common=len(both),
        )
        return Picture(figure, alt, caption, "pair", HEIGHT, revision="sets")
    if compared.view == GRAPHS_VIEW:
        return _graphs(compared)
    return _words(compared, pair)


def _words(compared: ObjectComparison, pair: ObjectPair) -> Picture:
    pieces, marks = _marks(compared, pair)
    figure = word_links(compared.x, compared.z, marks[0], marks[1], pieces)
    links = sum(a.piece == b.piece for a in marks[0] for b in marks[1])
    phi = next(iter(compared.maps), None)
    if phi is None:
        caption = say("This kernel counts no pieces of words, so there is nothing to join.")
    elif isinstance(phi, NGrams):
        every_line = int(count_pairs(phi, compared.x, compared.z))
        drawn = (
            say("{count} in all", count=every_line)
            if links == every_line
            else say("{drawn} of the {total} are drawn", drawn=links, total=every_line)
        )
        caption = several(
            phi.n,
            "Each line joins equal runs of {n} letter, and every line is one product in ‹φ›(x)·‹φ›(‹z›): {drawn}.",
            "Each line joins equal runs of {n} letters, and every line is one product in ‹φ›(x)·‹φ›(‹z›): {drawn}.",
            drawn=drawn,
        )
    else:
        caption = say(
            "Letters in the same order, gaps allowed. Of each shared piece the shortest occurrence is drawn. "
            "Every occurrence counts, with a factor λ for each letter from its first to its last."
        )
    every = sum(len(shared) for _, shared in pair.shared[:1])
    if every > len(pieces):
        caption += " " + say("{drawn} of the {total} shared pieces are drawn.", drawn=len(pieces), total=every)
    return Picture(
        figure, describe_word_links(compared.x, compared.z, *marks, pieces), caption, "pair", HEIGHT, revision="words"
    )


def _marks(compared: ObjectComparison, pair: ObjectPair) -> tuple[list[str], tuple[list[Mark], list[Mark]]]:
    if not pair.shared:
        return [], ([], [])
    phi, shared = pair.shared[0]
    pieces = list(shared[:MOST_PIECES])
    # subsequences with gaps: only the shortest occurrence is drawn
    few = MOST_PLACES if isinstance(phi, NGrams) else 1
    above, below = (
        [Mark(i, where) for i, piece in enumerate(pieces) for where in places(phi, word, piece)[:few]]
        for word in (compared.x, compared.z)
    )
    return pieces, (above, below)


def _graphs(compared: ObjectComparison) -> Picture:
    phi = next((m for m in compared.maps if isinstance(m, Subtrees)), None)
    depth = phi.depth if phi else 0
    names = rounds(compared.x, depth), rounds(compared.z, depth)
    depths = tuple(
        [max((h for h in range(depth + 1) if mine[h][i] in other[h]), default=-1) for i in range(len(mine[0]))]
        for mine, other in (names, names[::-1])
    )
    titles = f"x: {called(compared.x)}", symbols(f"‹z›: {called(compared.z)}")
    figure = graph_pair(
        (compared.x.labels, compared.x.edges), (compared.z.labels, compared.z.edges), (depths[0], depths[1]), titles
    )
    shared = sum(len(common(m, compared.x, compared.z)) for m in compared.maps)
    caption = several(
        shared,
        "The stronger the colour of a node, the more steps around it are the same in the other graph, at most {depth} "
        "with this kernel. Of all kinds of pieces that are counted, {n} occurs in both graphs.",
        "The stronger the colour of a node, the more steps around it are the same in the other graph, at most {depth} "
        "with this kernel. Of all kinds of pieces that are counted, {n} occur in both graphs.",
        depth=depth,
    )
    return Picture(
        figure, describe_graph_pair((depths[0], depths[1]), titles), caption, "pair", HEIGHT, revision="graphs"
    )
