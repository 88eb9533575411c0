"""Names of classes as they are shown: a negative number has a minus sign, and not the hyphen of its file."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kernviz.data import load
from kernviz.kernels import RBF
from kernviz.lessons import page
from kernviz.lessons.page import Page
from tests.lessons import visible

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
HYPHEN = re.compile(r"(?<![\w`'\"{(,:\[−+-])-1(?![\w.,])")  # a name of a class


@pytest.mark.parametrize("shown", page.pages().values(), ids=lambda shown: shown.name)
def test_no_class_is_named_with_a_hyphen(shown: Page[Any]) -> None:
    data = load("moons", n=40)
    assert data.classes == ("-1", "+1")  # the data keep the word of their file
    lesson = shown.build(shown.State(data, RBF(1.0)))
    plain = [(where, text) for where, text in visible.texts(lesson) if "```" not in text and "$$" not in text]
    assert [(where, text) for where, text in plain if HYPHEN.search(text)] == []
