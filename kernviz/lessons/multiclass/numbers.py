"""The read-outs and sentences beside the picture."""

from __future__ import annotations

from math import isnan

from kernviz.kernels import latex
from kernviz.lessons.lesson import Formula, Number, Numbers, Text, percent, short
from kernviz.lessons.multiclass.machines import Trained, held_out
from kernviz.lessons.multiclass.picture import UNCLEAR
from kernviz.lessons.multiclass.state import State


def two_classes(trained: Trained) -> tuple[Text, ...]:
    if trained.k > 2:
        return ()
    return (
        Text(
            "**With two classes all four are the same machine.** One against the rest trains it twice, f and −f; one"
            " pair is one machine, and one question. The single objective counts ‖w‖² once for each of two opposite"
            " halves: with C it is the machine of 2C. Choose data with three classes or more to see them differ,"
            " *Examples* has some.",
            "note",
        ),
    )


def numbers(state: State, trained: Trained) -> Numbers:
    return Numbers(
        (
            Number("machines", str(trained.machines), "trained: K, K(K − 1)/2 or 1 for K classes"),
            Number("evaluations", str(trained.evaluations), "functions of a point that a prediction computes"),
            Number(
                "support vectors", f"{len(trained.support)} / {state.data.n}", "points that at least one machine keeps"
            ),
            Number("train", percent(trained.train_accuracy), "share of the points given their own class"),
            Number(
                "held out",
                lambda: _held_out(trained.strategy, state),
                "trained on 70 % of the points, counted on the other 30 %; – if there are too few or too many points"
                " for that",
            ),
            *_open(trained),
        )
    )


def _held_out(strategy: str, state: State) -> str:
    kept = held_out(strategy, state.data, state.kernel, state.C)
    return "–" if isnan(kept) else percent(kept)


def _open(trained: Trained) -> tuple[Number, ...]:
    if trained.strategy not in UNCLEAR or trained.k < 3:
        return ()
    meaning = f"share of the picture where the machines alone name no class: {UNCLEAR[trained.strategy]}"
    return (Number("open", percent(float(trained.ambiguous.mean())), meaning),)


def certificate(trained: Trained) -> Text:
    mark = "✓" if trained.optimal else "(not to roundoff)"
    of = f", the worst of {trained.machines} machines" if trained.machines > 1 else ""
    return Text(f"**Certificate {mark}** KKT violation {short(trained.worst, 2)}{of}")


def formula(state: State) -> tuple[Formula, ...]:
    return (Formula(rf"k(x,z) = {latex(state.kernel)}"),)
