"""The read-outs, the table and the words beside the parabola."""

from __future__ import annotations

from kernviz.features import feature_map
from kernviz.figures.theme import counted
from kernviz.lessons.lesson import Block, Number, Numbers, Table, Text, short, vector
from kernviz.lessons.lift.line.cut import Line
from kernviz.lessons.lift.state import State


def numbers(lines: list[Line]) -> Numbers:
    said = {"notes": "notes' margin", "SVM": "SVM's margin", "yours": "your margin"}
    return Numbers(
        tuple(
            Number(
                said[each.name],
                each.margin,
                "smallest distance of a point from the line in the plane (x, x²); – while a point is on the wrong side",
            )
            for each in lines
        )
    )


def table(lines: list[Line]) -> Table:
    """Where each line cuts the parabola."""
    return Table(
        {
            "line": [each.name for each in lines],
            "w": [vector(each.w) for each in lines],
            "b": [short(each.b) for each in lines],
            "cuts at": [_where(each) for each in lines],
            "wrong": [len(each.wrong) for each in lines],
        }
    )


def _where(each: Line) -> str:
    """x² = 6.5 where the line is level, else the x of its thresholds."""
    if each.w[0] == 0 and each.w[1] != 0:
        return f"x² = {short(-each.b / each.w[1])}"
    return "x = " + ", ".join(short(v) for v in each.thresholds) if each.thresholds else "nowhere"


def words(lines: list[Line]) -> str:
    """Whose margin is the widest."""
    by_name = {each.name: each for each in lines}
    yours, svm = by_name["yours"], by_name["SVM"]
    if len(yours.wrong):
        said = f"Your line leaves {counted(len(yours.wrong), 'point')} on the wrong side."
    elif yours.closest >= svm.closest * (1 - 1e-9):
        said = "Your line has the widest margin there is: it is the SVM's."
    else:
        said = f"Your line separates with margin {yours.margin}; the widest is {svm.margin}."
    if "notes" in by_name:
        said += (
            f" The notes' x² − 5 is right on every point, with margin {by_name['notes'].margin}; the SVM's x² − 6.5"
            f" keeps {svm.margin}."
        )
    return said


def kernel(state: State) -> tuple[Block, ...]:
    """How S1's map is related to the kernel in the sidebar."""
    phi = feature_map(state.kernel, 1)
    if phi is not None and set(phi.labels) == {"x", "x²"}:
        return (Text("The kernel in the sidebar has just this map: k(x, z) = ψ(x)·ψ(z) = xz + x²z²."),)
    own = "no finite map" if phi is None else f"({', '.join(phi.labels[:6])}{', …' if phi.dimension > 6 else ''})"
    return (
        Text(
            "This picture uses S1's ψ(x) = (x, x²), whose kernel is `linear + linear @ square`. The one in the sidebar"
            f" has {own}."
        ),
    )
