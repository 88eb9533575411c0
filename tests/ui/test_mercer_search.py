"""The button of the search for a witness on the page Mercer."""

from __future__ import annotations

import pytest

from kernviz.ui.panels import mercer_search
from tests.ui.helpers import sound, visit


@pytest.mark.parametrize("overtaken", [False, True], ids=["by a press", "after an overtaken run"])
def test_a_search_is_made_once(overtaken: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mercer_search, "PAUSE", 0.0)
    at = visit("mercer", tab="Passing is not a proof", k="rbf(gamma=1) - 0.5", mp="0, 3")
    if overtaken:  # the press was heard, but its run ended before it came to the search
        at.session_state[mercer_search._PRESSED] = True
    else:
        at.button(key="me_break").click()
    sound(at.run())
    assert at.session_state[mercer_search._TRAIL][1], "no attempt was made"
    del at.session_state[mercer_search._TRAIL]
    sound(at.run())
    assert mercer_search._TRAIL not in at.session_state
