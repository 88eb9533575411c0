"""Read-outs, table and sentences beside the picture of the parabola."""

from __future__ import annotations

from kernviz.features import feature_map
from kernviz.lessons.lesson import Block, Numbers, Readout, Table, paragraph
from kernviz.lessons.lift.line.cut import NAMES, CutLine
from kernviz.lessons.lift.state import State
from kernviz.lessons.number_format import vector
from kernviz.wording import listed, say, several, short, spoken


def numbers(lines: list[CutLine]) -> Numbers:
    labels = {"notes": say("notes' margin"), "SVM": say("SVM's margin"), "yours": say("your margin")}
    return Numbers(
        tuple(
            Readout(
                labels[line.name],
                line.margin,
                say(
                    "smallest distance of a point from the line in the plane (x, x²); – while a point is "
                    "on the wrong side"
                ),
            )
            for line in lines
        )
    )


def table(lines: list[CutLine]) -> Table:
    """Return a table of the places where each line cuts the parabola."""
    return Table(
        {
            say("line"): [spoken(NAMES[line.name]) for line in lines],
            "w": [vector(line.w) for line in lines],
            "b": [short(line.b) for line in lines],
            say("cuts at"): [_threshold_text(line) for line in lines],
            say("wrong"): [len(line.wrong) for line in lines],
        }
    )


def _threshold_text(cut: CutLine) -> str:
    """Return the threshold of a line in words.

    The text is x² = 6.5 if the line is level and meets the parabola. Otherwise the text gives the x of its roots.
    """
    if cut.w[0] == 0 and cut.thresholds:
        return f"x² = {short(-cut.b / cut.w[1])}"
    return "x = " + listed([short(v) for v in cut.thresholds]) if cut.thresholds else say("nowhere")


def words(lines: list[CutLine], widest: CutLine | None) -> str:
    """Return sentences that compare the margins of the lines.

    ``widest`` is the hard-margin SVM's line, None if the classes are not separable.
    """
    by_name = {line.name: line for line in lines}
    yours = by_name["yours"]
    if len(yours.wrong):
        sentence = say(
            "Your line leaves {points} on the wrong side.",
            points=several(len(yours.wrong), "{n} point", "{n} points"),
        )
    elif widest is None:
        sentence = say("Your line separates with margin {margin}.", margin=yours.margin)
    elif yours.closest >= widest.closest * (1 - 1e-9):
        sentence = say("Your line has the widest margin there is: it is the hard-margin SVM's.")
    else:
        sentence = say(
            "Your line separates with margin {margin}; the widest is {svm_margin}.",
            margin=yours.margin,
            svm_margin=widest.margin,
        )
    if "notes" in by_name and widest is not None:
        sentence += " " + say(
            "The notes' x² − 5 is right on every point, with margin {margin}; the hard-margin SVM's x² − 6.5 has "
            "margin {svm_margin}.",
            margin=by_name["notes"].margin,
            svm_margin=widest.margin,
        )
    return sentence


def kernel(state: State) -> tuple[Block, ...]:
    """Return a sentence that relates S1's map to the sidebar's kernel."""
    phi = feature_map(state.kernel, 1)
    if phi is not None and set(phi.labels) == {"x", "x²"}:
        return (
            paragraph("The kernel in the sidebar has just this map: ‹k›(x, ‹z›) = ‹ψ›(x)·‹ψ›(‹z›) = ‹xz› + x²‹z›²."),
        )
    own = (
        say("a map that is not listed here")
        if phi is None
        else f"({', '.join(phi.labels[:6])}{', …' if phi.dimension > 6 else ''})"
    )
    return (
        paragraph(
            "This picture uses S1's ψ(x) = (x, x²), whose kernel is `linear + linear @ square`. The feature map of "
            "the sidebar's kernel is another: {features}.",
            features=own,
        ),
    )
