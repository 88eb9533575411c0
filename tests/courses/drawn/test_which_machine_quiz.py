"""Quiz about the machine behind a picture.

Independent machines confirm every picture and refute every wrong answer.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from kernviz.courses.deepest_cell import deepest
from kernviz.courses.drawn import pictures
from kernviz.courses.drawn.machines import places
from kernviz.courses.drawn.which_machine_quiz import GAMMA, LEAST, MACHINE, WhichMachine, which_machine
from kernviz.courses.kernel_quiz import LEVELS
from tests.courses.drawn.oracle import winners

EACH = 5  # step between compared places of the grid, in both directions
UNCLEAR = 1e-4  # share of the largest decision value; below it a place is on the border


def confirmed(riddle: WhichMachine, level: int) -> None:
    """Train the machine of each choice independently, and compare its class regions with the choice's.

    The right choice has the regions of the picture. Each wrong choice differs by the stated share, and at the place
    that its reason names.
    """
    data, least = riddle.points.data, LEAST[riddle.asked][level - 1]
    xs, ys = places(data)
    Z = np.stack(np.meshgrid(xs[::EACH], ys[::EACH]), axis=-1).reshape(-1, 2)
    shown = riddle.shown.winners[::EACH, ::EACH].ravel()
    for i, drawing in enumerate(riddle.choices):
        named = deepest(riddle.differences(i)) if i != riddle.right else (0, 0)
        theirs, clear = winners(drawing.machine, data, np.vstack([Z, [xs[named[1]], ys[named[0]]]]))
        sure = clear > UNCLEAR * clear.max()
        assert sure.mean() > 0.8, drawing.machine
        ours = np.append(drawing.winners[::EACH, ::EACH].ravel(), drawing.winners[named])
        assert np.mean((theirs != ours)[sure]) < 0.01, drawing.machine
        differ = np.mean((theirs[:-1] != shown)[sure[:-1]])
        if i == riddle.right:
            assert differ < 0.01, drawing.machine
            continue
        assert riddle.differences(i).mean() > least
        assert differ > 0.5 * least, drawing.machine
        assert theirs[-1] == ours[-1] or not sure[-1]
        own = data.classes[riddle.shown.winners[named]]
        assert f"it says {data.classes[ours[-1]]}, but the picture says {own}" in riddle.because(i)
        assert data.classes[ours[-1]] != own


@pytest.mark.parametrize("asked", [MACHINE, GAMMA])
@pytest.mark.parametrize("level", range(1, LEVELS + 1))
def test_every_stated_answer_is_confirmed(asked: str, level: int) -> None:
    confirmed(which_machine(asked, 0, 1, level), level)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 11))
@pytest.mark.parametrize("asked", [MACHINE, GAMMA])
def test_many_riddles_are_confirmed(asked: str, seed: int) -> None:
    for number in range(1, 11):
        level = 1 + number % LEVELS
        confirmed(which_machine(asked, seed, number, level), level)


@pytest.mark.long
@pytest.mark.parametrize("level", range(1, LEVELS + 1))
@pytest.mark.parametrize("asked", [MACHINE, GAMMA])
def test_every_seed_has_a_riddle_and_no_place_is_always_right(asked: str, level: int) -> None:
    found = [which_machine(asked, 50 + seed, 1, level) for seed in range(40)]
    assert all(3 <= len(each.choices) <= 4 for each in found)
    count = Counter(
        each.shown.machine if asked == GAMMA else each.shown.machine.kernel + each.shown.machine.sort for each in found
    )
    assert max(count.values()) <= 20, count


def test_a_wrong_statement_would_be_caught() -> None:
    riddle = which_machine(MACHINE, 0, 1, 1)
    with pytest.raises(AssertionError):
        confirmed(replace(riddle, right=(riddle.right + 1) % len(riddle.choices)), 1)


def test_a_seed_determines_the_puzzles() -> None:
    first, again = which_machine(MACHINE, 4, 2, 3), which_machine.__wrapped__(MACHINE, 4, 2, 3)
    assert (first.points, [d.machine for d in first.choices]) == (again.points, [d.machine for d in again.choices])
    assert np.array_equal(first.shown.winners, again.shown.winners)
    assert which_machine(MACHINE, 5, 2, 3).points != first.points


def test_a_hint_trains_its_machines_once(monkeypatch: pytest.MonkeyPatch) -> None:
    riddle = which_machine(MACHINE, 0, 1, 1)
    first = pictures.elsewhere(riddle)
    monkeypatch.delattr(pictures, "draw")
    assert len(pictures.elsewhere(riddle)) == len(first) > 0


def test_the_bounds_fall_with_the_level() -> None:
    assert all(list(bounds) == sorted(bounds, reverse=True) for bounds in LEAST.values())


def test_the_deepest_cell() -> None:
    mask = np.zeros((9, 9), dtype=bool)
    mask[2:7, 1:8] = True
    row, column = deepest(mask)
    assert row == 4
    assert 3 <= column <= 5
    mask[:] = False
    mask[0, 3] = True
    assert deepest(mask) == (0, 3)
