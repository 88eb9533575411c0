"""Questions of weights: any optimal α is right, others get a true reason."""

from __future__ import annotations

import numpy as np
import pytest

from kernviz.courses import reader
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.weights import Weights, fault, on_the_margin
from kernviz.courses.scene import Scene
from kernviz.courses.scene_queries import trained
from kernviz.wording import speaking

STEP = next(step for step in reader.courses()["s1"].steps if step.name == "another-alpha")
QUESTION = Weights("another α", "", "0.03, 0.025, 0.055, 0.05")
X, Y = np.array([-3.0, -2, 2, 3]), np.array([1.0, -1, -1, 1])  # outer and inner points, up to the sign of the classes


@pytest.fixture
def scene() -> Scene:
    return STEP.scene(0)


def written(alpha: np.ndarray) -> str:
    return ", ".join(f"{a:.6g}" for a in alpha)


def feasible(alpha: np.ndarray) -> bool:
    """The three equations and the bounds, by hand: Σαy = 0, Σαyx = 0, Σαyx² = 0.4."""
    equations = np.array([alpha @ Y, alpha @ (Y * X), abs(alpha @ (Y * X**2)) - 0.4])
    return bool(np.abs(equations).max() < 2e-4 and alpha.min() >= 0)


def test_the_points_are_the_four_on_the_margin(scene: Scene) -> None:
    found = trained(scene)
    assert found.data.X[on_the_margin(found), 0].tolist() == X.tolist()


def test_the_judge_agrees_with_the_three_equations(scene: Scene) -> None:
    drawn = np.random.default_rng(0)
    line = np.array([-0.5, -0.75, 0.75, 0.5])  # the null space of the three equations
    seen = {True: 0, False: 0}
    for _ in range(60):
        alpha = 0.04 + drawn.uniform(-0.07, 0.07) * line
        if drawn.random() < 0.5:
            alpha = alpha + drawn.choice([0.004, 0.01, 0.03]) * drawn.normal(size=4)
        answer = np.round(alpha, 6)
        right = feasible(answer)
        seen[right] += 1
        judged = QUESTION.judge(written(answer), scene)
        assert judged.right is right, (answer, judged.reason)
        assert right or judged.reason
    assert min(seen.values()) > 10


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("0.08, 0.1, -0.02, 0", "α(x = 2) = −0.02: α is never below 0"),
        ("0.05, 0.04, 0.04, 0.05", "Σαy = "),
        ("0.08, 0.08, 0.08, 0.08", "w is different. It changes by 100 % of its length"),
        ("0.04; 0,04; 0,04; 0.04", "it is the one that the machine has found"),
    ],
)
def test_each_wrong_answer_has_its_own_reason(scene: Scene, answer: str, reason: str) -> None:
    judged = QUESTION.judge(answer, scene)
    assert not judged.right
    assert reason in judged.reason


def test_the_change_of_f_that_is_named_is_true(scene: Scene) -> None:
    """Twice α: f − b doubles, so y·f at x = 3 is 1 + y(f − b) = 1 + y·0.4·9 there."""
    found = trained(scene)
    reason = fault(found, np.array([0.08, 0.08, 0.08, 0.08]))
    at = float(reason.partition("x = ")[2].partition(" ")[0].replace("−", "-"))
    sign = found.signs[found.data.X[:, 0] == at][0]
    stated = float(reason.partition("becomes ")[2].partition(" ")[0].replace("−", "-"))
    w = 0.4 * found.signs[found.data.X[:, 0] == 3][0]
    assert stated == pytest.approx(1 + sign * w * at**2, rel=1e-3)


def test_a_condition_is_asked_of_the_numbers(scene: Scene) -> None:
    judged = STEP.question.judge("0.045, 0.0475, 0.0325, 0.035", scene)
    assert not judged.right
    assert judged.reason == "α(x = 3): 0.035; asked for: below 0.0205."


@pytest.mark.parametrize("answer", ["", "0.04, 0.04", "a, b, c, d", "1, 2, 3, 4, 5"])
def test_an_unreadable_answer_raises_an_error(scene: Scene, answer: str) -> None:
    with pytest.raises(LanguageError):
        QUESTION.judge(answer, scene)


def test_in_the_plane_points_have_numbers() -> None:
    found = Scene.opened("svm", {"data": "xor", "k": "poly(degree=2)", "hard": "true"})
    assert QUESTION.understood("1, 1, 1, 1", found).startswith("α(point 1) = 1, α(point 2) = 1")
    assert "Σαy" in QUESTION.judge("1, 2, 3, 4", found).reason


def test_semicolons_separate_weights_with_decimal_commas(scene: Scene) -> None:
    with speaking("de"):
        assert QUESTION.understood("0.03; 0.025; 0.055; 0.05", scene).startswith("α(x = −3) = 0,03; α(x = −2) = 0,025;")
