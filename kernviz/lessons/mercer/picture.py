"""Pictures of the Mercer page: Gram matrix, eigenvalues, c, a row.

The row of the selected cell is drawn on the points.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernviz.arrays import LARGEST_SINGLE, Array
from kernviz.figures.bars.spectrum import describe_eigenvalues, eigenvalue_bars
from kernviz.figures.bars.weights import vector_bars
from kernviz.figures.data_view import DataView
from kernviz.figures.matrix.gram import along_main_direction, describe_gram, gram_heatmap, order_by_class
from kernviz.figures.matrix.gram_pair import describe_row, mark_cell, row_plane
from kernviz.lessons.draggable import Handle
from kernviz.lessons.lesson import Block, Picture, paragraph
from kernviz.lessons.mercer.matrix import Matrix
from kernviz.lessons.mercer.state import LONGEST, State
from kernviz.lessons.mercer.steering import Steering
from kernviz.lessons.mercer.typed_matrix import written
from kernviz.lessons.number_format import vector
from kernviz.lessons.shared.subsample import used
from kernviz.lessons.shared.typed_points import MOST_TYPED
from kernviz.lessons.state import applying
from kernviz.surfaces import Window
from kernviz.wording import begun, say, short

HEIGHT = 690
DIGITS = 60  # further characters that two dragged cells may need


@dataclass(frozen=True)
class Pair:
    """Selected pair of points, by data row and heat map position.

    `i` and `j` are rows of the data. `row` and `column` are positions in the heat map.
    """

    i: int
    j: int
    row: int
    column: int


def pair_of(state: State, matrix: Matrix) -> Pair:
    """Return the chosen pair of points, or a default pair.

    Up to six points, the default pair is in the first row and last column of the heat map. Beyond,
    both are a third from there. The row is the nearest with at least half of the largest ‖φ(x)‖².
    """
    order, third = (
        order_by_class(matrix.labels, matrix.n, _order_in_class(matrix)),
        matrix.n // 3 if matrix.n > 6 else 0,
    )
    place = np.argsort(order, kind="stable")
    length = np.abs(np.diag(matrix.K))
    long = np.flatnonzero(length >= 0.5 * length.max())
    i, j = int(long[np.argmin(np.abs(place[long] - third))]), int(order[-1 - third])
    i = state.i if state.i is not None and 0 <= state.i < matrix.n else i
    j = state.j if state.j is not None and 0 <= state.j < matrix.n else j
    return Pair(i, j, int(place[i]), int(place[j]))


def heat_map(state: State, matrix: Matrix, pair: Pair) -> Picture:
    """Draw the Gram matrix with the selected cell."""
    classes = matrix.data.classes if matrix.data is not None else ()
    figure = gram_heatmap(matrix.K, matrix.labels, classes=classes or None, along=_order_in_class(matrix))
    mark_cell(figure, matrix.n, pair.row, pair.column)
    value = float(matrix.K[pair.i, pair.j])
    movable = cell_handle(matrix, pair)
    caption = (
        say("Row i = {i}, column j = {j}: ‹k›(xᵢ, xⱼ) = {value}.", i=pair.i + 1, j=pair.j + 1, value=value)
        + " "
        + (
            say("Drag a cell up or down to change its number; a click chooses it.") + " "
            if movable
            else say("Click a cell to see its two points.") + " "
            if matrix.data is not None
            else say("Click a cell to choose it.") + " "
        )
        + (
            ""
            if matrix.own
            else say("{subset} Rows and columns are ordered {order}.", subset=_which(state), order=_order_name(matrix))
            + " "
        )
        + (
            say("The mirror cell has {K}.", K=matrix.K[pair.j, pair.i])
            if pair.i != pair.j
            else say("This is the diagonal: ‹k›(x, x).")
        )
    )
    alt = say(
        "{description} Cell ({i}, {j}) is marked: {value}.",
        description=describe_gram(matrix.K, matrix.labels),
        i=pair.i + 1,
        j=pair.j + 1,
        value=value,
    )
    return Picture(
        figure,
        alt,
        caption,
        key="gram",
        height=HEIGHT,
        square=True,
        revision=f"{matrix.n}",
        clickable=True,
        handles=movable,
    )


def cell_handle(matrix: Matrix, pair: Pair) -> tuple[Handle, ...]:
    """Return the handle that drags the selected cell's value.

    The result is () if the matrix follows from points, or is too large to be typed.
    """
    if matrix.data is not None or len(written(matrix.K)) + DIGITS > LONGEST:
        return ()
    return (
        Handle(
            say("A cell of the matrix. The keys ↑ and ↓ change its number, the keys n and p choose another cell."),
            ("mm", "mi", "mj"),
            (float(pair.column), float(pair.row)),
            low=-LARGEST_SINGLE,
            high=LARGEST_SINGLE,
            cells=tuple(map(tuple, matrix.K.tolist())),
        ),
    )


def editable_copy(matrix: Matrix) -> Array | None:
    """Return the shown matrix for the field of a typed matrix.

    The rows have the order of the heat map. None if the matrix is typed already, or too large for the field.
    """
    if matrix.data is None:
        return None
    order = order_by_class(matrix.labels, matrix.n, _order_in_class(matrix))
    K = matrix.K[np.ix_(order, order)]
    return K if matrix.n <= MOST_TYPED and len(written(K)) + DIGITS <= LONGEST else None


def why_not_draggable(matrix: Matrix) -> str:
    """Return the reason why no cell of the matrix can be dragged.

    The text is empty if cells can be dragged.
    """
    if matrix.data is not None:
        return say("A cell follows from its two points.")
    return "" if cell_handle(matrix, Pair(0, 0, 0, 0)) else say("Too many digits to change a cell by hand.")


def _order_in_class(matrix: Matrix) -> Array | None:
    """Return the coordinate (n,) that orders the data's points within a class.

    Typed points keep their order; the result is then None.
    """
    return None if matrix.own or matrix.data is None else along_main_direction(matrix.data.X)


def _which(state: State) -> str:
    subset = used(state.data.n, state.taken)
    return f"{begun(subset)}."


def _order_name(matrix: Matrix) -> str:
    place = (
        matrix.data.columns[0]
        if matrix.data is not None and matrix.data.d == 1
        else say("the direction in which the points vary most")
    )
    return say("by class, then by {axis}", axis=place) if matrix.labels is not None else say("by {axis}", axis=place)


def bars(matrix: Matrix) -> Picture:
    """Draw the eigenvalues as bars beside the matrix."""
    s = matrix.spectrum
    figure = eigenvalue_bars(s.values, s.tolerance)
    figure.update_layout(showlegend=False, margin={"l": 56, "r": 12, "t": 8, "b": 26})
    figure.layout.xaxis["title"] = {"text": ""}
    zero = abs(s.smallest) <= s.tolerance and len(s.values) > 1
    label = say("0, rounding") if zero and s.smallest else short(s.smallest)
    return Picture(
        figure,
        describe_eigenvalues(s.values, s.tolerance),
        say(
            "Eigenvalues{of}: {meaning} λₘᵢₙ = {smallest}.",
            of="" if s.symmetric else " " + say("of (‹K› + ‹K›ᵀ)/2"),
            meaning=below_0(matrix),
            smallest=label,
        ),
        key="bars",
        height=130,
    )


def below_0(matrix: Matrix) -> str:
    """Return the meaning of a bar below 0."""
    if matrix.data is None:
        return say("with a bar below 0 the matrix is no Gram matrix.")
    return say("a bar below 0 refutes the kernel.")


def weights(state: State, matrix: Matrix, now: Steering) -> tuple[Picture, ...]:
    """Draw the vector c as bars to drag.

    The result is () for more than FEW points.
    """
    declared = applying(state).get("weights")
    if declared is None:
        return ()
    n, most = matrix.n, declared.high
    handles = tuple(
        Handle(
            f"c{m + 1}",
            (declared.names[m],),
            (m + 1.0, float(now.c[m])),
            weights=((0.0, 1.0, 0.0),),
            low=declared.low,
            high=most,
            upright=True,
        )
        for m in range(n)
    )
    return (
        Picture(
            vector_bars(now.c, most=most),
            say("The vector c = {c}; cᵀ‹K›c = {value}.", c=vector(now.c), value=now.value),
            say("The vector c: cᵀ‹K›c = {value}.", value=now.value)
            + " "
            + (
                say("A value below 0 shows that the matrix is no Gram matrix.")
                if matrix.data is None
                else say("A value below 0 refutes the kernel.")
            ),
            key="steer",
            height=150,
            revision=str(n),
            handles=handles,
        ),
    )


def plane(matrix: Matrix, pair: Pair) -> tuple[Block, ...]:
    """Draw row i of the matrix on the points.

    For a typed matrix there are no points, and a text says so.
    """
    if matrix.data is None:
        return (paragraph("A typed matrix has no points to draw. The tab ‹K› = PᵀP finds some, if there are any."),)
    view = DataView.of(matrix.data, Window.around(matrix.data.X, 0.12))
    figure = row_plane(view, matrix.K, pair.i, pair.j)
    figure.update_layout(showlegend=False)  # the matrix beside it names the classes
    caption = say(
        "Row i of the matrix, drawn on the points: colour is ‹k›(xᵢ, ·) for point i = {i}. "
        "Click another point to see its row.",
        i=pair.i + 1,
    )
    return (
        Picture(
            figure,
            describe_row(matrix.K[pair.i], pair.i, pair.j),
            caption,
            key="gram-row",
            height=200 if matrix.data.d == 1 else 300,
            revision=matrix.data.key,
            clickable=True,
        ),
    )
