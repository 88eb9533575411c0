"""The proof tree: rules, premises, gaps and numbered lines."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import kernviz as kv
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer import prove
from kernviz.mercer.argument_rules import NOTHING, TOO_LONG
from kernviz.wording import all_digits, speaking
from tests.strategies import few, kernels


def gaps(text: str, d: int = 2) -> list[tuple[str, str]]:
    return [(str(node), reason) for node, reason in prove(kv.parse(text), d).gaps()]


@pytest.mark.parametrize(
    ("text", "d", "node", "reason"),
    [
        ("rbf + exp(-2*matern)", 2, "-2*matern(nu=1.5, length=1)", "c = -2, and the rule needs c ≥ 0"),
        ("rbf + tent", 2, "tent(width=1)", "no rule makes this a kernel"),
        ("exp(cosine)", 2, "cosine(omega=1)", "the points live in ℝ², and the rule needs d = 1"),
        ("minimum*rbf", 1, "minimum", "the points live in ℝ, and the rule needs no coordinate is negative"),
        ("expower(2.5)", 1, "expower(p=2.5, gamma=1)", "p = 2.5, and the rule needs p ≤ 2"),
        (
            "polynomial(rbf, [1, -2])",
            1,
            "polynomial(rbf(gamma=1), [1, -2])",
            "a1 = -2, and the rule needs every coefficient ≥ 0",
        ),
        (
            "bilinear([[1, 2], [2, 1]])",
            2,
            "bilinear([[1, 2], [2, 1]])",
            "λₘᵢₙ = −1 of −1, 3, and the rule needs smallest eigenvalue",
        ),
        ("expower(2.0000001)", 1, "expower(p=2.0000001, gamma=1)", "p = 2.0000001, and the rule needs p ≤ 2"),
        ("sigmoid(1e-9, 1)", 1, "sigmoid(gamma=1e-09, coef0=1)", "γ = 10⁻⁹, and the rule needs γ = 0"),
        ("rbf*(matern - 3)", 1, "-3", "c = -3, and the rule needs c ≥ 0"),
        ("triangle @ square", 2, "triangle(width=1)", "the points live in [0,∞)², and the rule needs d = 1"),
    ],
)
def test_a_proof_says_where_it_breaks(text: str, d: int, node: str, reason: str) -> None:
    found = gaps(text, d)
    assert node in dict(found)
    assert reason in dict(found)[node]


@pytest.mark.parametrize("text", ["expower(2.5)", "sigmoid(0.5)", "rbf + -0.5*matern", "polynomial(rbf, [-0.5])"])
def test_a_premise_has_the_decimal_sign_of_the_language(text: str) -> None:
    with speaking("de"):
        german = " ".join(reason for _, reason in gaps(text, 1))
    english = " ".join(reason for _, reason in gaps(text, 1))
    assert ",5" in german
    assert ".5" not in german
    assert ".5" in english


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("k", [kv.RBF(1.0), kv.Linear()], ids=str)
def test_the_premise_of_a_polynomial_is_the_sign_of_its_coefficients(k: kv.Kernel, place: int) -> None:
    """Only signs count: the negative float closest to 0 breaks the rule, 0 and −0 do not."""
    for a, holds in ((0.0, True), (-0.0, True), (5e-324, True), (-5e-324, False), (-0.25, False), (-0.5, False)):
        coefficients = [1.0] * 4
        coefficients[place] = a
        (premise,) = kv.PolynomialOf(k, tuple(coefficients)).premises(Space(2))
        assert premise.holds == holds, a
        assert holds or f"a{place} = {all_digits(a)}" in premise.value


def test_only_the_innermost_place_is_named() -> None:
    assert [node for node, _ in gaps("exp(2*(rbf + box))")] == ["box(width=1)"]
    assert len(gaps("tent + plus + box")) == 3
    assert gaps("rbf + linear") == []


@pytest.mark.parametrize(
    ("text", "method"),
    [
        ("rbf", "definition"),
        ("linear", "rule"),
        ("poly(2)", "definition"),
        ("(-1 - linear)**2", "coefficients"),
        ("(-1 - rbf)**2", "rewriting"),
        ("exp(rbf) - 0.5*exp(rbf)", "rewriting"),
        ("rbf*linear", "rule"),
    ],
)
def test_the_simplest_method_is_taken(text: str, method: str) -> None:
    proof = prove(kv.parse(text), 2)
    assert proof.complete
    assert proof.method == method


def test_lines_build_on_earlier_lines_and_say_things_once() -> None:
    steps = prove(kv.parse("rbf + rbf*rbf + 2*rbf"), 2).steps()
    assert [step.index for step in steps] == list(range(1, len(steps) + 1))
    kernels = [step.kernel for step in steps]
    assert len(set(kernels)) == len(kernels)
    for step in steps:
        earlier = kernels[: step.index - 1]
        assert all(child in earlier for child in step.kernel.children if child in kernels)
    assert steps[-1].kernel == kv.parse("rbf + rbf*rbf + 2*rbf")
    assert all(step.complete for step in steps)


def test_lines_of_a_broken_proof_say_which_hold() -> None:
    steps = {str(step.kernel): step.complete for step in prove(kv.parse("rbf + tent"), 1).steps()}
    assert steps["exp(2*linear)"]
    assert not steps["tent(width=1)"]
    assert not steps["rbf(gamma=1) + tent(width=1)"]


@pytest.mark.parametrize(
    ("gamma", "c", "complete"), [(0, 1, True), (0, 0, True), (0, -1, False), (1, 1, False), (-1, 1, False)]
)
def test_a_sigmoid_is_a_kernel_only_if_constant(gamma: float, c: float, complete: bool) -> None:
    assert kv.prove(kv.Sigmoid(gamma, c)).complete is complete


def test_the_space_follows_the_maps() -> None:
    proof = prove(kv.parse("cosine @ radius + minimum @ abs"), 3)
    assert proof.complete
    spaces = {str(node.kernel): str(node.space) for _, node in proof.walk()}
    assert spaces["cosine(omega=1)"] == "[0,∞)"
    assert spaces["minimum"] == "[0,∞)³"


def test_the_tree_is_walked_with_depths() -> None:
    assert [depth for depth, _ in prove(kv.parse("2*(rbf + 1)"), 1).walk()] == [0, 1, 2, 3, 4, 5, 6, 2]


@pytest.mark.parametrize(("text", "message"), [("[[2, 1], [1, 2]]", "1, 3"), ("[[1, 2], [2, 1]]", "−1, 3")])
def test_rule_8_names_every_eigenvalue(text: str, message: str) -> None:
    """The premise lists all eigenvalues, of a valid A too."""
    premises = kv.judge(kv.parse(f"bilinear({text})"), d=2).proof.premises
    assert premises[1].value == f"λₘᵢₙ = {message.split(',')[0]} of {message}"


def sound(proof: kv.Proof) -> None:
    """Assert that each complete line uses complete lines only, and each incomplete line has a reason."""
    steps = proof.steps()
    assert steps[-1].complete is proof.complete
    for step in steps:
        below = [steps[i - 1] for i in step.depends_on]
        assert all(line.index < step.index for line in below)
        named = {int(i) for i in re.findall(r"k_\{(\d+)\}", step.formula)}
        assert named <= set(step.depends_on) or "k_{" not in step.formula
        if step.complete:
            assert all(line.complete for line in below), step
        else:
            failed = any(not premise.holds for premise in step.premises)
            assert failed or step.rule in (NOTHING, TOO_LONG) or not all(line.complete for line in below), step
    assert len({(s.kernel, s.space, s.conditional, s.complete) for s in steps}) == len(steps)
    assert bool(proof.gaps()) is not proof.complete


@pytest.mark.parametrize(
    "text",
    [
        "cosine(omega=1) @ column(1) + cosine(omega=1)",
        "cosine(omega=1) + cosine(omega=1) @ column(1)",
        "exp(cosine @ radius + cosine)",
        "(tent(2) @ column(2))*(triangle(1) @ column(1)) + triangle(1)",
    ],
)
def test_one_kernel_on_two_spaces_has_two_lines(text: str) -> None:
    proof = prove(kv.parse(text), 2)
    sound(proof)
    own = [step for step in proof.steps() if step.kernel.name in ("cosine", "triangle")]
    assert {step.complete for step in own if step.space.d == 1} == {True}
    assert {step.complete for step in own if step.space.d == 2} == {False}


@few(150)
@given(data=st.data())
def test_no_line_rests_on_one_that_is_not_shown(data: Any) -> None:
    """Composite kernels with maps, whose parts live on another space than the whole."""
    d = data.draw(st.sampled_from((1, 2, 3)))
    first, second = (data.draw(kernels(d, traps=True, size=4)) for _ in range(2))
    maps = ("@ column(1)", "@ radius", "@ circle(2)", "@ abs")
    text = data.draw(
        st.sampled_from(("({a}) {m} + {a}", "{a} + ({a}) {m}", "({a}) {m} + {b}*({a})", "exp({a} + ({a}) {m})"))
    )
    try:
        k = kv.parse(text.format(a=first, b=second, m=data.draw(st.sampled_from(maps))))
        proof = prove(k, d)
    except ValueError:  # too deep, or a matrix that does not fit after the map
        return
    note(str(k))
    sound(proof)
