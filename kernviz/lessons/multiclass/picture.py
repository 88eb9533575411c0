"""Picture of the Many classes page: the winning class everywhere.

The picture also marks places that the machines alone leave open.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.figures.data_view import DataView
from kernviz.figures.line.bands import ClassBand, ClassGraph, class_line, describe_class_line
from kernviz.figures.plane.field import level_trace
from kernviz.figures.plane.hatch import hatching
from kernviz.figures.plane.marks import PlaneMarks
from kernviz.figures.plane.probe import Probe
from kernviz.figures.plane.regions import describe_regions, region_plane
from kernviz.figures.theme import INK, class_color, line_key
from kernviz.lessons.lesson import Picture
from kernviz.lessons.multiclass.machines import Trained, claims
from kernviz.lessons.multiclass.machines import winners as winners_of
from kernviz.lessons.multiclass.state import DAG, PAIRS, REST, SINGLE, State
from kernviz.lessons.number_format import percent
from kernviz.lessons.shared.handles import handle, points
from kernviz.lessons.shared.picture_grid import PictureGrid
from kernviz.models.pairwise import DecisionDAG, OneVersusOne
from kernviz.regions import interpolated, regions
from kernviz.surfaces import Curve, Surface
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, several, spoken

HEIGHT, LINE_HEIGHT = 690, 520
NOTICED = 0.05  # share of the points that the picture may have on the wrong side of a border, by half a cell
REACH = 3.0  # largest |f| drawn over a line; the margin ends at |f| = 1
UNCLEAR = {REST: phrase("‹f› > 0 for none or several"), PAIRS: phrase("equal votes")}


def picture(state: State, trained: Trained) -> Picture:
    """Draw the regions of the classes, with hatching on ambiguous places.

    The lines f = 0 of every machine are optional.
    """
    data = state.data
    winners = PictureGrid.of(data).shaped(trained.codes[trained.winners])
    if isinstance(winners, Curve):
        return _line(state, trained, winners)
    x = state.point
    drawn = regions(winners, partial(_class_between, trained, winners))
    figure = region_plane(
        DataView.of(data, winners.window),
        drawn,
        PlaneMarks(probe=Probe(float(x[0]), float(x[1]))),
        under=[
            *_lines(state, trained, winners),
            *_hatching(state, trained, winners.x, winners.y, winners.values.shape),
        ],
    )
    alt = f"{describe_regions(data.X, data.codes, winners)} {_alt(trained)}"
    words = caption(trained, state.hatch) + _hidden_regions_sentence(trained, drawn.codes, data.X)
    return Picture(
        figure,
        alt,
        words,
        "regions",
        HEIGHT,
        square=True,
        handles=handle(state, "probe", x),
        points=points(state),
    )


def _class_between(trained: Trained, grid: Surface, points: Array) -> NDArray[np.intp]:
    """Return the winning class of places between those of the grid.

    It follows from the values of the machines, which are interpolated.
    """
    values = trained.values.reshape(*grid.values.shape, -1)
    return np.asarray(trained.codes[winners_of(trained.machine, interpolated(values, grid, points))])


def _hidden_regions_sentence(trained: Trained, drawn: Surface, X: Array) -> str:
    """Return a sentence if many points lie on another class's colour.

    This happens if a region is smaller than a cell of the grid. Otherwise the text is empty.
    """
    column, row = (np.abs(axis[:, None] - X[:, j]).argmin(axis=0) for j, axis in enumerate((drawn.x, drawn.y)))
    share = float(np.mean(np.asarray(drawn.values)[row, column] != trained.codes[trained.predicted]))
    return (
        " " + say("{share} of the points stand in regions too small to be drawn.", share=percent(share))
        if share > NOTICED
        else ""
    )


def _hatching(state: State, trained: Trained, x: Any, y: Any, shape: tuple[int, ...]) -> list[dict[str, Any]]:
    if not state.hatch or trained.strategy not in UNCLEAR or trained.k < 3:
        return []
    mask = trained.ambiguous
    mask = mask.reshape(shape) if mask.size == np.prod(shape) else np.broadcast_to(mask, shape)
    return hatching(x, y, mask, spoken(UNCLEAR[trained.strategy]))


def _lines(state: State, trained: Trained, winners: Surface) -> list[dict[str, Any]]:
    """Return the lines f = 0 of every machine.

    There are none for the single objective, for which only differences of values count.
    """
    if not state.lines or trained.strategy == SINGLE:
        return []
    of_a_class = trained.strategy == REST
    width, dash = (2.2, "solid") if of_a_class else (1.2, "7px,5px")
    traces = []
    for j, name in enumerate(machine_names(trained)):
        surface = replace(winners, values=trained.values[:, j].reshape(winners.values.shape))
        color = class_color(int(trained.codes[j])) if of_a_class else INK
        traces.append(level_trace(surface, (0,), symbols(f"‹f› = 0, {name}"), color=color, width=width, dash=dash))
    return [*traces, line_key(say("‹f› = 0 of one machine"), INK, width, dash, rank=22)]


def _line(state: State, trained: Trained, winners: Curve) -> Picture:
    """Draw data of one column.

    A band in the winner's colour lies under the graphs of all decision functions.
    """
    data = state.data
    names = machine_names(trained)
    graphs = []
    for j, name in enumerate(names):
        values = np.clip(trained.values[:, j], -10 * REACH, 10 * REACH)
        index = int(trained.codes[j]) if trained.strategy in (REST, SINGLE) else None
        graphs.append(
            ClassGraph(
                Curve(winners.x, values, winners.window),
                symbols(f"‹f›, {name}"),
                index,
                "solid" if index is not None else "7px,5px",
            )
        )
    heights = (-REACH, REACH)
    band = ClassBand(winners, trained.strategy, heights)
    figure = class_line(
        DataView.of(data, winners.window).over(heights, say("‹f›(x) of every machine")),
        [band],
        graphs=graphs,
        probe=float(state.point[0]),
        under=_hatching(state, trained, winners.x, np.linspace(*heights, 60), (60, len(winners.x))),
    )
    alt = f"{describe_class_line([band], data.n)} {_alt(trained)}"
    words, handles = caption(trained, state.hatch), handle(state, "probe", state.point)
    return Picture(figure, alt, words, "regions-line", LINE_HEIGHT, handles=handles, points=points(state))


def machine_names(trained: Trained) -> list[str]:
    """Return the decision of every machine: "2 or not", "2 or 3".

    For a machine with a value per class, the name is that class.
    """
    m = trained.machine
    if isinstance(m, OneVersusOne | DecisionDAG):
        return [say("{one} or {other}", one=trained.names[i], other=trained.names[j]) for i, j in m.pairs_]
    return [say("{name} or not", name=name) if trained.strategy == REST else name for name in trained.names]


def _alt(trained: Trained) -> str:
    words = several(
        trained.machines,
        "Strategy: {strategy}, {n} machine.",
        "Strategy: {strategy}, {n} machines.",
        strategy=trained.strategy,
    )
    if trained.strategy in UNCLEAR and trained.k > 2:
        words += " " + say(
            "Share of the picture with {ambiguity}: {share}.",
            ambiguity=spoken(UNCLEAR[trained.strategy]),
            share=percent(float(trained.ambiguous.mean())),
        )
    return words


def caption(trained: Trained, hatched: bool) -> str:
    """Return a remark on this strategy, with its numbers.

    ``hatched``: ambiguous places are hatched.
    """
    share = float(trained.ambiguous.mean())
    k, pairs = trained.k, trained.k * (trained.k - 1) // 2
    if k == 2:
        return say("Two classes need one border, whatever the strategy.")
    if trained.strategy == REST:
        none = float((claims(trained.values) == 0).mean())
        return say(
            "{where}: no machine has ‹f› > 0 there ({unclaimed}) or more than one has "
            "({contested}). There the largest ‹f› wins, although the {k} machines were trained separately.",
            where=_where(share, hatched),
            unclaimed=percent(none),
            contested=percent(share - none),
            k=k,
        )
    if trained.strategy == PAIRS:
        tied = (
            say("{where}: equal votes, settled by the sums of ‹f›.", where=_where(share, hatched))
            if share
            else say("No place has equal votes here.")
        )
        return several(
            pairs,
            "{n} machine votes, one for each pair of classes. {ties}",
            "{n} machines vote, one for each pair of classes. {ties}",
            ties=tied,
        )
    if trained.strategy == DAG:
        return several(
            pairs,
            "Every place has a class: {k} of {n} machine is asked for each point, and it removes one class from the "
            "row. Where no class wins against all others, the order of the row decides.",
            "Every place has a class: {k} of {n} machines are asked for each point, and each removes one class from "
            "the row. Where no class wins against all others, the order of the row decides.",
            k=k - 1,
        )
    return say(
        "Every place has a class: {k} functions are trained together, so their differences can be compared. The "
        "largest wins.",
        k=k,
    )


def _where(share: float, hatched: bool) -> str:
    shown = percent(share) if share >= 0.0005 or not share else say("less than 0.1 %")
    if hatched:
        return say("Hatched, {share} of the picture", share=shown)
    return say("In {share} of the picture", share=shown)


def value_at(trained: Trained, x: Array) -> Array:
    """Return the values of every machine at one place (d,).

    A value is nan if a kernel value there overflows.
    """
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            return np.asarray(trained.machine.values(x[None])[0])
    except ValueError:
        return np.full(trained.values.shape[1], np.nan)
