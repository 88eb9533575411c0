"""Live pictures: at most 12 kB on the wire on planar pages, their lines within half a pixel of those at rest."""

from __future__ import annotations

import gzip
import struct
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest

from kernviz.data.toys import toys
from kernviz.lessons import data_and_kernel, sweep
from kernviz.lessons import page as lesson_page
from kernviz.lessons.lesson import Lesson
from kernviz.lessons.page import Page, pages
from kernviz.lessons.presets import PRESETS
from kernviz.lessons.swept_numbers import swept_numbers
from kernviz.ui import live, query
from kernviz.ui.sweeps import route
from kernviz.wire import binary_message
from kernviz.wire.content import content
from kernviz.wire.field import Field
from kernviz.wire.reduced_figure import reduced_figure
from tests.lessons import degenerate
from tests.wire.lines import far_off

MOST, MOST_OF_SWEEP = 12_000, 700_000  # bytes
MOST_OF_MANY = 1_800  # bytes a field, where eight or nine rough ones lie side by side
pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")  # the certificate says it
KERNELS = (
    "rbf(gamma=1)",
    "rbf(gamma=30)",
    "rbf(gamma=300)",
    "rbf(gamma=1e12)",
    "linear",
    "poly(degree=3, gamma=1, coef0=1)",
    "poly(degree=10, gamma=1, coef0=1)",
    "laplacian(gamma=3)",
    "minimum",
    "0*linear",
)
EACH = [pytest.param(name, marks=() if name in ("svm", "sphere") else pytest.mark.long) for name in sorted(pages())]
SPACES = {"surface", "mesh3d", "scatter3d"}


def is_planar(lesson: Lesson) -> bool:
    """True if the lesson draws fields of the plane, and neither a matrix nor a space."""
    traces = [trace for picture in lesson.pictures for trace in picture.figure.data]
    fields = [t for t in traces if t.get("type") == "heatmap" and t.get("zsmooth")]
    return bool(fields) and not any(t.get("type") in SPACES for t in traces)


def is_light(lesson: Lesson) -> bool:
    """True if the picture is small enough on the wire; where it is not planar nothing is asked."""
    fields = sum(t.get("type") == "heatmap" for picture in lesson.pictures for t in picture.figure.data)
    size = len(gzip.compress(binary_message.packed(content(lesson)), 6, mtime=0))
    return not is_planar(lesson) or size <= max(MOST, MOST_OF_MANY * fields)


def wrong(lesson: Lesson) -> list[str]:
    return [f"{picture.key}: {problem}" for picture in lesson.pictures for problem in far_off(picture.figure)]


def lesson_of(page: Page[Any], **params: str) -> Lesson | None:
    found = live.page_and_state(page.name, {name: [text] for name, text in params.items()}, {})
    return None if found is None else page.build(found[1])


def preset_lessons() -> Iterator[Any]:
    for name in sorted(pages()):
        for i, preset in enumerate(preset for preset in PRESETS if preset.page == name):
            params = {name: query.written(value) for name, value in preset.values.items()}
            yield pytest.param(
                name, params, id=f"{name} {i}: {preset.sentence}", marks=pytest.mark.long if i > 1 else ()
            )


@pytest.mark.parametrize(("page", "params"), [*preset_lessons()])
def test_a_preset_is_light_and_its_lines_stay(page: str, params: dict[str, str]) -> None:
    lesson = lesson_of(pages()[page], **params)
    assert lesson is not None
    assert wrong(lesson) == []
    assert is_light(lesson)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("page", EACH)
def test_any_kernel_is_light_and_its_lines_stay(page: str, kernel: str) -> None:
    lesson = lesson_of(pages()[page], k=kernel)
    assert lesson is not None
    assert wrong(lesson) == []
    assert is_light(lesson)


@pytest.mark.long
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("data", [toy.name for toy in toys()])
@pytest.mark.parametrize("page", sorted(pages()))
def test_any_data_are_light_and_their_lines_stay(page: str, data: str, kernel: str) -> None:
    lesson = lesson_of(pages()[page], data=data, k=kernel)
    if lesson is None:
        return
    assert wrong(lesson) == []
    assert is_light(lesson)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("kernel", degenerate.KERNELS)
@pytest.mark.parametrize(
    "page",
    [pytest.param(name, marks=() if name in ("svm", "sphere") else pytest.mark.long) for name in sorted(pages())],
)
def test_lines_of_degenerate_fields_stay(page: str, kernel: str) -> None:
    for i, points in enumerate(degenerate.POINTS.values()):
        if (i + len(kernel)) % 9 and kernel != degenerate.KERNELS[0]:  # each kernel some of them, all of them by one
            continue
        about = data_and_kernel.read({"data": ["drawn"], "pts": [points], "k": [kernel]})
        if about is not None:
            shown = pages()[page]
            assert wrong(shown.build(lesson_page.read(shown, about, {}))) == [], points


def test_every_planar_page_sends_codes_and_no_hover() -> None:
    seen = set()
    for name, page in pages().items():
        lesson = lesson_of(page)
        assert lesson is not None
        for picture in lesson.pictures if is_planar(lesson) else ():
            still = picture.figure.still()
            made, changed = reduced_figure(still)
            if not any(isinstance(trace.get("z"), Field) for trace in made["data"]):
                continue
            seen.add(name)
            assert changed
            for before, trace in zip(still["data"], made["data"], strict=True):
                if trace is not before:
                    assert trace["hoverinfo"] == "skip"  # a rounded number is never read off
                assert isinstance(before.get("z"), np.ndarray | None | list | tuple)  # the picture itself is as it was
    assert {"svm", "sphere", "geometry", "pca"} <= seen


@pytest.mark.parametrize(
    "page",
    [pytest.param(name, marks=() if name == "svm" else pytest.mark.long) for name in sorted(pages())],
)
def test_a_sweep_of_sixty_is_light(page: str) -> None:
    found = live.page_and_state(page, {}, {})
    assert found is not None
    numbers = swept_numbers(found[1])
    lesson = pages()[page].build(found[1])
    if not numbers or not is_planar(lesson):
        return
    low, high, _ = numbers[0].usual
    params = {sweep.FIRST: f"{numbers[0].name}:{low}:{high}:60", "@many": "16"}
    total = at = 0
    count = 1
    while at < count:
        made = route.answer(page, urlencode(params | {"@from": str(at)}))
        (count,) = struct.unpack_from("<I", made)
        total += len(gzip.compress(made, 6))
        at += 16
    assert total <= MOST_OF_SWEEP
