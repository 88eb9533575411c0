"""Dual & representer — why n numbers are enough, whatever φ is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kernviz.lessons import (
    dual_descent,
    dual_recipe,
    dual_sizes,
    dual_solve,
    dual_span,
    dual_svm,
    dual_swap,
    dual_words,
)
from kernviz.lessons.dual_subject import VIEWS, State, refusal
from kernviz.lessons.lesson import Lesson, Tab

QUESTION = "Why are n numbers enough, however many features there are?"
Builder = Callable[[State, str, tuple[Tab, ...]], Lesson]
_BUILDERS: dict[str, Builder] = dict(
    zip(
        VIEWS,
        (
            dual_span.build,
            dual_solve.build,
            dual_descent.build,
            dual_sizes.build,
            dual_svm.build,
            dual_swap.build,
            dual_recipe.build,
        ),
        strict=True,
    )
)


def build(state: State) -> Lesson:
    """One of seven views; what the notes say and the code belong to all of them."""
    common = (Tab("What the notes say", dual_words.notes()), Tab("Code", dual_words.code(state)))
    try:
        return _BUILDERS[state.view](state, QUESTION, common)
    except ValueError as problem:
        words = refusal(problem)
        words = words[:1].upper() + words[1:]
        return replace(
            Lesson(QUESTION, None),
            tabs=common,
            problem=words if words.endswith(".") else words + ".",
            facts={"problem": words},
        )


__all__ = ["QUESTION", "VIEWS", "State", "build"]
