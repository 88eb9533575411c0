"""Heat map of the list's Gram matrix with names, and its eigenvalues."""

from __future__ import annotations

from kernviz.figures.bars.spectrum import describe_eigenvalues, eigenvalue_bars
from kernviz.figures.matrix.gram import describe_gram
from kernviz.figures.things.gram_and_map import named_gram
from kernviz.lessons.lesson import Block, Picture, Row
from kernviz.lessons.objects.comparison import ObjectComparison
from kernviz.lessons.objects.gram import spectrum_of
from kernviz.wording import phrase, say

TITLE = phrase("Gram matrix")


def blocks(compared: ObjectComparison) -> tuple[Block, ...]:
    """Show the Gram matrix and its eigenvalues side by side."""
    s = spectrum_of(compared)
    same = say("x and ‹z› are framed.") + " " if compared.marked else ""
    gram = Picture(
        named_gram(s.matrix, compared.names, compared.codes, classes=compared.classes, marked=compared.marked),
        describe_gram(s.matrix, compared.codes),
        (
            say(
                "‹k› of any two of the {n}. {normalised}A kernel that suits the classes is largest in the "
                "squares of the classes on the diagonal.",
                n=compared.n,
                normalised=same,
            )
            if len(compared.classes) > 1
            else say("‹k› of any two of the {n}. {normalised}", n=compared.n, normalised=same)
        ),
        "ob-gram",
        520,
        revision=str(compared.n),
    )
    negative = (
        say("{count} negative: these {n} refute the kernel.", count=s.negative, n=compared.n)
        if s.negative
        else say("none is negative.")
    )
    bars = Picture(
        eigenvalue_bars(s.values, s.tolerance),
        describe_eigenvalues(s.values, s.tolerance),
        say(
            "λₘᵢₙ = {smallest}, λₘₐₓ = {largest}, rank {rank}; {negative}",
            smallest=s.smallest,
            largest=s.largest,
            rank=s.rank,
            negative=negative,
        ),
        "ob-eigen",
        520,
        revision=str(compared.n),
    )
    return (Row(((gram,), (bars,))),)
