"""Colour and shape of a class are the same on every page, in points, legends and regions."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import pytest

import kernviz as kv
from kernviz.data import Dataset, load
from kernviz.figures.theme import SYMBOLS, token
from kernviz.lessons import ridge
from kernviz.lessons.lesson import Lesson
from kernviz.lessons.neighbors.state import SMART
from kernviz.lessons.pca.state import VIEWS as PCA_VIEWS
from tests.lessons.reading import pictures

DATA = load("iris_petals")
PAIR = ("not virginica", "virginica")  # the last class is counted as +1, all others as −1
PAGES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {  # the page's lesson, what classes it shows
    "svm": (PAIR, {}),
    "lift": (PAIR, {}),
    "dual": (PAIR, {"view": "Swap"}),
    "home": (PAIR, {}),
    "polynomial": (PAIR, {}),
    "ridge": (PAIR, {}),
    "ridge in space": (PAIR, {"view": ridge.VIEWS[1]}),
    "gaussian": (PAIR, {"view": "Bumps"}),
    "gaussian's matrix": (DATA.classes, {"view": "Gram matrix"}),
    "neighbors": (DATA.classes, {}),
    "neighbors, smart": (PAIR, {"view": SMART}),
    "multiclass": (DATA.classes, {}),
    "mercer": (DATA.classes, {}),
    "geometry": (DATA.classes, {}),
    "sphere": (DATA.classes, {}),
    **{f"pca, {view}": (DATA.classes, {"view": view}) for view in PCA_VIEWS[:4]},
}


def lesson(page: str, data: Dataset, options: dict[str, Any]) -> Lesson:
    module = importlib.import_module(f"kernviz.lessons.{page.replace(',', ' ').replace(chr(39), ' ').split()[0]}")
    kernel = {"kernel": kv.RBF(1.0)} if "kernel" in module.State.__dataclass_fields__ else {}
    return module.build(module.State(data=data, **kernel, **options))


def of_classes(found: Lesson, classes: tuple[str, ...]) -> Iterator[tuple[str, int, Any]]:
    """The picture, the class and the trace, for every trace that carries a class's name."""
    for picture in pictures(found):
        for trace in picture.figure.data:
            name = (trace.name or "").strip()
            if name in classes and trace.marker.color is not None:
                yield picture.key, classes.index(name), trace


@pytest.mark.sampled(15)
@pytest.mark.parametrize("page", PAGES)
def test_every_trace_of_a_class_wears_its_colour_and_shape(page: str) -> None:
    classes, options = PAGES[page]
    found = list(of_classes(lesson(page, DATA, options), classes))
    assert {i for _, i, _ in found} == set(range(len(classes)))
    for key, i, trace in found:
        if isinstance(trace.marker.color, str):  # a scale of numbers colours a row of a Gram matrix
            assert trace.marker.color == token(f"class-{i}"), f"{key}: {trace.name}"
        assert trace.marker.symbol == SYMBOLS[i], f"{key}: {trace.name}"
