"""Sets, strings, graphs — what does a kernel need of its objects?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kernviz.kernels import latex
from kernviz.lessons import objects_edit, objects_machine, objects_pair, objects_picture, objects_words
from kernviz.lessons.lesson import Formula, Lesson, Number, Numbers, Tab, Text, short
from kernviz.lessons.objects_gram import gram_tab, seen_spectrum
from kernviz.lessons.objects_subject import DEFAULTS, EDIT_VIEW, LISTS, PAIRS, State, Subject, subject
from kernviz.lessons.shared.verdict import MARKS
from kernviz.mercer import Judgement, judge

QUESTION = "Can a machine learn from what has no coordinates?"


def build(state: State) -> Lesson:
    """The page for a state: the pair, then the list, all with one kernel. What cannot be used gives way to its default."""
    try:
        return _build(state)
    except ValueError as problem:
        said = _sentence(str(problem))
    for instead, change in _defaults(state):
        try:
            shown = _build(replace(state, **change))
        except ValueError:
            continue
        return replace(shown, problem=f"{said} Meanwhile {instead}.", facts={**shown.facts, "problem": said})
    return Lesson(QUESTION, None, problem=said, facts={"problem": said})


def _build(state: State) -> Lesson:
    seen = subject(state)
    judgement = judge(seen.kernel, seen.things)
    if state.view == EDIT_VIEW:
        return objects_edit.build(state, seen, judgement, QUESTION)
    return _page(state, seen, judgement)


def _defaults(state: State) -> list[tuple[str, dict[str, Any]]]:
    """What to show in the place of one thing that cannot be used: the kernel, the list, the two objects."""
    text, (x, z) = DEFAULTS.get(state.view, ""), PAIRS[state.view]
    pair = {"x": x, "z": z}
    return [
        (f"the kernel is {text}", {"text": text, "on_top": False}),
        (f"the list is “{LISTS[state.view].title}”", {"lines": LISTS[state.view].text}),
        (f"x is {x} and z is {z}", pair),
        ("all is as at first", {"text": text, "on_top": False, "lines": LISTS[state.view].text, **pair}),
    ]


def _page(state: State, seen: Subject, judgement: Judgement) -> Lesson:
    pair = objects_pair.compare(seen)
    spectrum = seen_spectrum(seen)
    return Lesson(
        QUESTION,
        objects_picture.picture(seen, pair),
        besides=(
            Text(f"**{MARKS[judgement.verdict]}** {judgement.sentence}"),
            Formula(rf"k(x,z) = {latex(seen.kernel)}"),
            Numbers(
                (
                    Number("k(x, z)", short(pair.closed, 5), "of the two above"),
                    Number("cosine", short(pair.cosine, 4), "k(x, z)/√(k(x,x)·k(z,z)), the cosine of the angle in feature space"),
                    Number("λ_min", short(spectrum.smallest, 4), f"smallest eigenvalue of the Gram matrix of the {seen.n} in the list"),
                )
            ),
            *objects_pair.spelled_out(seen, pair),
        ),
        tabs=(
            Tab("φ of both", objects_pair.features(seen, pair)),
            Tab("Gram matrix", gram_tab(seen)),
            Tab("Neighbours", objects_machine.neighbours(seen)),
            Tab("Map", objects_machine.pca_map(seen)),
            Tab("Machine", objects_machine.machine(state, seen)),
            Tab("Proof", objects_words.proof(judgement)),
            Tab("What the notes say", objects_words.notes(state.view)),
            Tab("Code", objects_words.code(state, seen)),
        ),
        facts={"subject": seen, "judgement": judgement, "pair": pair, "spectrum": spectrum},
    )  # fmt: skip


def _sentence(text: str) -> str:
    return f"Not used: {text}" + (
        "" if text.endswith(".") else "."
    )  # it may begin with a kernel, which is not capitalised


__all__ = ["QUESTION", "State", "build"]
