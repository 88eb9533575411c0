"""The Gram matrix of the list: a square with names, and its eigenvalues."""

from __future__ import annotations

from kernviz.figures.bars.spectrum import describe_eigenvalues, eigenvalue_bars
from kernviz.figures.matrix.gram import describe_gram
from kernviz.figures.things.named import named_gram
from kernviz.lessons.lesson import Block, Picture, Row, short
from kernviz.lessons.objects.gram import seen_spectrum
from kernviz.lessons.objects.seen import Seen

TITLE = "Gram matrix"


def blocks(seen: Seen) -> tuple[Block, ...]:
    """Both pictures side by side."""
    s = seen_spectrum(seen)
    same = "x and z are framed. " if seen.marked else ""
    gram = Picture(
        named_gram(s.matrix, seen.names, seen.codes, classes=seen.classes, marked=seen.marked),
        describe_gram(s.matrix, seen.codes),
        (
            f"k of any two of the {seen.n}. {same}A kernel that suits the classes is dark in the two squares on the"
            " diagonal."
            if len(seen.classes) > 1
            else f"k of any two of the {seen.n}. {same}"
        ),
        "ob-gram",
        520,
        revision=str(seen.n),
    )
    negative = f"{s.negative} negative: these {seen.n} refute the kernel." if s.negative else "none is negative."
    bars = Picture(
        eigenvalue_bars(s.values, s.tolerance),
        describe_eigenvalues(s.values, s.tolerance),
        f"λ_min = {short(s.smallest)}, λ_max = {short(s.largest)}, rank {s.rank}; {negative}",
        "ob-eigen",
        520,
        revision=str(seen.n),
    )
    return (Row(((gram,), (bars,))),)
