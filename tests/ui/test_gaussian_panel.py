"""Page Gaussian features in Streamlit's test client: clicks on its bumps."""

from __future__ import annotations

import pytest

from kernviz.data import load
from kernviz.kernels import parse
from kernviz.lessons.gaussian.state import BUMPS, State
from kernviz.lessons.shared.training import train
from kernviz.ui.panels import gaussian
from kernviz.ui.plot import Click


@pytest.mark.parametrize(("off", "others"), [("", []), ("5; 3", ["5", "3"]), ("all", None), ("5 3,", ["5", "3"])])
def test_a_click_takes_one_bump_away_or_puts_it_back(
    off: str, others: list[str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = State(load("moons"), parse("rbf(gamma=1)"), view=BUMPS, off=off)
    result = train(state.signed, state.own, state.penalty)
    support = [str(i + 1) for i in result.machine.support_]  # type: ignore[union-attr]
    clicked = next(word for word in support if word not in ("3", "5"))
    session: dict[str, str] = {}
    monkeypatch.setattr(gaussian.st, "session_state", session)
    gaussian.clicked(state, Click(0, 0, customdata=int(clicked) - 1))
    words = session["ga_off"].split(", ")
    assert [word for word in words if word] == (
        [w for w in support if w != clicked] if others is None else [*others, clicked]
    )
    gaussian.clicked(
        State(load("moons"), parse("rbf(gamma=1)"), view=BUMPS, off=session["ga_off"]),
        Click(0, 0, customdata=int(clicked) - 1),
    )
    assert (clicked in session["ga_off"].split(", ")) is (others is None)
