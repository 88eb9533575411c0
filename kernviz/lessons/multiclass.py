"""Many classes — how do machines for two classes decide among many?"""

from __future__ import annotations

from kernviz.kernels import latex
from kernviz.lessons import multiclass_picture, multiclass_probe, multiclass_tabs
from kernviz.lessons.lesson import Formula, Lesson, Number, Numbers, Tab, Text, percent, short
from kernviz.lessons.multiclass_subject import STRATEGIES, Refusal, State, Trained, held_out, train
from kernviz.lessons.shared.verdict import doubt

QUESTION = "How do machines for two classes decide among many?"
MACHINES = "On these points it does no harm, so the machines can be trained."


def build(state: State) -> Lesson:
    """The page for a state: four strategies on the same points, one of them in the picture."""
    data = state.data
    if data.d > 2:
        words = f"“{data.title}” has {data.d} columns, and a picture has room for two: choose two of them."
        return Lesson(QUESTION, None, problem=words, facts={"problem": words})
    if data.task != "classification":
        return _cannot(state, f"“{data.title}” has no classes. Choose data with labels in the sidebar, or an example.")
    if data.only_class is not None:
        return _cannot(state, f"All points of “{data.title}” are of one class, {data.only_class}: there is nothing to decide. Choose data with two classes or more.")  # fmt: skip
    everyone = {strategy: train(strategy, data, state.kernel, state.C) for strategy in STRATEGIES}
    seen = everyone[state.strategy]
    if isinstance(seen, Refusal):
        return _cannot(state, seen.words)
    return Lesson(
        QUESTION,
        multiclass_picture.picture(state, seen),
        besides=(
            *_two_classes(seen),
            *multiclass_probe.answer(state, seen),
            _numbers(state, seen),
            _certificate(seen),
            *(multiclass_probe.graph(state, seen) if seen.k <= multiclass_probe.BESIDE else ()),
            *_formula(state),
            *doubt(state.kernel, data.d, MACHINES, MACHINES),
        ),
        tabs=(
            Tab("The probe", multiclass_probe.tab(state, seen)),
            Tab("Four strategies", multiclass_tabs.four(state, everyone)),
            Tab("Every machine", multiclass_tabs.machines(state, seen)),
            Tab("What the notes say", multiclass_tabs.notes(state, everyone)),
            Tab("Code", multiclass_tabs.code(state)),
        ),
        facts={"trained": seen, "everyone": everyone},
    )


def _cannot(state: State, words: str) -> Lesson:
    return Lesson(QUESTION, multiclass_picture.bare(state), problem=words, facts={"problem": words})


def _two_classes(seen: Trained) -> tuple[Text, ...]:
    if seen.k > 2:
        return ()
    return (
        Text(
            "**With two classes all four are the same machine.** One against the rest trains it twice, f and −f; one pair is one machine, and one question. "
            "The single objective counts ‖w‖² once for each of two opposite halves: with C it is the machine of 2C. "
            "Choose data with three classes or more to see them differ, *Examples* has some.",
            "note",
        ),
    )


def _numbers(state: State, seen: Trained) -> Numbers:
    kept = held_out(seen.strategy, state.data, state.kernel, state.C)
    return Numbers(
        (
            Number("machines", str(seen.machines), "trained: K, K(K − 1)/2 or 1 for K classes"),
            Number("evaluations", str(seen.evaluations), "functions of a point that a prediction computes"),
            Number("support vectors", f"{len(seen.support)} / {state.data.n}", "points that at least one machine keeps"),
            Number("train", percent(seen.train_accuracy), "share of the points given their own class"),
            Number("held out", "–" if kept != kept else percent(kept), "trained on 70 % of the points, counted on the other 30 %; – if there are too few or too many points for that"),
            *_open(seen),
        )
    )  # fmt: skip


def _open(seen: Trained) -> tuple[Number, ...]:
    if seen.strategy not in multiclass_picture.UNCLEAR or seen.k < 3:
        return ()
    meaning = (
        f"share of the picture where the machines alone name no class: {multiclass_picture.UNCLEAR[seen.strategy]}"
    )
    return (Number("open", percent(float(seen.ambiguous.mean())), meaning),)


def _certificate(seen: Trained) -> Text:
    mark = "✓" if seen.optimal else "(not to roundoff)"
    of = f", the worst of {seen.machines} machines" if seen.machines > 1 else ""
    return Text(f"**Certificate {mark}** KKT violation {short(seen.worst, 2)}{of}")


def _formula(state: State) -> tuple[Formula, ...]:
    return (Formula(rf"k(x,z) = {latex(state.kernel)}"),)


__all__ = ["QUESTION", "STRATEGIES", "State", "build"]
