"""View of the edit distance between words, and of its similarity exp(−γ·edit).

The similarity is a kernel for no γ. For given words, such as five short ones, the view finds the
γ from which their Gram matrix is positive semi-definite.
"""

from __future__ import annotations

import numpy as np

from kernviz.figures.curves.functions import curve, describe_curve
from kernviz.kernels.structured.sample_objects import words_over
from kernviz.kernels.structured.words import edit_distance
from kernviz.lessons.lesson import Block, Lesson, Numbers, Picture, Readout, Tab, Text
from kernviz.lessons.objects.comparison import ObjectComparison, judgement_on
from kernviz.lessons.objects.edits import crossing, smallest_eigenvalues
from kernviz.lessons.objects.gram import spectrum_of
from kernviz.lessons.objects.notes import code, notes
from kernviz.lessons.objects.object_inputs import FIVE, FIVE_WORDS, FOURTEEN, HALF_LN_2, YOURS, ObjectInputs
from kernviz.lessons.objects.tabs import edit_distances, gram_matrix, proof, runs_of_letters
from kernviz.lessons.shared.kernel_formula import kernel_formula
from kernviz.lessons.shared.verdict import MARKS
from kernviz.mercer import Judgement, Verdict
from kernviz.mercer.spectrum import MatrixSpectrum as Spectra
from kernviz.wording import phrase, say, several, short

GRID = 121
WIDEST = 1.2  # largest γ of the axis, unless the γ in use is larger
HEIGHT = 520


def word_sets(compared: ObjectComparison) -> dict[str, tuple[str, ...]]:
    """Return the sets of words to compare, by name.

    The words of the visitor's list are included only if the list is chosen.
    """
    found = {FIVE_WORDS: FIVE, FOURTEEN: words_over("ab", 3)}
    own = tuple(dict.fromkeys(compared.things))
    return found if own in found.values() else {**found, YOURS: own}


def build(inputs: ObjectInputs, compared: ObjectComparison, question: str) -> Lesson:
    """Build the lesson on the edit distance.

    The lesson shows the curve of λ_min over γ and the Gram matrix in use. A tab compares spectrum
    kernels on the same words.
    """
    sets = word_sets(compared)
    spectrum = spectrum_of(compared)
    crossings = {name: crossing(words) for name, words in sets.items()}
    here = next(name for name, words in sets.items() if words == tuple(dict.fromkeys(compared.things)))
    return Lesson(
        question,
        _picture(inputs, sets, crossings, here),
        besides=(
            lambda: _words(compared, spectrum),
            Numbers(
                (
                    Readout(
                        phrase("λₘᵢₙ"),
                        short(spectrum.smallest),
                        several(
                            compared.n,
                            "smallest eigenvalue of the Gram matrix of the {n} word",
                            "smallest eigenvalue of the Gram matrix of the {n} words",
                        ),
                    ),
                    Readout(
                        phrase("0 at γ"),
                        "–" if crossings[here] is None else short(crossings[here] or 0.0, 5),
                        say("where λₘᵢₙ of these words crosses 0"),
                    ),
                    Readout(
                        phrase("½·ln 2"),
                        short(HALF_LN_2, 5),
                        say("where it crosses 0 for the five words a, ab, ba, bb, aba"),
                    ),
                    Readout(
                        "edit(x, ‹z›)",
                        str(edit_distance(compared.x, compared.z)),
                        say("letters to insert, delete or replace"),
                    ),
                    Readout("‹k›(x, ‹z›)", short(float(compared.kernel(compared.pair)[0, 1])), "exp(−γ·edit(x, ‹z›))"),
                )
            ),
            lambda: (Text(_lesson(inputs.gamma, crossings)),),
        ),
        tabs=(
            Tab(gram_matrix.TITLE, lambda: gram_matrix.blocks(compared)),
            Tab(edit_distances.TITLE, lambda: edit_distances.blocks(compared)),
            Tab(runs_of_letters.TITLE, lambda: runs_of_letters.blocks(compared)),
            Tab(phrase("Proof and witness"), lambda: proof.blocks(compared)),
            Tab(phrase("What the notes say"), lambda: notes(compared)),
            Tab(phrase("Code"), lambda: code(inputs, compared)),
        ),
        facts={"seen": compared, "spectrum": spectrum, "crossings": crossings},
    )


def _words(compared: ObjectComparison, spectrum: Spectra) -> tuple[Block, ...]:
    judgement = judgement_on(compared)
    return (
        Text(f"**{MARKS[judgement.verdict]}** {_verdict(judgement, spectrum)}"),
        kernel_formula(compared.kernel),
    )


def _verdict(judgement: Judgement, spectrum: Spectra) -> str:
    """Return the verdict in a sentence.

    If the words in use refute the kernel, the sentence names their eigenvalue. Otherwise it is the
    sentence of the judgement.
    """
    if spectrum.negative:
        n, lowest = spectrum.n, short(spectrum.smallest)
        return say(
            "Not a kernel on words: the Gram matrix of these {n} has the eigenvalue {smallest}.", n=n, smallest=lowest
        )
    return judgement.sentence + (
        " " + say("These words do not show it.") if judgement.verdict is Verdict.REFUTED else ""
    )


def _picture(
    inputs: ObjectInputs, sets: dict[str, tuple[str, ...]], crossings: dict[str, float | None], here: str
) -> Picture:
    top, now = max(WIDEST, 1.15 * inputs.gamma), float(smallest_eigenvalues(sets[here], (inputs.gamma,))[0])
    gammas = np.linspace(0.01, top, GRID)
    curves = {name: smallest_eigenvalues(words, tuple(gammas.tolist())) for name, words in sets.items()}
    low = min(float(v.min()) for v in curves.values())
    figure = curve(
        gammas,
        curves,
        y_axis="zero",
        x_title="γ",
        y_title=say("λₘᵢₙ of exp(−γ·edit)"),
        x_range=(0.0, top),
        y_range=(1.25 * low, max(0.3, 1.1 * now)),
        mark=(inputs.gamma, now),
    )
    parts = [f"{short(at, 5)} ({name})" for name, at in crossings.items() if at is not None]
    caption = say(
        "◆ is λₘᵢₙ = {smallest} of {words} at γ = {gamma}. The curves cross 0 at γ = {crossings}. To the left of "
        "its crossing a set of words refutes the kernel; more words never move the crossing to the left.",
        smallest=now,
        words=here,
        gamma=inputs.gamma,
        crossings=", ".join(parts),
    )
    return Picture(figure, describe_curve(gammas, curves, x_title="γ"), caption, "pair", HEIGHT, revision=f"{top:.3g}")


def _lesson(gamma: float, crossings: dict[str, float | None]) -> str:
    five, fourteen = crossings[FIVE_WORDS] or 0.0, crossings[FOURTEEN] or 0.0
    if gamma < five:
        return say("Here five words suffice to refute exp(−γ·edit). No choice of features has these inner products.")
    if gamma < fourteen:
        return say(
            "The five words no longer refute it, as γ ≥ ½·ln 2 = {five:.5}. All 14 words of up to three letters "
            "still refute it. So a set of words that passes is no proof.",
            five=five,
        )
    return say(
        "From γ = {gamma} on not even the 14 words refute it. Longer words do: for every γ enough words refute it.",
        gamma=fourteen,
    )
