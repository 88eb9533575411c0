"""Parameters of the page Sets, strings, graphs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kernviz.kernels.tokens import LONGEST_TEXT
from kernviz.lessons.declarations import choice, number, switch, text, ticks
from kernviz.lessons.objects.object_inputs import (
    CHOICES,
    DEFAULTS,
    EDIT_VIEW,
    ELEMENTS,
    GRAPHS_VIEW,
    LISTS,
    PAIRS,
    SETS_VIEW,
    VIEWS,
    WORDS_VIEW,
    YOURS,
    ObjectInputs,
    classes,
    graph_names,
)
from kernviz.lessons.shared.two_classes import hard_margin, penalty_number
from kernviz.lessons.state import DATA, KERNEL, Idle, Subject
from kernviz.wording import phrase, say

LONGEST_LIST, LONGEST_NAME = 3000, 60
TALL = 220  # height of a list in pixels
LIST, MACHINE = phrase("The labelled list"), phrase("The machine")
OF_THESE = phrase(
    "A kernel of these objects. Join kernels with + - * **, or wrap one in exp or normalize; ‹k› @ ngrams(n=2) puts "
    "a kernel of points on counts."
)
(FIRST, SECOND), (WORD_X, WORD_Z), (X_GRAPH, Z_GRAPH) = (PAIRS[view] for view in (SETS_VIEW, WORDS_VIEW, GRAPHS_VIEW))
ONE_A_LINE = {
    SETS_VIEW: phrase("Elements with blanks between, then a colon and a class: `flour egg: cake`. ∅ is the empty set."),
    WORDS_VIEW: phrase("A word, a colon and a class: `tool: noun`."),
    GRAPHS_VIEW: phrase(
        "A name, the graph, a colon and a class: `ethanol CCO: liquid`. `=` and `#` are "
        "bonds, brackets branches, digits close rings; `r T(a)(b)` is a tree with the root T."
    ),
}


def seen_as(*views: str) -> Callable[[Any], bool]:
    """Return a predicate on a state for open views.

    The predicate is True if one of these views is open.
    """
    return lambda state: state.view in views


def with_words(state: Any) -> bool:
    """Return True if the list of words is in use."""
    return bool(state.view == WORDS_VIEW or (state.view == EDIT_VIEW and state.vocabulary == YOURS))


def named_graphs(state: Any) -> list[str]:
    """Return the names of the listed graphs, or a default name."""
    return graph_names(state.graphs) or ["methanol"]


def _list(view: str, name: str, when: Callable[[Any], bool]) -> Any:
    help = phrase("{format} Source of this list: {source}.", format=ONE_A_LINE[view], source=LISTS[view].source)
    return text(
        LISTS[view].text, phrase("One a line"), LONGEST_LIST, names=(name,), when=when, fold=LIST, tall=TALL, help=help
    )


def _kernel(view: str, name: str) -> Any:
    return text(DEFAULTS[view], phrase("Kernel"), LONGEST_TEXT, names=(name,), when=seen_as(view), help=OF_THESE)


def _word(default: str, word: str, name: str, **more: Any) -> Any:
    return text(default, word, LONGEST_NAME, names=(name,), when=seen_as(WORDS_VIEW, EDIT_VIEW), **more)


def _set(side: int, word: str, chosen: str) -> Any:
    names = tuple(f"ob_{side}{e}" for e in ELEMENTS)
    return ticks(ELEMENTS, word, names, tuple(chosen.split()), when=seen_as(SETS_VIEW))


@dataclass(frozen=True)
class State(Subject):
    """Parameters of the views of the page Sets, strings, graphs.

    The fields are the controls of every view. `asked` gives the inputs of the open view.
    """

    view: str = choice(VIEWS, phrase("Objects"), names=("ob_view",))
    gamma: float = number(
        0.1,
        "γ",
        phrase("inverse width"),
        0.01,
        10.0,
        log=True,
        names=("ob_gamma",),
        when=seen_as(EDIT_VIEW),
        help=phrase("exp(−γ·edit): small γ, all words are alike."),
    )
    vocabulary: str = choice(CHOICES, phrase("Words"), names=("ob_set",), when=seen_as(EDIT_VIEW))
    sets: str = _list(SETS_VIEW, "ob_sl", seen_as(SETS_VIEW))
    words: str = _list(WORDS_VIEW, "ob_wl", with_words)
    graphs: str = _list(GRAPHS_VIEW, "ob_gl", seen_as(GRAPHS_VIEW))
    first: tuple[str, ...] = _set(1, "S₁", FIRST)
    second: tuple[str, ...] = _set(2, "S₂", SECOND)
    word_x: str = _word(WORD_X, phrase("x, a word"), "ob_wx")
    word_z: str = _word(WORD_Z, phrase("‹z›, a word"), "ob_wz", aside=True)
    graph_x: str = choice(named_graphs, "x", X_GRAPH, names=("ob_gx",), when=seen_as(GRAPHS_VIEW))
    graph_z: str = choice(named_graphs, phrase("‹z›"), Z_GRAPH, names=("ob_gz",), when=seen_as(GRAPHS_VIEW), aside=True)
    set_kernel: str = _kernel(SETS_VIEW, "ob_sk")
    word_kernel: str = _kernel(WORDS_VIEW, "ob_wk")
    graph_kernel: str = _kernel(GRAPHS_VIEW, "ob_gk")
    on_top: bool = switch(
        phrase("the sidebar's kernel on the counts"),
        names=("ob_top",),
        when=seen_as(SETS_VIEW, WORDS_VIEW, GRAPHS_VIEW),
        help=phrase("‹k›(‹φ›(x), ‹φ›(‹z›)) with ‹k› from the sidebar and ‹φ› what the kernel above counts."),
    )
    hard: bool = hard_margin(
        phrase("No object may be inside the margin: C = ∞."),
        names=("ob_hard",),
        when=seen_as(SETS_VIEW, WORDS_VIEW, GRAPHS_VIEW),
        fold=MACHINE,
    )
    C: float = penalty_number(
        default=10.0, high=1e4, names=("ob_C",), fold=MACHINE, when=lambda s: s.view != EDIT_VIEW and not s.hard
    )
    positive: str = choice(
        lambda s: classes(s.asked.lines),
        phrase("class +1, against the rest"),
        names=("ob_pos",),
        fold=MACHINE,
        when=lambda s: s.view != EDIT_VIEW and len(classes(s.asked.lines)) > 2,
    )

    @property
    def idle(self) -> dict[str, Idle]:
        found = {DATA: Idle(say("The objects stand on the page: the data play no part."))}
        if self.view == EDIT_VIEW or not self.on_top:
            found[KERNEL] = Idle(say("The objects have a kernel of their own: the one for points plays no part."))
        return found

    @property
    def asked(self) -> ObjectInputs:
        """Inputs of the page in the open view."""
        text, lines, x, z = {
            SETS_VIEW: (self.set_kernel, self.sets, " ".join(self.first), " ".join(self.second)),
            WORDS_VIEW: (self.word_kernel, self.words, self.word_x, self.word_z),
            EDIT_VIEW: ("", self.words, self.word_x, self.word_z),
            GRAPHS_VIEW: (self.graph_kernel, self.graphs, self.graph_x, self.graph_z),
        }[self.view]
        return ObjectInputs(
            self.view,
            text,
            x,
            z,
            lines,
            self.kernel,
            self.on_top,
            self.C,
            self.hard,
            self.positive,
            self.gamma,
            self.vocabulary,
        )
