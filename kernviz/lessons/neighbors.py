"""Nearest neighbours — who is near, when distance is measured by a kernel?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kernviz.kernels import latex
from kernviz.lessons import neighbors_picture, neighbors_smart, neighbors_smart_show, neighbors_tabs, neighbors_words
from kernviz.lessons.lesson import Block, Formula, Lesson, Number, Numbers, Tab, Text, percent, short, tex
from kernviz.lessons.neighbors_compare import Comparison, comparison
from kernviz.lessons.neighbors_reading import Reading, reading
from kernviz.lessons.neighbors_subject import NEIGHBOURS, SMART, VIEWS, State, accuracies, around, votes
from kernviz.lessons.shared.verdict import doubt

QUESTION = "Who is near, when distance is measured by a kernel?"
TABS = ("The probe's neighbours", "Kernel against Euclid", "Quiz 3", "Smart neighbour", "What the notes say", "Code")


def build(state: State) -> Lesson:
    """The page for a state: one set of neighbours feeds picture, numbers and tables."""
    data = state.data
    if data.d > 2:
        words = f"“{data.title}” has {data.d} columns, and a picture has room for two: choose two of them."
        return Lesson(QUESTION, None, problem=words, facts={"problem": words})
    if state.view == SMART:
        return _smart(state)
    try:
        here, apart = around(data, state.kernel), comparison(data, state.kernel)
        read = reading(data, state.kernel, state.point)
    except ValueError as problem:
        return replace(neighbors_words.refused(state, problem, QUESTION), tabs=_always(state))
    found = votes(data, here.near, state.count) if data.classes else None
    return Lesson(
        QUESTION,
        neighbors_picture.picture(state, here, found, apart, read),
        besides=(
            *_negative(state, read),
            *_answer(state, read),
            _numbers(state, apart),
            *_formulas(state, read),
            *_warnings(state, apart),
        ),
        tabs=tuple(
            Tab(title, blocks)
            for title, blocks in zip(
                TABS,
                (
                    neighbors_tabs.table(state, read),
                    neighbors_tabs.against_euclid(state, apart, read),
                    neighbors_tabs.quiz(state, read),
                    neighbors_words.smart_elsewhere(state),
                    neighbors_words.notes(state, apart),
                    neighbors_words.code(state),
                ),
                strict=True,
            )
        ),
        facts={"around": here, "comparison": apart, "reading": read, "votes": found},
    )


def _smart(state: State) -> Lesson:
    """The second view: a support vector machine beside the vote of neighbours."""
    seen = neighbors_smart.see(state)
    if isinstance(seen, str):
        return Lesson(
            QUESTION, neighbors_picture.bare(state), problem=seen, tabs=_always(state), facts={"problem": seen}
        )
    return Lesson(
        QUESTION,
        neighbors_smart_show.picture(state, seen),
        besides=neighbors_smart_show.beside(state, seen),
        tabs=(
            Tab(TABS[3], neighbors_smart_show.tab(state, seen)),
            Tab(TABS[2], neighbors_tabs.quiz(state, None)),
            Tab(TABS[4], neighbors_words.notes(state, None)),
            Tab(TABS[5], neighbors_words.smart_code(state)),
        ),
        facts={"smart": seen},
    )


def _always(state: State) -> tuple[Tab, ...]:
    """What there is to read also without neighbours."""
    return (Tab(TABS[2], neighbors_tabs.quiz(state, None)), Tab(TABS[4], neighbors_words.notes(state, None)))


def _answer(state: State, read: Reading) -> tuple[Block, ...]:
    """What the k neighbours of the probe vote for."""
    data, k = state.data, state.count
    if not data.classes:
        words = f"“{data.title}” has no classes, so neighbours have nothing to vote on. Distances and neighbours are the same with and without."
        return (Text(words, "note"),)
    codes = data.codes[read.order[:k]]
    counts = np.bincount(codes, minlength=len(data.classes))
    winner = int(counts.argmax())
    tie = int((counts == counts.max()).sum()) > 1
    words = f"**At the probe {k} neighbour{'s vote' if k > 1 else ' votes'} “{data.classes[winner]}”**: {int(counts[winner])} of {k}"
    if k < state.k:
        words += f" (there are only {data.n} points, so k = {data.n})"
    return (Text(words + (", a tie, which goes to the class that comes first." if tie else ".")),)


def _numbers(state: State, apart: Comparison) -> Numbers:
    items = [
        Number("same, plane" if state.data.d > 1 else "same, line", _share(apart.plane_agrees), "share of the picture in which kernel and Euclid name the same nearest point"),
        Number("same, points", _share(apart.points_agree), "share of the points whose nearest other point is the same by kernel and by Euclid"),
    ]  # fmt: skip
    if state.data.classes:
        train, held_out = accuracies(state.data, state.kernel, state.count)
        items += [
            Number("train", percent(train), "every point is among its own neighbours: k = 1 is right by itself"),
            Number("held out", _share(held_out), "neighbours from 70 % of the points, counted on the other 30 %; – if there are too few"),
        ]  # fmt: skip
    return Numbers(tuple(items))


def _share(value: float) -> str:
    return "–" if value != value else percent(value)


def _formulas(state: State, read: Reading) -> tuple[Block, ...]:
    """d² with the numbers, for the nearest point by the kernel and, where it is another one, for Euclid's."""
    blocks: list[Block] = [
        Formula(rf"k(x,z) = {latex(state.kernel)}"),
        Formula(r"d^2(x,z) = k(x,x) - 2k(x,z) + k(z,z)"),
        Formula(_distance(read, read.first)),
    ]
    if read.first_euclid != read.first and not read.blind:
        blocks.append(Formula(_distance(read, read.first_euclid)))
        i, j = read.first, read.first_euclid
        blocks.append(Text(
            f"**Another neighbour.** The kernel picks point {i + 1} ({short(read.squared[i])} against {short(read.squared[j])}), "
            f"Euclid point {j + 1} ({short(read.euclid[j])} against {short(read.euclid[i])})."
        ))  # fmt: skip
    return tuple(blocks)


def _distance(read: Reading, i: int) -> str:
    a, b, c = float(read.own[i]), float(read.values[i]), read.kzz
    return (
        rf"\begin{{aligned}}&d^2(x_{{{i + 1}}},z)\\ &\quad= {tex(a)} {'+' if b < 0 else '-'} 2\cdot{tex(abs(b))} "
        rf"{'-' if c < 0 else '+'} {tex(abs(c))} = {tex(float(read.squared[i]))}\end{{aligned}}"
    )


def _negative(state: State, read: Reading) -> tuple[Text, ...]:
    """A squared distance below zero, beyond what rounding makes of 0."""
    terms = np.abs(read.own) + 2 * np.abs(read.values) + abs(read.kzz)
    below = read.squared < -1e-12 * terms  # a few roundings of the three terms, with room
    if not below.any():
        return ()
    i = int(np.argmin(read.squared))
    return (
        Text(
            f"**The squared distance from the probe to point {i + 1} is {short(float(read.squared[i]))}.** No points of any space lie like "
            "this: k is not a kernel. It counts as the nearest here, which means nothing.",
            "warning",
        ),
    )


def _warnings(state: State, apart: Comparison) -> tuple[Text, ...]:
    said: list[Text] = []
    if apart.blind > 0:
        said.append(Text(
            f"In {percent(apart.blind)} of the picture the kernel is below 10⁻³⁰⁰ for every point: all are equally far for it, as far as "
            "numbers reach, and the first point of the data set counts as the nearest. These places are left out of the comparison.", "note",
        ))  # fmt: skip
    twins = state.data.n - len(np.unique(state.data.X, axis=0))
    if twins:
        said.append(Text(
            f"{twins} point{'s stand' if twins > 1 else ' stands'} where another one is. Points at equal distance count in the order of the data set."
        ))  # fmt: skip
    return (*said, *doubt(state.kernel, state.data.d, "On these points every squared distance is still ≥ 0."))


__all__ = ["NEIGHBOURS", "QUESTION", "SMART", "TABS", "VIEWS", "State", "build"]
