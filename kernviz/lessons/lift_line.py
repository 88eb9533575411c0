"""The Lift page for data on a line: S1's example on the parabola (x, x²), with three lines that cut it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset
from kernviz.features import feature_map
from kernviz.figures.parabola import Cut, describe_parabola, parabola
from kernviz.figures.theme import ACCENT, INK, counted, token
from kernviz.lessons import lift_tabs
from kernviz.lessons.lesson import Block, Code, Lesson, Number, Numbers, Picture, Tab, Table, Text, short, vector
from kernviz.lessons.lift_cut import NOTES, Line, is_lecture, line
from kernviz.lessons.lift_machine import Separator, on_monomials
from kernviz.lessons.lift_picture import failed_picture
from kernviz.lessons.shared.training import Failure

if TYPE_CHECKING:
    from kernviz.lessons.lift import State

Array = NDArray[np.float64]
SQUARE = ((1,), (2,))  # S1's ψ(x) = (x, x²)
HEIGHT = 620
THEIRS = token("class-3")


def build(state: State, question: str) -> Lesson:
    """Parabola, number line, the notes' line where it belongs, the SVM's and the viewer's own."""
    data = state.signed
    trained = on_monomials(data, SQUARE, state.penalty)
    note: tuple[Block, ...] = ()
    if isinstance(trained, Failure) and state.hard:
        soft = on_monomials(data, SQUARE, state.C)
        if isinstance(soft, Separator):
            note = (
                Text(
                    f"**Not separable.** {trained.words} The line drawn allows slack, C = {short(state.C)}.", "warning"
                ),
            )
            trained = soft
    if isinstance(trained, Failure):
        return Lesson(question, failed_picture(state, trained), problem=trained.words, facts={"problem": trained.words})
    w1, w2 = _clean(trained)
    svm = line("SVM", data, (w1, w2), trained.b)
    lines = [svm]
    if is_lecture(data):
        lines.insert(0, line("notes", data, *NOTES))
    yours = line("yours", data, (state.line[0], state.line[1]), state.line[2])
    lines.append(yours)
    return Lesson(
        question,
        _picture(state, data, trained, lines),
        besides=(*note, _numbers(lines), _table(lines), Text(_words(lines)), *_kernel(state, data)),
        tabs=(
            Tab("Every point", (_points(data, lines),)),
            Tab("Which monomials", lift_tabs.which_monomials(state, data)),
            Tab("Three steps", _steps(state, data, svm)),
            Tab("What the notes say", _notes(lines, data)),
            Tab("Code", _code(state)),
        ),
        facts={"separator": trained, "lines": {each.name: each for each in lines}},
    )


def _clean(trained: Separator) -> tuple[float, float]:
    """The weights, what is roundoff beside the other one set to 0."""
    w = np.where(np.abs(trained.w) > 1e-9 * np.abs(trained.w).max(initial=0.0), trained.w, 0.0)
    return float(w[0]), float(w[1])


def _picture(state: State, data: Dataset, trained: Separator, lines: list[Line]) -> Picture:
    x = data.X[:, 0]
    low, high = float(x.min()), float(x.max())
    width = high - low or 2.0
    top = float((x**2).max()) or 1.0
    looks = {"notes": (THEIRS, 3.0, "2px,4px"), "SVM": (INK, 3.0, "solid"), "yours": (ACCENT, 3.0, "8px,3px")}
    names = {"notes": "the notes' line", "SVM": "the SVM's line", "yours": "your line"}
    cuts = [
        Cut(each.w, each.b, names[each.name], color, each.thresholds, thick, dash, each.name == "SVM")
        for each in lines
        for color, thick, dash in [looks[each.name]]
    ]
    yours = lines[-1]
    drawn = parabola(
        data.X,
        data.codes,
        cuts,
        t=state.t,
        x_range=(low - 0.12 * width, high + 0.12 * width),
        y_range=(-0.12 * top, 1.15 * top),
        classes=data.classes,
        x_title=data.columns[0],
        support=trained.machine.support_,
        wrong=yours.wrong,
        wrong_name="wrong side of your line",
    )
    caption = (
        f"Below the number line: no single threshold separates the classes. Lifted to (x, x²) a straight line does. "
        f"Your line has {counted(len(yours.wrong), 'point')} on the wrong side. Move it with the sliders, or click where it should pass."
    )
    return Picture(drawn, describe_parabola(data.X, cuts, state.t), caption, "parabola", HEIGHT,
                   revision=data.key, clickable=True)  # fmt: skip


def _numbers(lines: list[Line]) -> Numbers:
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


def _table(lines: list[Line]) -> Table:
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


def _words(lines: list[Line]) -> str:
    by_name = {each.name: each for each in lines}
    yours, svm = by_name["yours"], by_name["SVM"]
    if len(yours.wrong):
        words = f"Your line leaves {counted(len(yours.wrong), 'point')} on the wrong side."
    elif yours.closest >= svm.closest * (1 - 1e-9):
        words = "Your line has the widest margin there is: it is the SVM's."
    else:
        words = f"Your line separates with margin {yours.margin}; the widest is {svm.margin}."
    if "notes" in by_name:
        words += f" The notes' x² − 5 is right on every point, with margin {by_name['notes'].margin}; the SVM's x² − 6.5 keeps {svm.margin}."
    return words


def _kernel(state: State, data: Dataset) -> tuple[Block, ...]:
    """How S1's map is related to the kernel in the sidebar."""
    phi = feature_map(state.kernel, 1)
    if phi is not None and set(phi.labels) == {"x", "x²"}:
        return (Text("The kernel in the sidebar has just this map: k(x, z) = ψ(x)·ψ(z) = xz + x²z²."),)
    own = "no finite map" if phi is None else f"({', '.join(phi.labels[:6])}{', …' if phi.dimension > 6 else ''})"
    return (
        Text(
            f"This picture uses S1's ψ(x) = (x, x²), whose kernel is `linear + linear @ square`. The one in the sidebar has {own}."
        ),
    )


def _points(data: Dataset, lines: list[Line]) -> Table:
    names = {"notes": "notes: x² − 5", "SVM": "SVM: f(x)", "yours": "yours: f(x)"}
    return Table(
        {
            data.columns[0]: data.X[:, 0].tolist(),
            "x²": (data.X[:, 0] ** 2).tolist(),
            "class": list(data.labels),
            **{names[each.name]: [short(float(v)) for v in each.f] for each in lines},
        },
        caption="A point is on the right side where f has the sign of its class.",
    )


def _steps(state: State, data: Dataset, svm: Line) -> tuple[Block, ...]:
    x = float(state.point[0])
    f = svm.w[0] * x + svm.w[1] * x * x + svm.b
    return (
        Text("**① Choose ψ.** ψ(x) = (x, x²) maps the line into the plane. Press *Lift the points*, or move t from 0 to 1."),
        Text(f"**② Learn a line there** from the {data.n} images: w = {vector(svm.w)}, b = {short(svm.b)}, margin {svm.margin}."),
        Text(
            f"**③ Predict h(ψ(x)).** x = {short(x)} is lifted to {vector((x, x * x))}, where f = {short(f)}: "
            f"**{data.classes[int(f > 0)]}**."
        ),
    )  # fmt: skip


def _notes(lines: list[Line], data: Dataset) -> tuple[Block, ...]:
    if lines[0].name != "notes":
        return (Text("S1 works its example on x = −4, …, 4. Open it under *Examples*."),)
    notes, svm = lines[0], lines[1]
    values = ", ".join(short(float(v)) for v in notes.f)
    return (
        Text(
            f"S1 separates with w = (0, 1), b = −5: f = {values} for x = −4 … 4. Every sign is right, so nothing is wrong in the "
            f"notes; but the closest points, x = ±2, are at distance {notes.margin}. The SVM moves the line up to x² = 6.5, "
            f"halfway between 4 and 9: w = {vector(svm.w)}, b = {short(svm.b)}, margin {svm.margin}."
        ),
        Text(
            "w and b are unique, the α are not: there are four support vectors (±2, ±3) and three equations. "
            "The symmetric solution has α = 0.04 each."
        ),
    )


def _code(state: State) -> tuple[Block, ...]:
    C = 'float("inf")' if state.hard else repr(state.C)
    label = state.positive if state.positive in state.data.classes else state.data.classes[-1]
    return (
        Text("The SVM's line in Python. The file is what the sidebar's download button saves."),
        Code(
            "import numpy as np\n\nimport kernviz as kv\n\n"
            f"data = kv.load_csv({state.data.name + '.csv'!r}).select([{state.data.columns[0]!r}]).versus({label!r})\n"
            "Z = np.hstack([data.X, data.X**2])\n"
            f'machine = kv.KernelSVC(kv.parse("linear"), C={C}).fit(Z, data.y)\n'
            "print(Z.T @ machine.dual_coef_, machine.intercept_, machine.margin_)\n"
        ),
    )


__all__ = ["build", "is_lecture", "line"]
