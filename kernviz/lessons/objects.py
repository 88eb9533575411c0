"""Sets, strings, graphs — what does a kernel need of its objects?"""

from __future__ import annotations

from kernviz.kernels import latex
from kernviz.kernels.kinds import CALLED
from kernviz.lessons import objects_edit, objects_machine, objects_pair, objects_words
from kernviz.lessons.compose import MARKS
from kernviz.lessons.lesson import Block, Formula, Lesson, Number, Numbers, Tab, Text, short
from kernviz.lessons.objects_gram import gram_tab, seen_spectrum
from kernviz.lessons.objects_subject import EDIT_VIEW, State, Subject, subject
from kernviz.mercer import Judgement, judge

QUESTION = "Can a machine learn from what has no coordinates?"


def build(state: State) -> Lesson:
    """The page for a state: the pair, then the list, all with one kernel."""
    try:
        seen = subject(state)
        judgement = judge(seen.kernel, seen.things)
        if state.view == EDIT_VIEW:
            return objects_edit.build(state, seen, judgement, QUESTION)
        return _page(state, seen, judgement)
    except ValueError as problem:
        return Lesson(QUESTION, None, problem=_sentence(str(problem)), facts={"problem": str(problem)})


def _page(state: State, seen: Subject, judgement: Judgement) -> Lesson:
    pair = objects_pair.compare(seen)
    spectrum = seen_spectrum(seen)
    return Lesson(
        QUESTION,
        objects_pair.picture(seen, pair),
        beside=(
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
            Tab("Proof", proof(judgement)),
            Tab("What the notes say", objects_words.notes(state.view)),
            Tab("Code", objects_words.code(state, seen)),
        ),
        facts={"subject": seen, "judgement": judgement, "pair": pair, "spectrum": spectrum},
    )  # fmt: skip


def proof(judgement: Judgement) -> tuple[Block, ...]:
    """The proof line by line, and the witness where there is one."""
    return objects_words.proof(judgement)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


__all__ = ["CALLED", "QUESTION", "State", "build"]
