"""Page “Sets, strings, graphs”: kernels on objects that are not vectors."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kernviz.lessons.lesson import Block, Lesson, Numbers, Readout, Slot, Tab, Text
from kernviz.lessons.objects import edit
from kernviz.lessons.objects.comparison import ObjectComparison, comparison_of, judgement_on
from kernviz.lessons.objects.gram import spectrum_of
from kernviz.lessons.objects.notes import code, notes
from kernviz.lessons.objects.object_inputs import DEFAULTS, EDIT_VIEW, LISTS, PAIRS, ObjectInputs
from kernviz.lessons.objects.pair import compare, values_compared
from kernviz.lessons.objects.picture import picture
from kernviz.lessons.objects.state import State
from kernviz.lessons.objects.tabs import gram_matrix, machine, map, neighbours, phi_of_both, proof
from kernviz.lessons.page import Page
from kernviz.lessons.shared.kernel_formula import kernel_formula
from kernviz.lessons.shared.verdict import MARKS
from kernviz.wording import phrase, say, short

QUESTION = phrase("Can a machine learn from what has no coordinates?")


def build(state: State) -> Lesson:
    """Build the lesson of a state."""
    return shown(state.asked)


def shown(inputs: ObjectInputs) -> Lesson:
    """Build the lesson of the page's inputs.

    An input that cannot be used is replaced by its default, and `problem` of the lesson says why.
    """
    try:
        return _build(inputs)
    except ValueError as problem:
        sentence = _sentence(str(problem))
    for instead, change in _defaults(inputs):
        try:
            shown = _build(replace(inputs, **change))
        except ValueError:
            continue
        return replace(shown, problem=say("{problem} Meanwhile {defaults}.", problem=sentence, defaults=instead))
    return Lesson(QUESTION, None, problem=sentence)


def _build(inputs: ObjectInputs) -> Lesson:
    compared = comparison_of(inputs)
    return edit.build(inputs, compared, QUESTION) if inputs.view == EDIT_VIEW else _page(inputs, compared)


def _defaults(inputs: ObjectInputs) -> list[tuple[str, dict[str, Any]]]:
    """Return the replacements for unusable inputs, in the order they are tried.

    Each is a description in words and the changed fields of the inputs.
    """
    text, (x, z) = DEFAULTS.get(inputs.view, ""), PAIRS[inputs.view]
    pair = {"x": x, "z": z}
    return [
        (say("the kernel is {kernel}", kernel=text), {"text": text, "on_top": False}),
        (say("the list is “{title}”", title=LISTS[inputs.view].title), {"lines": LISTS[inputs.view].text}),
        (say("x is {x} and ‹z› is {z}", x=x, z=z), pair),
        (say("all is as at first"), {"text": text, "on_top": False, "lines": LISTS[inputs.view].text, **pair}),
    ]


def _page(inputs: ObjectInputs, compared: ObjectComparison) -> Lesson:
    pair = compare(compared)
    spectrum = spectrum_of(compared)
    return Lesson(
        QUESTION,
        picture(compared, pair),
        besides=(
            Slot("offered"),
            lambda: _words(compared),
            Numbers(
                (
                    Readout("‹k›(x, ‹z›)", short(pair.closed, 5), say("of the two above")),
                    Readout(
                        phrase("cosine"),
                        short(pair.cosine, 4),
                        say("‹k›(x, ‹z›)/√(‹k›(x,x)·‹k›(‹z›,‹z›)), the cosine of the angle in feature space"),
                    ),
                    Readout(
                        phrase("λₘᵢₙ"),
                        short(spectrum.smallest, 4),
                        say("smallest eigenvalue of the Gram matrix of the {n} in the list", n=compared.n),
                    ),
                )
            ),
            lambda: values_compared(compared, pair),
        ),
        tabs=(
            Tab(phi_of_both.TITLE, lambda: phi_of_both.blocks(compared, pair)),
            Tab(gram_matrix.TITLE, lambda: gram_matrix.blocks(compared)),
            Tab(neighbours.TITLE, lambda: neighbours.blocks(compared)),
            Tab(map.TITLE, lambda: map.blocks(compared)),
            Tab(machine.TITLE, lambda: machine.blocks(inputs, compared)),
            Tab(proof.TITLE, lambda: proof.blocks(compared)),
            Tab(phrase("What the notes say"), lambda: notes(compared)),
            Tab(phrase("Code"), lambda: code(inputs, compared)),
        ),
        facts={"seen": compared, "pair": pair, "spectrum": spectrum},
    )


def _words(compared: ObjectComparison) -> tuple[Block, ...]:
    judgement = judgement_on(compared)
    return (
        Text(f"**{MARKS[judgement.verdict]}** {judgement.sentence}"),
        kernel_formula(compared.kernel),
    )


def _sentence(text: str) -> str:
    return say("Not used: {problems}", problems=text) + (
        "" if text.endswith(".") else "."
    )  # a text that begins with a kernel stays in lower case


PAGE = Page("objects", phrase("Sets, strings, graphs"), QUESTION, State, build)

__all__ = ["PAGE", "QUESTION", "State", "build", "shown"]
