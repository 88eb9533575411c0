"""Pages with strangers' words and random addresses: no word becomes markup, and no page fails."""

from __future__ import annotations

import random

import pytest
from streamlit.testing.v1 import AppTest

from kernviz.ui import data_picker, escaping, files, navigation, query
from tests.test_pages import PAGES, ROOT, go, sound, visit
from tests.ui import addresses, hostile
from tests.ui.helpers import readouts

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning", "ignore::RuntimeWarning")
CASES = [
    (entry, name)
    for entry in PAGES
    for name, a in hostile.ADDRESS.items()
    if "ob_view" not in a or entry.name == "objects"
]


@pytest.mark.sampled(35)
@pytest.mark.parametrize(("entry", "name"), CASES, ids=lambda v: getattr(v, "name", v))
def test_hostile_words_of_a_link_stay_text(entry: navigation.PageEntry, name: str) -> None:
    at = sound(visit(entry, **hostile.ADDRESS[name]))
    assert hostile.turned(at) == []


def with_a_file(entry: navigation.PageEntry) -> AppTest:
    at = AppTest.from_file(ROOT / "app.py", default_timeout=60)
    at.session_state[files.UPLOADED], at.session_state["data"] = hostile.own_file(), data_picker.OWN
    return go(at, entry)


@pytest.mark.slow
@pytest.mark.parametrize(
    "entry", [pytest.param(e, id=e.name, marks=pytest.mark.long if i % 2 else ()) for i, e in enumerate(PAGES)]
)
def test_hostile_words_of_a_file_stay_text_in_every_view(entry: navigation.PageEntry) -> None:
    at = sound(with_a_file(entry))
    assert hostile.turned(at) == []
    views = [p for p in at.session_state[query.MEMORY].met.values() if p.kind == "choice" and p.name != "data"]
    for param in views:
        for option in param.options[1:]:
            at.session_state[param.name] = option
            assert hostile.turned(sound(at.run())) == [], (param.name, option)


def test_the_checks_report_unescaped_text(monkeypatch: pytest.MonkeyPatch) -> None:
    svm = next(entry for entry in PAGES if entry.name == "svm")
    monkeypatch.setattr(escaping, "markdown", escaping.plain)
    assert hostile.turned(visit(svm, **hostile.ADDRESS["drawn"]))
    monkeypatch.setattr(escaping, "markdown", str)
    assert hostile.turned(visit(svm, **hostile.ADDRESS["drawn"]))


SEED, VISITS = 20261122, 8


@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_random_addresses_open_without_errors(part: int) -> None:
    chance = random.Random(SEED + part)  # noqa: S311
    known: dict[str, dict[str, query.AddressParam]] = {}
    for _ in range(VISITS):
        entry = chance.choice(PAGES)
        params = known.setdefault(entry.name, {}) or dict(visit(entry).session_state[query.MEMORY].met)
        address = addresses.address(params, chance, entry.name)
        at = sound(visit(entry, **address))
        assert not at.error, (entry.name, address)
        assert hostile.turned(at) == [], (entry.name, address)
        known[entry.name] = params | at.session_state[query.MEMORY].met


@pytest.mark.parametrize(
    "address", [{"ob_sk": "1e-320"}, {"ob_sk": "1e-170"}, {"ob_view": "Graphs", "ob_gk": "1e-200"}], ids=str
)
def test_values_too_small_to_compute_with_give_a_warning(address: dict[str, str]) -> None:
    objects = next(entry for entry in PAGES if entry.name == "objects")
    at = sound(visit(objects, **address))
    assert "too small to compute with" in at.warning[0].value
    assert readouts(at)
