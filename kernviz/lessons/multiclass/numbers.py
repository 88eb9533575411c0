"""Read-outs and sentences beside the picture of many classes."""

from __future__ import annotations

from kernviz.lessons.lesson import Numbers, Readout, Text, paragraph
from kernviz.lessons.multiclass.machines import MOST_HELD_OUT, Trained, held_out
from kernviz.lessons.multiclass.picture import UNCLEAR
from kernviz.lessons.multiclass.state import State
from kernviz.lessons.number_format import percent
from kernviz.lessons.shared.certificate_mark import certificate_mark
from kernviz.lessons.shared.held_out import counted_on
from kernviz.wording import phrase, say, short


def two_classes(trained: Trained) -> tuple[Text, ...]:
    if trained.k > 2:
        return ()
    return (
        Text(
            say(
                "**With two classes all four are the same machine.** One against the rest trains it twice, as ‹f› "
                "and −‹f›. One pair is one machine and one question. The single objective has w/2 for one class and "
                "−w/2 for the other: with C it is the machine of 2C. To see differences, choose data with three "
                "classes or more; *Examples* has some."
            ),
            "note",
        ),
    )


def numbers(state: State, trained: Trained) -> Numbers:
    return Numbers(
        (
            Readout(phrase("machines"), str(trained.machines), say("trained: K, K(K − 1)/2 or 1 for K classes")),
            Readout(
                phrase("evaluations"), str(trained.evaluations), say("functions of a point that a prediction computes")
            ),
            Readout(
                phrase("support vectors"),
                f"{len(trained.support)} / {state.data.n}",
                say("points that at least one machine keeps"),
            ),
            Readout(phrase("train"), percent(trained.train_accuracy), say("share of the points given their own class")),
            Readout(
                phrase("held out"),
                lambda: percent(held_out(trained.strategy, state.data, state.kernel, state.C)),
                say("not counted for more than {most} points", most=MOST_HELD_OUT)
                if state.data.n > MOST_HELD_OUT
                else counted_on(state.data),
            ),
            *_open(trained),
        )
    )


def _open(trained: Trained) -> tuple[Readout, ...]:
    if trained.strategy not in UNCLEAR or trained.k < 3:
        return ()
    meaning = say("share of the picture where the machines alone name no class: {kind}", kind=UNCLEAR[trained.strategy])
    return (Readout(phrase("open"), percent(float(trained.ambiguous.mean())), meaning),)


def certificate(trained: Trained) -> Text:
    mark, worst = certificate_mark(trained.optimal), short(trained.worst, 2)
    if trained.machines == 1:
        return paragraph("**Certificate {mark}** KKT violation {worst}", mark=mark, worst=worst)
    return paragraph(
        "**Certificate {mark}** KKT violation {worst}, the worst of {machines} machines",
        mark=mark,
        worst=worst,
        machines=trained.machines,
    )
