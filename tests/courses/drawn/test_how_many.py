"""Quiz about the number of support vectors.

scikit-learn and the picture's own f confirm the count, and every wrong number has a reason.
"""

from __future__ import annotations

import numpy as np
import pytest

from kernviz.courses.drawn.how_many import APART, FEWER, MORE, HowMany, how_many
from kernviz.courses.drawn.machines import places
from kernviz.courses.drawn.pictures import shown
from kernviz.courses.kernel_quiz import LEVELS
from tests.courses.drawn.oracle import svm, table


def confirmed(riddle: HowMany, level: int) -> None:
    data, machine = riddle.points.data, riddle.machine
    K = table(machine.kernel, data.X, data.X)

    def support(C: float) -> int:
        return int((np.abs(svm(K, data.signs, C).dual_coef_) > 1e-6 * C).sum())

    theirs = svm(K, data.signs, machine.number)
    closeness = data.signs * theirs.decision_function(K)
    free = int((np.abs(closeness - 1) < 1e-3).sum())
    inside = int((closeness < 1 - 1e-3).sum())
    right, what = riddle.choices[riddle.right]
    assert (right, what) == (free + inside, "support")
    assert right == support(machine.number)
    kept = theirs.support_
    alone = svm(K[np.ix_(kept, kept)], data.signs[kept], machine.number)
    assert np.allclose(alone.decision_function(K[:, kept]), theirs.decision_function(K), atol=1e-3)
    reasons = {reason for _, reason in riddle.choices}
    computed = {
        "free": free,
        "bounded": inside,
        "wrong": int((closeness <= 0).sum()),
        "outside": data.n - right,
        "all": data.n,
    }
    computed |= {
        name: support(machine.number * by) for name, by in (("fewer", FEWER), ("more", MORE)) if name in reasons
    }
    numbers = [count for count, _ in riddle.choices]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == 4
    for i, (count, reason) in enumerate(riddle.choices):
        if i != riddle.right:
            assert count == computed[reason], reason
            assert abs(count - right) >= APART[level - 1]
            assert str(count) in riddle.because(i) or reason in ("fewer", "more")


@pytest.mark.parametrize("level", range(1, LEVELS + 1))
def test_every_stated_answer_is_confirmed(level: int) -> None:
    for number in (1, 2):
        confirmed(how_many(0, number, level), level)


def test_a_machine_without_a_free_support_vector_is_not_asked() -> None:
    """Seed 1 had drawn such a machine: its support vectors alone do not determine b."""
    confirmed(how_many(1, 5, 1), 1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 21))
def test_many_riddles_are_confirmed(seed: int) -> None:
    for number in range(1, 11):
        confirmed(how_many(seed, number, 1 + number % LEVELS), 1 + number % LEVELS)


def test_the_picture_hides_the_support_vectors_until_the_answer() -> None:
    riddle = how_many(0, 1, 3)
    before, after = shown(riddle), shown(riddle, answered=True)
    assert "support" not in before.alt
    assert "support" in after.alt
    assert all(not len([v for v in t.x if v is not None]) for t in before.figure.data if "SV" in str(t.name))


def test_the_margins_are_where_they_are_drawn() -> None:
    """Points counted by the drawn f: at or below 1 on their side."""
    riddle = how_many(0, 2, 2)
    data = riddle.points.data
    field = riddle.training.field
    x, y = places(data)
    columns, rows = (np.abs(axis[None] - data.X[:, [c]]).argmin(axis=1) for c, axis in enumerate((x, y)))
    near = data.signs * field.values[rows, columns]
    assert (near <= 1.15).sum() >= riddle.choices[riddle.right][0]
