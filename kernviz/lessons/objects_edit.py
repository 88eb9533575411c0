"""The edit distance: a similarity of words, and for small γ not a kernel. Five words show where it begins to be one for them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from kernviz.compute import shared
from kernviz.figures.curves import curve, describe_curve
from kernviz.kernels import Kernel, latex
from kernviz.kernels.kinds import called
from kernviz.kernels.structured import Edit, Spectrum
from kernviz.kernels.structured.shelves import words_over
from kernviz.kernels.structured.words import edit_distance
from kernviz.lessons import objects_words
from kernviz.lessons.lesson import Block, Formula, Lesson, Number, Numbers, Picture, Row, Tab, Table, Text, short
from kernviz.lessons.objects_gram import gram_tab, seen_spectrum
from kernviz.lessons.objects_subject import CHOICES, FIVE, FIVE_WORDS, FOURTEEN, HALF_LN_2, YOURS, State, Subject
from kernviz.lessons.shared.verdict import MARKS
from kernviz.mercer import Judgement, Verdict
from kernviz.mercer.spectrum import Spectrum as Spectra
from kernviz.mercer.spectrum import spectrum_on

Array = NDArray[np.float64]
GRID = 121
WIDEST = 1.2  # γ up to here, or a little beyond the one in use
HEIGHT = 520


@shared(maxsize=32)
def distances(words: tuple[str, ...]) -> Array:
    """Edit distances (n, n)."""
    return np.array([[edit_distance(a, b) for b in words] for a in words], dtype=float)


@shared(maxsize=64)
def lowest(words: tuple[str, ...], gammas: tuple[float, ...]) -> Array:
    """λ_min of exp(−γ·edit) for every γ: (g,)."""
    D = distances(words)
    return np.array([float(np.linalg.eigvalsh(np.exp(-g * D))[0]) for g in gammas])


@shared(maxsize=64)
def crossing(words: tuple[str, ...]) -> float | None:
    """The largest γ at which λ_min is 0 on the way up; None if it is never negative (or all words are equal)."""
    gammas = tuple(float(g) for g in np.geomspace(0.01, 20, 60))
    values = lowest(words, gammas)
    below = np.flatnonzero(values < -1e-12)
    if not len(below) or below[-1] == len(gammas) - 1:
        return None
    D = distances(words)
    low, high = gammas[below[-1]], gammas[below[-1] + 1]
    return float(brentq(lambda g: float(np.linalg.eigvalsh(np.exp(-g * D))[0]), low, high, xtol=1e-12))


def word_sets(seen: Subject) -> dict[str, tuple[str, ...]]:
    """The sets of words that are compared, yours only when chosen."""
    found = {FIVE_WORDS: FIVE, FOURTEEN: words_over("ab", 3)}
    own = tuple(dict.fromkeys(seen.things))
    return found if own in found.values() else {**found, YOURS: own}


def build(state: State, seen: Subject, judgement: Judgement, question: str) -> Lesson:
    """The curve of λ_min over γ, the matrix in use, and a kernel on the same words beside it."""
    sets = word_sets(seen)
    spectrum = seen_spectrum(seen)
    crossings = {name: crossing(words) for name, words in sets.items()}
    here = next(name for name, words in sets.items() if words == tuple(dict.fromkeys(seen.things)))
    return Lesson(
        question,
        _picture(state, sets, crossings, spectrum.smallest, here),
        besides=(
            Text(f"**{MARKS[judgement.verdict]}** {_verdict(judgement, spectrum)}"),
            Formula(rf"k(x,z) = {latex(seen.kernel)}"),
            Numbers(
                (
                    Number("λ_min", short(spectrum.smallest), f"smallest eigenvalue of the Gram matrix of the {seen.n} words"),
                    Number("0 at γ", "–" if crossings[here] is None else short(crossings[here] or 0.0, 5), "where λ_min of these words crosses 0"),
                    Number("½·ln 2", short(HALF_LN_2, 5), "where it crosses 0 for the five words a, ab, ba, bb, aba"),
                    Number("edit(x, z)", str(edit_distance(seen.x, seen.z)), "letters to insert, delete or replace"),
                    Number("k(x, z)", short(float(seen.kernel(seen.pair)[0, 1])), "exp(−γ·edit(x, z))"),
                )
            ),
            Text(_lesson(state.gamma, crossings)),
        ),
        tabs=(
            Tab("Gram matrix", gram_tab(seen)),
            Tab("Edit distances", _distances(seen)),
            Tab("Beside it: runs of letters", _beside(seen)),
            Tab("Proof and witness", objects_words.proof(judgement)),
            Tab("What the notes say", objects_words.notes(state.view)),
            Tab("Code", objects_words.code(state, seen)),
        ),
        facts={"subject": seen, "judgement": judgement, "spectrum": spectrum, "crossings": crossings},
    )  # fmt: skip


def _verdict(judgement: Judgement, spectrum: Spectra) -> str:
    """The verdict in terms of the words on the page, where they decide it."""
    if spectrum.negative:
        n, lowest = spectrum.n, short(spectrum.smallest)
        return f"Not a kernel on words: the Gram matrix of these {n} has the eigenvalue {lowest}."
    return judgement.sentence + (" These words do not show it." if judgement.verdict is Verdict.REFUTED else "")


def _picture(
    state: State, sets: dict[str, tuple[str, ...]], crossings: dict[str, float | None], now: float, here: str
) -> Picture:
    top = max(WIDEST, 1.15 * state.gamma)
    gammas = np.linspace(0.01, top, GRID)
    curves = {name: lowest(words, tuple(gammas.tolist())) for name, words in sets.items()}
    low = min(float(v.min()) for v in curves.values())
    figure = curve(
        gammas, curves, zero=True, x_title="γ", y_title="λ_min of exp(−γ·edit)", x_range=(0.0, top),
        y_range=(1.25 * low, max(0.3, 1.1 * now)), mark=(state.gamma, now),
    )  # fmt: skip
    parts = [f"{short(at, 5)} ({name})" for name, at in crossings.items() if at is not None]
    caption = (
        f"◆ is λ_min = {short(now)} of {here} at γ = {short(state.gamma)}. The curves cross 0 at γ = {', '.join(parts)}. "
        "To the left of its crossing a set of words refutes the kernel; more words move it to the right."
    )
    return Picture(figure, describe_curve(gammas, curves, x_title="γ"), caption, "pair", HEIGHT, revision=f"{top:.3g}")


def _lesson(gamma: float, crossings: dict[str, float | None]) -> str:
    five, fourteen = crossings[FIVE_WORDS] or 0.0, crossings[FOURTEEN] or 0.0
    if gamma < five:
        return "Five words suffice to refute it here. No choice of features has these inner products."
    if gamma < fourteen:
        return (
            f"The five words no longer refute it, as γ ≥ ½·ln 2 = {short(five, 5)}. All 14 words of up to three letters do: "
            "that one set of words passes is no proof."
        )
    return f"From γ = {short(fourteen, 4)} on not even the 14 words refute it. That proves nothing for longer words: the rules are silent."


def _distances(seen: Subject) -> tuple[Block, ...]:
    words = tuple(seen.things)
    D = distances(words)
    unique = list(dict.fromkeys(map(called, words)))
    place = {name: i for i, name in reversed(list(enumerate(map(called, words))))}
    x, z = called(seen.x), called(seen.z)
    return (
        Text(
            "The edit distance is the least number of letters to insert, delete or replace. It is a distance: never negative, "
            f"symmetric, with the triangle inequality. That does not make exp(−γ·distance) a kernel. edit({x}, {z}) = "
            f"{edit_distance(seen.x, seen.z)}."
        ),
        Table({"": unique, **{b: [str(int(D[place[a], place[b]])) for a in unique] for b in unique}}, height=520),
    )


def _beside(seen: Subject) -> tuple[Block, ...]:
    """The spectrum kernels on the same words, with φ: counts, hence kernels for whatever words."""
    rows: dict[str, list[str]] = {"kernel": [], "λ_min on these words": [], "is a kernel": []}
    kernels: tuple[Kernel, ...] = (seen.kernel, Spectrum(1), Spectrum(2), Edit(HALF_LN_2))
    for k in kernels:
        s = spectrum_on(k, seen.things)
        rows["kernel"].append("edit(½·ln 2)" if k == Edit(HALF_LN_2) else str(k))
        rows["λ_min on these words"].append(short(s.smallest if abs(s.smallest) > s.tolerance else 0.0))
        rows["is a kernel"].append(
            "always: φ counts" if isinstance(k, Spectrum) else "not refuted by these" if s.semidefinite else "no"
        )
    phi = Spectrum(1).map()
    found = phi.vocabulary(seen.things)
    counts = phi.table(seen.things, found)
    shown: dict[str, list[str]] = {"word": [called(w) for w in seen.things]}
    for column, u in enumerate(found):
        shown[f"count of {u}"] = [short(float(v)) for v in counts[:, column]]
    return (
        Text(
            "Counting runs of letters compares words too, and is a kernel by construction: k(x, z) = φ(x)·φ(z) with φ written down."
        ),
        Row(((Table(rows),), (Table(shown, height=240),))),
    )


__all__ = ["CHOICES", "build", "crossing", "distances", "lowest", "word_sets"]
