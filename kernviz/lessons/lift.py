"""Lift — what does the plane look like from feature space?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset
from kernviz.features import feature_map
from kernviz.kernels import Kernel, latex
from kernviz.lessons import lift_line, lift_tabs, lift_words
from kernviz.lessons.lesson import Block, Formula, Lesson, Number, Numbers, Tab, Text, apart, percent, short
from kernviz.lessons.lift_machine import Exponents, Separator, bare, from_kernel, monomials, on_monomials
from kernviz.lessons.lift_picture import failed_picture, plane_picture, space_picture
from kernviz.lessons.lift_view import View, in_order, view
from kernviz.lessons.shared.training import Failure

Array = NDArray[np.float64]
QUESTION = "Which plane in feature space is the curve in front of you?"


@dataclass(frozen=True)
class State:
    """Everything the page depends on. ``ticked``: None for the kernel's own φ, otherwise the monomials of one's choice."""

    data: Dataset
    kernel: Kernel
    C: float = 1.0
    hard: bool = False
    positive: str = ""
    t: float = 1.0  # 0: every point in the plane; 1: at its lifted place
    plain: bool = False  # the monomials without the kernel's coefficients: "without √2"
    ticked: tuple[Exponents, ...] | None = None
    kind: str = ""  # which three directions are shown
    trio: tuple[str, ...] = ()
    probe: tuple[float, ...] = ()
    line: tuple[float, float, float] = (1.0, 1.0, -4.0)  # w₁, w₂, b of the line to drag, for data on a line

    @property
    def penalty(self) -> float:
        return float("inf") if self.hard else self.C

    @property
    def signed(self) -> Dataset:
        """The data as ±1."""
        label = self.positive if self.positive in self.data.classes else self.data.classes[-1]
        return self.data.versus(label)

    @property
    def point(self) -> Array:
        """The probe, or a place off the middle of the data, where φ is not yet 0."""
        given = np.array(self.probe, dtype=float)
        X = self.data.X
        return given if given.shape == (self.data.d,) else np.round(X.mean(axis=0) + 0.5 * X.std(axis=0), 2)

    @property
    def with_coefficients(self) -> tuple[Exponents, ...]:
        """The monomials whose coefficients may be dropped; () where there is nothing to drop."""
        return () if self.ticked is not None else bare(self.kernel, self.data.d)


def build(state: State) -> Lesson:
    """The page for a state: one training in feature space, seen from there and from the plane."""
    data = state.data
    if data.d > 2:
        words = f"“{data.title}” has {data.d} columns, and a picture has room for two: choose two of them."
        return Lesson(QUESTION, None, problem=words, facts={"problem": words})
    if data.task != "classification" or len(data.classes) < 2:
        return _cannot(state, f"“{data.title}” has no two classes to separate. Choose data with labels in the sidebar.")
    if data.d == 1:
        return lift_line.build(state, QUESTION)
    signed = state.signed
    if state.ticked == ():
        return _cannot(state, "No monomial is ticked, so there is nothing to lift the points by: tick at least one.")
    trained = train_in_force(state, signed)
    if isinstance(trained, Failure):
        return _cannot(state, trained.words, trained)
    return _built(state, signed, trained)


def train_in_force(state: State, signed: Dataset) -> Separator | Failure:
    """The machine of the picture: on ticked monomials, on the kernel's without coefficients, or on the kernel's own φ.

    Ticked monomials get a hard margin if there is one, and slack at the price C if there is none.
    """
    if state.ticked is not None:
        strict = on_monomials(signed, state.ticked, float("inf"))
        return strict if isinstance(strict, Separator) else on_monomials(signed, state.ticked, state.C)
    if state.plain and state.with_coefficients:
        return on_monomials(signed, state.with_coefficients, state.penalty)
    return from_kernel(signed, state.kernel, state.penalty)


def coordinates(state: State) -> tuple[str, ...] | None:
    """The coordinates of the feature space in use, constants left out; None where φ is not finite."""
    if state.ticked is not None:
        return monomials(state.ticked).labels if state.ticked else ()
    if state.plain and state.with_coefficients:
        return monomials(state.with_coefficients).labels
    phi = feature_map(state.kernel, state.data.d)
    return None if phi is None else tuple(phi.labels[i] for i in phi.varying)


def _built(state: State, signed: Dataset, trained: Separator) -> Lesson:
    seen = view(signed, trained, state.kind, state.trio)
    reference = lift_words.reference(signed, trained)
    pair = lift_tabs.with_and_without(state, signed)
    tabs = [
        Tab("Two spaces", lift_tabs.two_spaces(state, signed, trained)),
        *([Tab("With and without √2", lift_tabs.two_margins(state, pair))] if pair else []),
        Tab("Which monomials", lift_tabs.which_monomials(state, signed)),
        Tab("Three steps", lift_tabs.three_steps(state, signed, trained)),
        Tab("What the notes say", lift_words.notes(state, signed, trained, reference)),
        Tab("Code", lift_words.code(state)),
    ]
    return Lesson(
        QUESTION,
        space_picture(state, signed, trained, seen, reference),
        besides=(
            *_separable(state, trained),
            _numbers(trained, pair),
            plane_picture(state, signed, trained, reference),
            *_formula(state, trained),
            *_infinite(trained),
        ),
        tabs=tuple(tabs),
        facts={"separator": trained, "view": seen, "pair": pair, "reference": reference},
    )


def _numbers(trained: Separator, pair: tuple[Separator, Separator] | None) -> Numbers:
    m = trained.machine
    items = [Number("margin 1/‖w‖", short(m.margin_), "distance in feature space from the plane f = 0 to f = ±1")]
    if pair:
        ours, theirs = apart(pair[0].machine.margin_, pair[1].machine.margin_)
        items = [
            Number("margin with √2", ours, "1/‖w‖ in the kernel's own feature space"),
            Number("without √2", theirs, "1/‖w‖ with every coefficient 1: trained again"),
        ]
    items.append(Number("right side", percent(trained.accuracy), "share of the points on the right side of the plane"))
    if not pair:
        items.append(Number("support vectors", str(len(m.support_)), "ringed in both pictures"))
    return Numbers(tuple(items))


def _formula(state: State, trained: Separator) -> tuple[Block, ...]:
    lines: list[Block] = []
    if state.ticked is None and not (state.plain and state.with_coefficients) and len(latex(state.kernel)) < 300:
        lines.append(Formula(rf"k(x,z) = {latex(state.kernel)}"))
    if trained.phi is not None and trained.phi.dimension <= 6:
        lines.append(Formula(lift_words.plane_formula(trained)))
    return tuple(lines)


def _separable(state: State, trained: Separator) -> tuple[Block, ...]:
    """For ticked monomials: whether they are enough."""
    if state.ticked is None or trained.phi is None:
        return ()
    names = "{" + ", ".join(in_order(trained.phi.labels)) + "}"
    if np.isinf(trained.machine.C):
        return (Text(f"✓ **{names} separates the classes**: a plane has every point on its right side."),)
    return (
        Text(
            f"✗ **{names} does not separate the classes**: no plane does. With slack (C = {short(state.C)}) the best one has "
            f"{percent(trained.accuracy)} of the points on the right side, and is drawn."
        ),
    )


def _infinite(trained: Separator) -> tuple[Block, ...]:
    if trained.phi is not None:
        return ()
    return (
        Text(
            "**This φ has no finite list of coordinates** (a Gaussian has infinitely many), so no trio of them can be chosen. "
            "The points span at most as many dimensions as there are points: the picture shows the three directions in which "
            "they vary most, from the Gram matrix alone. For coordinates take `linear**2` or an example.",
            "note",
        ),
    )


def _cannot(state: State, words: str, failure: Failure | None = None) -> Lesson:
    return Lesson(QUESTION, failed_picture(state, failure), problem=words, facts={"problem": words})


__all__ = ["QUESTION", "State", "View", "build", "train_in_force"]
