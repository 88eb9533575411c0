"""Decision function f as a sum of removable bumps.

There is a bump at every support vector, and each can be removed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

import kernviz.grid_size as grid_size
from kernviz.arrays import Array
from kernviz.data import Dataset
from kernviz.figures.curves.functions import curve
from kernviz.figures.data_view import DataView
from kernviz.figures.line.line import LineFunction, decision_line, describe_line
from kernviz.figures.plane.marks import PlaneMarks
from kernviz.figures.plane.plane import decision_plane, describe_plane
from kernviz.figures.plane.points import groups
from kernviz.figures.space.landscape import Bumps, describe_landscape, landscape
from kernviz.lessons.gaussian.state import State
from kernviz.lessons.gaussian.tabs import every_bump
from kernviz.lessons.lesson import Lesson, Numbers, Picture, Readout, Slot, Tab, Text
from kernviz.lessons.number_format import percent
from kernviz.lessons.shared.small_plane import bounded_of
from kernviz.lessons.shared.training import Failure, Training, train
from kernviz.lessons.shared.two_classes import has_two_classes
from kernviz.surfaces import Curve, Surface, Window, crossings, surface
from kernviz.surfaces import curve as on_the_line
from kernviz.symbols import symbols
from kernviz.wording import class_word, phrase, say, several, short

SIDE = 64  # grid points per side of the landscape, the surface of f
MOST_CURVES = 12  # largest number of bumps drawn one by one, for points of a line


def taken_away(text: str, support: NDArray[np.intp]) -> tuple[NDArray[np.bool_], str]:
    """Return a mask of the support vectors named, and an error message.

    The mask is in the order of ``support``. The text names points by numbers from 1, or all of them by “all”. The
    message lists other words.

    >>> taken_away("3, 9 x", np.array([0, 2]))
    (array([False,  True]), 'Not a support vector, so without a bump: 9, x.')
    """
    words = re.findall(r"[^\s,;]+", text)
    if "all" in words:
        return np.ones(len(support), dtype=bool), ""
    wanted = {int(word) - 1 for word in words if word.isdecimal() and len(word) < 6}
    unknown = [word for word in words if not (word.isdecimal() and len(word) < 6 and int(word) - 1 in support)]
    problem = (
        say("Not a support vector, so without a bump: {words}.", words=", ".join(w[:8] for w in unknown[:8]))
        if unknown
        else ""
    )
    return np.isin(support, list(wanted)), problem


def build(state: State, question: str) -> Lesson:
    """Build the bumps view from one trained machine.

    The landscape, the small map and the table show the remaining part of f.
    """
    data = state.data
    if not has_two_classes(data):
        words = say(
            "“{title}” has no two classes in one or two columns, so there is no machine: choose "
            "labelled data in the sidebar.",
            title=data.title,
        )
        return Lesson(question, None, problem=words)
    signed = state.signed
    result = train(signed, state.own, state.penalty)
    if isinstance(result, Failure):
        return Lesson(question, None, problem=result.words)
    support = result.machine.support_
    off, unknown = taken_away(state.off, support)
    weights = np.where(off, 0.0, result.machine.dual_coef_[support])
    bumps = _RemainingBumps(state, signed, result, off, weights)
    return Lesson(
        question,
        bumps.picture(),
        besides=(
            Slot("bumps"),
            bumps.numbers(),
            *((Text(unknown, "warning"),) if unknown else ()),
            *((bumps.map(),) if data.d == 2 else ()),
        ),
        tabs=(Tab(every_bump.TITLE, lambda: every_bump.blocks(signed, result.machine, off)),),
        facts={"training": result, "off": off, "f": bumps.f},
    )


@dataclass(frozen=True, eq=False)
class _RemainingBumps:
    """Decision function after removing some bumps.

    f(x) = Σ αᵢ yᵢ k(xᵢ, x) + b over the remaining bumps. `off` is True for the removed ones, and `weights`
    are αᵢyᵢ, or 0 for those; both are in the order of the support vectors.
    """

    state: State
    data: Dataset
    result: Training
    off: NDArray[np.bool_]
    weights: Array

    @property
    def support(self) -> NDArray[np.intp]:
        return self.result.machine.support_

    @property
    def window(self) -> Window:
        return Window.of(self.data)

    def f(self, X: Array) -> Array:
        block = self.state.own(X, self.data.X[self.support])
        return np.asarray(block @ self.weights + self.result.machine.intercept_)

    @property
    def wrong(self) -> NDArray[np.intp]:
        return np.flatnonzero(self.result.signs * self.f(self.data.X) <= 0)

    def marks(self) -> PlaneMarks:
        machine, on = self.result.machine, self.support[~self.off]
        bounded = bounded_of(machine)
        return PlaneMarks(
            free=np.intersect1d(machine.free_, on),
            bounded=None if bounded is None else np.intersect1d(bounded, on),
            alpha=machine.alpha_,
            wrong=self.wrong,
        )

    def caption(self) -> str:
        total, gone = len(self.support), int(self.off.sum())
        b = short(self.result.machine.intercept_)
        lost = (
            several(gone, "{n} bump is taken away.", "{n} bumps are taken away.")
            + " "
            + several(len(self.wrong), "{n} point is now on the wrong side.", "{n} points are now on the wrong side.")
            + " "
            if gone
            else say("Take bumps away and see which part of the border changes.") + " "
        )
        return say(
            "{total} bumps, upwards for {class_up}, downwards for {class_down}. Each has the height ‹αᵢ›, and ‹γ=› = "
            "{gamma:γ} gives its width. Far from all bumps ‹f› is b = {b}. {removed}With a larger ‹γ› the bumps are "
            "narrower.",
            total=total,
            class_up=class_word(self.data.classes[1]),
            class_down=class_word(self.data.classes[0]),
            gamma=self.state.gamma,
            b=b,
            removed=lost,
        )

    def picture(self) -> Picture:
        return self._line() if self.data.d == 1 else self._surface()

    def _surface(self) -> Picture:
        grid = surface(self.f, self.window, grid_size.side(SIDE))
        members = groups(self.result.signs, self.data.n, self.data.classes)
        members = replace(members, index=members.index[self.support])
        reach = 1.15 * max(float(np.abs(grid.values).max()), 1.3)
        centers = self.data.X[self.support]
        bumps = Bumps(centers, self.f(centers), ~self.off, members, self.support + 1)
        figure = landscape(grid, bumps, (self.data.columns[0], self.data.columns[1]), reach)
        return Picture(
            figure, describe_landscape(grid, ~self.off), self.caption(), "landscape", 600, revision=self.data.key
        )

    def _line(self) -> Picture:
        drawn = on_the_line(self.f, self.window)
        reach = float(np.clip(1.2 * np.abs(drawn.values).max(), 1.5, 12.0))
        function = LineFunction(drawn, symbols("‹f›(x)"), crossings(drawn))
        figure = decision_line(DataView.of(self.data, self.window).over((-reach, reach)), function, self.marks())
        for i in np.argsort(-np.abs(self.weights))[:MOST_CURVES]:
            if self.weights[i]:
                bump = self.weights[i] * self.state.own(drawn.x[:, None], self.data.X[self.support[i : i + 1]])[:, 0]
                only = curve(drawn.x, {say("bump of point {number}", number=self.support[i] + 1): bump}).data[0]
                only.line.update(width=1.2, dash="4px,3px", color="var(--kv-muted)")
                figure.add_traces([only | {"showlegend": False}])
        alt = describe_line(function, self.data.X[:, 0], self.marks())
        caption = (
            self.caption()
            + " "
            + say("Thin: the largest bumps one by one. Click a ringed point to take its bump away.")
        )
        return Picture(figure, alt, caption, "bumps-line", 520, revision=self.data.key, clickable=True)

    def map(self) -> Picture:
        """Draw a small map of the remaining f.

        A click on a ringed point removes its bump or restores it.
        """
        grid: Surface | Curve = self.result.field
        if self.off.any():
            grid = surface(self.f, self.window)
        field = grid if isinstance(grid, Surface) else None
        figure = decision_plane(DataView.of(self.data, self.window), field, self.marks(), bar=False)
        figure.update_layout(showlegend=False, margin={"l": 44, "r": 8, "t": 6, "b": 42})
        alt = describe_plane(self.data.X, self.data.codes, self.marks())
        caption = say("From above. Click a support vector (ringed) to take its bump away, and again to put it back.")
        return Picture(figure, alt, caption, "from-above", 400, square=True, revision=self.data.key, clickable=True)

    def numbers(self) -> Numbers:
        m, good = self.result.machine, 1 - len(self.wrong) / self.data.n
        return Numbers(
            (
                Readout(
                    phrase("bumps"),
                    f"{int((~self.off).sum())} / {len(self.support)}",
                    say("in the sum, of all support vectors (those with ‹α› > 0)"),
                ),
                Readout(
                    phrase("right side"),
                    percent(good),
                    say("share of the points for which what is left of ‹f› has the right sign"),
                ),
                Readout("b", short(m.intercept_), say("the level far away from all bumps")),
            )
        )
