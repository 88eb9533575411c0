"""Messages that make a claim about a state: each has a reason why it is true."""

from __future__ import annotations

import pytest

from tests.claims import CLAIM, claims, reason, unreviewed, written
from tests.test_catalogue import ROOT


def test_every_claim_was_reviewed() -> None:
    assert not unreviewed(), "decide what makes these true, then write their number into tests/claims.toml"


def test_every_file_has_a_reason_and_no_other_has() -> None:
    assert not [file for file in claims() if not reason(file)]
    assert not [row for row in written()["because"] if not any(f.startswith(row) for f in claims())]


def test_the_tests_named_as_reasons_exist() -> None:
    for row, why in written()["because"].items():
        for word in why.replace(",", " ").replace(";", " ").split():
            if word.startswith("tests/"):
                assert (ROOT / word).exists(), (row, word)


def test_every_listed_theorem_is_in_a_message() -> None:
    listed = [text for texts in claims().values() for text in texts]
    lost = [begin for begin in written()["theorems"] if not any(begin in text for text in listed)]
    assert not lost


@pytest.mark.parametrize("text", ["No other machine does better.", "It is always so.", "the largest of them all"])
def test_a_claim_is_recognised(text: str) -> None:
    assert CLAIM.search(text)


@pytest.mark.parametrize("text", ["The margin is {margin}.", "point {i} and point {j}"])
def test_a_number_alone_is_no_claim(text: str) -> None:
    assert not CLAIM.search(text)
