"""Who drew this: every picture is confirmed by machines from elsewhere, and each wrong answer refuted by them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from kernviz.courses.drawn.machines import places
from kernviz.courses.drawn.who import GAMMA, LEAST, MACHINE, Who, deepest, who
from kernviz.courses.riddles import LEVELS
from tests.courses.drawn.oracle import winners

EACH = 11  # every eleventh place of the grid
UNCLEAR = 1e-4  # a share of the machine's own largest value: the border itself


def confirmed(riddle: Who) -> None:
    """The answer's machine, trained by other means, colours the picture so; any other's does not."""
    data = riddle.points.data
    x, y = (axis[::EACH] for axis in places(data))
    Z = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    shown = riddle.shown.winners[::EACH, ::EACH].ravel()
    for i, drawing in enumerate(riddle.choices):
        theirs, clear = winners(drawing.machine, data, Z)
        sure = clear > UNCLEAR * clear.max()
        assert sure.mean() > 0.5, drawing.machine
        if i == riddle.right:
            assert np.mean((theirs != shown)[sure]) < 0.01, drawing.machine
        else:
            assert riddle.apart(i).mean() > riddle.least
            assert np.mean((theirs != shown)[sure]) > 0.4 * riddle.least, drawing.machine
            row, column = deepest(riddle.apart(i))  # the place the reason names
            place = np.array([[places(data)[0][column], places(data)[1][row]]])
            other, own = (winners(m, data, place)[0][0] for m in (drawing.machine, riddle.shown.machine))
            assert other != own
            assert f"it says {data.classes[other]}, and the picture says {data.classes[own]}" in riddle.because(i)


@pytest.mark.parametrize("asked", [MACHINE, GAMMA])
@pytest.mark.parametrize("level", range(1, LEVELS + 1))
def test_what_is_stated_is_so(asked: str, level: int) -> None:
    confirmed(who(asked, 0, 1, level))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 11))
@pytest.mark.parametrize("asked", [MACHINE, GAMMA])
def test_many_more(asked: str, seed: int) -> None:
    for number in range(1, 11):
        confirmed(who(asked, seed, number, 1 + number % LEVELS))


@pytest.mark.long
@pytest.mark.parametrize("level", range(1, LEVELS + 1))
@pytest.mark.parametrize("asked", [MACHINE, GAMMA])
def test_every_seed_has_a_riddle_and_no_place_is_always_right(asked: str, level: int) -> None:
    found = [who(asked, 50 + seed, 1, level) for seed in range(40)]
    assert all(3 <= len(each.choices) <= 4 for each in found)
    count = Counter(
        each.shown.machine if asked == GAMMA else each.shown.machine.kernel + each.shown.machine.sort for each in found
    )
    assert max(count.values()) <= 20, count


def test_a_wrong_statement_would_be_caught() -> None:
    riddle = who(MACHINE, 0, 1, 1)
    with pytest.raises(AssertionError):
        confirmed(replace(riddle, right=(riddle.right + 1) % len(riddle.choices)))


def test_a_seed_is_a_set() -> None:
    first, again = who(MACHINE, 4, 2, 3), who.__wrapped__(MACHINE, 4, 2, 3)
    assert (first.points, [d.machine for d in first.choices]) == (again.points, [d.machine for d in again.choices])
    assert np.array_equal(first.shown.winners, again.shown.winners)
    assert who(MACHINE, 5, 2, 3).points != first.points


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
