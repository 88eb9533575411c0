"""Spectrum kernels on the same words: counts of runs of letters."""

from __future__ import annotations

from kernviz.kernels import Kernel
from kernviz.kernels.object_types import called
from kernviz.kernels.structured import Edit, Spectrum
from kernviz.lessons.lesson import Block, Row, Table, columns_of, paragraph
from kernviz.lessons.objects.comparison import ObjectComparison
from kernviz.lessons.objects.object_inputs import HALF_LN_2
from kernviz.mercer.spectrum import spectrum_on
from kernviz.wording import phrase, say, short

TITLE = phrase("Beside it: runs of letters")


def blocks(compared: ObjectComparison) -> tuple[Block, ...]:
    """Show spectrum kernels on the same words, with φ.

    Their features are counts, so they are kernels on all words.
    """
    rows = []
    kernels: tuple[Kernel, ...] = (compared.kernel, Spectrum(1), Spectrum(2), Edit(HALF_LN_2))
    for k in kernels:
        s = spectrum_on(k, compared.things)
        verdict = say("not refuted by these") if s.semidefinite else say("no")
        rows.append(
            {
                say("kernel"): "edit(½·ln 2)" if k == Edit(HALF_LN_2) else str(k),
                say("λₘᵢₙ on these words"): short(s.smallest if abs(s.smallest) > s.tolerance else 0.0),
                say("is a kernel"): say("always: ‹φ› counts") if isinstance(k, Spectrum) else verdict,
            }
        )
    phi = Spectrum(1).map()
    runs = phi.vocabulary(compared.things)
    counts = phi.table(compared.things, runs)
    columns = {say("word"): [called(w) for w in compared.things]}
    for column, letters in enumerate(runs):
        columns[say("count of {u}", u=letters)] = [short(float(v)) for v in counts[:, column]]
    return (
        paragraph(
            "Counting runs of letters compares words too, and is a kernel by construction: ‹k›(x, "
            "‹z›) = ‹φ›(x)·‹φ›(‹z›) with ‹φ› written down."
        ),
        Row(((Table(columns_of(rows)),), (Table(columns, height=240),))),
    )
