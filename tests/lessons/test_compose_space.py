"""Compose on a chosen space: the verdict, its wording, and the points tried."""

from __future__ import annotations

import math
from typing import Any

import pytest

import kernviz as kv
from kernviz.data import load
from kernviz.lessons import compose
from kernviz.lessons.compose.reasons import stops
from kernviz.lessons.compose.space import DIMENSIONS
from kernviz.lessons.lesson import Picture, Text
from kernviz.mercer import Verdict
from tests.lessons.reading import compose_page, flat, pictures, readout, tab, tables, unrolled, values, words

BEST = "{c}*rbf(gamma={a}) - rbf(gamma={b})"


def page(k: str, data: str = "moons", **more: Any) -> Any:
    return compose.build(compose_page(flat(load(data)), kv.parse(k), **more))


def band_text(lesson: Any) -> str:
    return "\n".join(block.markdown for block in unrolled((*lesson.band, *lesson.beside)) if isinstance(block, Text))


def spectral(lesson: Any) -> Picture:
    """Picture of the deciding density or series, in any position."""
    return next(picture for picture in pictures(lesson) if picture.key not in ("proof", "pair"))


# c·e^{−ar²} − e^{−br²}: S(0) = c·(π/a)^{d/2} − (π/b)^{d/2} ≥ 0 exactly when c ≥ (a/b)^{d/2}
THRESHOLDS = [  # a, b, d, the last c that is too small, the first that is enough
    (2, 1, 1, "1.41421", "1.41422"),
    (2, 1, 2, "1.999", "2"),
    (2, 1, 3, "2.828427", "2.828428"),
    (2, 1, 5, "5.65685", "5.65686"),
    (4, 1, 1, "1.9999999", "2"),
    (4, 1, 3, "7.999", "8"),
    (0.75, 0.25, 2, "2.999999", "3"),
]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("a", "b", "d", "less", "enough"), THRESHOLDS)
def test_the_verdict_turns_where_the_algebra_says(a: float, b: float, d: int, less: str, enough: str) -> None:
    assert float(less) < (a / b) ** (d / 2) <= float(enough)
    below, above = (page(BEST.format(c=c, a=a, b=b), dimension=d) for c in (less, enough))
    assert below.facts["judged"].full.verdict is Verdict.REFUTED
    assert "is no kernel" in spectral(below).caption
    assert "too little" in words(tab(below, "Spectral density"))
    assert above.facts["judged"].full.verdict is Verdict.PROVEN
    assert "k is a kernel" in spectral(above).caption
    assert "enough" in words(tab(above, "Spectral density"))
    for lesson in (below, above):
        least = tables(tab(lesson, "Spectral density"))[0].columns
        assert values(least["least c"])[list(least["space"]).index(str(kv.kernels.Space(d)))] == pytest.approx(
            (a / b) ** (d / 2), rel=1e-5
        )


def test_the_best_example_on_each_space() -> None:
    text = BEST.format(c=2, a=2, b=1)
    found = {name: page(text, dimension=d) for name, d in DIMENSIONS.items()}
    verdicts = {name: lesson.band[0].markdown for name, lesson in found.items()}
    assert verdicts == {
        "the data's": "## ✓ proven on ℝ²",
        "ℝ": "## ✓ proven on ℝ",
        "ℝ²": "## ✓ proven on ℝ²",
        "ℝ³": "## ✗ refuted on ℝ³",
        "ℝ⁵": "## ✗ refuted on ℝ⁵",
        "every ℝᵈ": "## ✗ refuted: not on every ℝᵈ",
    }
    assert "ℝ³ is the first on which k is no kernel" in spectral(found["every ℝᵈ"]).caption
    assert found["ℝ³"].facts["judged"].full.witness is not None
    assert "tab **Witness**" in band_text(found["ℝ³"])
    for lesson in found.values():  # a proof leaves nothing to refute
        refuted = lesson.facts["judged"].full.verdict is Verdict.REFUTED
        assert ("Witness" in [each.title for each in lesson.tabs]) is refuted


def test_of_an_open_question_no_points_are_shown() -> None:
    lesson = page("cosine(omega=0.063)*rbf(gamma=4)")
    assert lesson.facts["judged"].full.verdict not in (Verdict.PROVEN, Verdict.REFUTED)
    assert "No points refute it" in words(tab(lesson, "Witness"))


def test_own_points_are_tried_in_their_own_space_only() -> None:
    k = "poly(degree=2, gamma=1, coef0=-1)"
    here, there, everywhere = (page(k, dimension=d) for d in (None, 3, math.inf))
    assert here.facts["judged"].full.data_witness is not None
    assert "not used as a test" not in band_text(here)
    for lesson, space in ((there, "the question is about ℝ³."), (everywhere, "the question is about all dimensions.")):
        assert lesson.facts["judged"].full.data_witness is None
        assert band_text(lesson).count("So they are not used as a test") == 1
        assert space in band_text(lesson)
        assert readout(lesson, "λₘᵢₙ here").value == "–"


def test_points_outside_the_non_negative_part_refute_nothing_there() -> None:
    lesson = page("minimum", nonnegative=True)
    assert lesson.band[0].markdown == "## ✓ proven on [0,∞)²"
    X = flat(load("moons")).X
    assert f"{int((X < 0).any(axis=1).sum())} of your 200 points have a negative coordinate" in band_text(lesson)
    assert page("minimum").facts["judged"].full.verdict is Verdict.REFUTED
    both = page("minimum", nonnegative=True, dimension=math.inf)
    assert both.band[0].markdown == "## ✓ proven on every [0,∞)ᵈ"


@pytest.mark.parametrize(("c", "d"), [(1.5, 2), (10, 7), (30, 10), (100, 14)])
def test_every_space_is_refuted_on_the_first_that_fails(c: float, d: int) -> None:
    """The least factor on ℝᵈ is 2^(d/2)."""
    assert 2 ** ((d - 1) / 2) <= c < 2 ** (d / 2)
    found = kv.judge(kv.parse(BEST.format(c=c, a=2, b=1)), d=math.inf)
    assert (found.verdict, found.space.d) == (Verdict.REFUTED, d)


def test_the_rule_cards_show_points_of_the_space() -> None:
    lesson = page("minimum + 1", nonnegative=True)
    for trace in (t for p in pictures(lesson) if p.key == "cards" for t in p.figure.data if t.type == "heatmap"):
        assert min(min(row) for row in trace.z) >= 0
    assert "random points" in words(tab(page("linear + rbf", dimension=3), "The rule on your points"))


@pytest.mark.parametrize(
    ("k", "d"), [("bilinear([[1, 0], [0, 1]])", 3), ("bilinear([[1, 0], [0, 1]])", math.inf), ("linear @ column(2)", 1)]
)
def test_a_kernel_that_does_not_fit_the_space_is_a_sentence(k: str, d: float) -> None:
    lesson = page(k, dimension=d)
    assert lesson.picture is None
    assert lesson.problem


# ---- reasons ---------------------------------------------------------------------------------------------------------


def test_the_verdict_names_its_points() -> None:
    assert "The witness: 1 and −1 (tab **Witness**)." in band_text(
        page("poly(degree=2, gamma=1, coef0=-1)", dimension=1)
    )
    assert "The witness: (1, 0) (tab **Witness**)." in band_text(page("-linear"))
    exact = page("1.41421*rbf(gamma=2) - rbf(gamma=1)", dimension=1)
    assert exact.facts["judged"].full.refuted_by == "spectral"
    assert "needs no points" in band_text(exact)
    assert "its spectral density at ‖ω‖ = 0" in words(tab(exact, "Witness"))


def test_the_rules_stop_where_neither_theorem_helps() -> None:
    """Schoenberg's theorem needs less than a kernel under e: the reason says that not even that is known."""
    lesson = page("exp(negdistance(p=2.1))")
    assert (
        "The rules stop at `negdistance(p=2.1)`: no rule makes this a kernel. For `exp(negdistance(p=2.1))` it would be"
        " enough that `negdistance(p=2.1)` is conditionally positive definite, but no rule shows that (p = 2.1, and the"
        " rule needs p ≤ 2)." in band_text(lesson)
    )
    assert band_text(page("exp(negdistance(p=2))")).count("The rules stop") == 0
    (stop,) = stops(page("exp(linear + box(width=1))").facts["judged"].full.proof)
    assert (str(stop.node), str(stop.above.kernel)) == ("box(width=1)", "exp(linear + box(width=1))")  # type: ignore[union-attr]
    (stop,) = stops(page("linear - 1").facts["judged"].full.proof)
    assert stop.above is None
    for text in (
        "linear - box",
        "exp(-1*linear)",
        "linear*(rbf - 2)",
        "normalize(plus)",
    ):  # identical to the places of the proof
        proof = page(text).facts["judged"].full.proof
        assert [(s.node, s.reason) for s in stops(proof)] == proof.gaps()


# ---- what is weaker than a kernel ------------------------------------------------------------------------------------


def test_a_part_that_is_less_than_a_kernel_is_called_so() -> None:
    lesson = page("exp(2*tent(width=1) + linear)")
    assert lesson.band[0].markdown == "## ✓ proven on ℝ²"
    texts = [t.text for t in lesson.picture.figure.data if t.type == "scatter" and t.mode == "markers+text"]
    icons, second = texts[0], texts[2]
    weaker = [line.startswith("<br>conditionally positive definite:") for line in second]
    assert weaker == [False, True, True, True, True, False]
    assert [("◐" in icon) for icon in icons] == weaker
    assert "less than a kernel" in lesson.picture.caption
    lines = [b.markdown for b in tab(lesson, "Proof, line by line") if isinstance(b, Text)]
    assert [line[0] for line in lines[1:]] == ["◐", "◐", "✓", "◐", "✓"]
    assert "less than a kernel" not in page("exp(linear)").picture.caption


@pytest.mark.parametrize(
    ("k", "kernel"),
    [
        ("exp(tent(width=1))", True),
        ("gaussian_of(minimum, gamma=1)", True),
        ("exp(negdistance(p=2))", True),
        ("exp(negdistance(p=2.1))", False),
        ("negdistance(p=1)", False),
        ("exp(linear) - linear - 1", True),
        ("exp(linear) - 0.51*linear**2", False),
        ("exp(logsquare)", True),
        ("logsquare", False),
    ],
)
def test_an_example_has_the_same_verdict_in_every_dimension(k: str, kernel: bool) -> None:
    for d in (1, None, 3, math.inf):
        verdict = page(k, dimension=d).facts["judged"].full.verdict
        assert verdict is (Verdict.PROVEN if kernel else Verdict.REFUTED)


def test_the_tree_says_what_refutes_the_kernel_on_top() -> None:
    def top(k: str, **more: Any) -> str:
        return page(k, **more).picture.figure.data[-1].text[0].removeprefix("<br>")

    assert top("linear - 1") == "refuted: 1 point refutes it, see Witness"
    assert top("1.41421*rbf(gamma=2) - rbf(gamma=1)", dimension=1).startswith(
        "refuted: its spectral measure is negative somewhere"
    )
    assert top("exp(linear) - 0.51*linear**2", dimension=math.inf).startswith(
        "refuted: a coefficient of its power series"
    )
    assert top("2*rbf(gamma=2) - rbf(gamma=1)").startswith("proven: Bochner's theorem, the spectral measure is ≥ 0")
