"""Labels in drawings: no two lie on each other, and those left out are counted."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from kernviz.figures.figure import Figure
from kernviz.figures.svg import drawing
from kernviz.figures.svg.labels import GAP, box, width, without_overlap
from kernviz.lessons import thumbnails
from kernviz.lessons.presets import PRESETS, Preset
from kernviz.site import example_frames

TEXT = re.compile(r'<text font-size="([\d.]+)"[^>]*><tspan x="([\d.-]+)" y="([\d.-]+)">(ξ [^<:]*)</tspan>')
KEY = re.compile(r'<g class="key">(.*?)</g>', re.S)
NAME = re.compile(r'<tspan x="([\d.]+)" y="([\d.]+)">([^<]*)</tspan>')
START = re.compile(r'(?:x1|cx)="([\d.]+)"|points="([\d.]+),|translate\(([\d.]+),')


def scattered(n: int, seed: int) -> Figure:
    places = np.random.default_rng(seed).uniform(0, 1, (n, 2))
    trace: dict[str, Any] = {
        "type": "scatter",
        "mode": "text",
        "meta": "labels",
        "name": "ξ",
        "x": places[:, 0],
        "y": places[:, 1],
        "text": [f"ξ 0.{i:02d}" for i in range(n)],
        "textposition": "top right",
        "textfont": {"size": 11},
    }
    return Figure([trace], {"xaxis": {"range": [0, 1.2]}, "yaxis": {"range": [0, 1.1]}})


def boxes(svg: str) -> list[tuple[float, float, float, float]]:
    found = [(float(size), float(x), float(y), text) for size, x, y, text in TEXT.findall(svg)]
    return [(x, y - 0.8 * size, x + width(text, size), y + 0.2 * size) for size, x, y, text in found]


def overlapping(svg: str) -> list[Any]:
    pairs = combinations(boxes(svg), 2)
    return [(a, b) for a, b in pairs if min(a[2], b[2]) - max(a[0], b[0]) > 0 and min(a[3], b[3]) - max(a[1], b[1]) > 0]


@pytest.mark.parametrize("seed", range(5))
def test_no_two_labels_overlap_and_the_others_are_counted(seed: int) -> None:
    svg = drawing(scattered(60, seed)).svg  # type: ignore[union-attr]
    assert not overlapping(svg)
    written = len(boxes(svg))
    assert 0 < written < 60
    assert f"ξ: {written} written, {60 - written} left out" in svg


def test_labels_that_all_fit_have_no_note() -> None:
    svg = drawing(scattered(1, 0)).svg  # type: ignore[union-attr]
    assert len(boxes(svg)) == 1
    assert "left out" not in svg


def test_a_label_is_left_out_only_for_want_of_room() -> None:
    places = np.random.default_rng(7).uniform(0, 300, (80, 2))
    found = [box("ξ 0.5", 11, x, y) for x, y in places.tolist()]
    kept = without_overlap(found)
    for i in set(range(80)) - set(kept):
        a = found[i]
        meets = [
            b
            for b in (found[j] for j in kept if j < i)
            if min(a[2], b[2]) - max(a[0], b[0]) >= -GAP and min(a[3], b[3]) - max(a[1], b[1]) >= -GAP
        ]
        assert meets


@pytest.mark.parametrize("preset", [p for p in PRESETS if p.page in ("svm", "home")], ids=lambda p: p.sentence[:40])
def test_no_two_labels_of_the_sites_pictures_overlap(preset: Preset) -> None:
    shown = example_frames.still(thumbnails.picture(preset))
    assert shown is not None
    assert not overlapping(shown.svg)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("preset", PRESETS, ids=lambda p: p.sentence[:40])
def test_the_names_of_a_legend_are_apart(preset: Preset) -> None:
    shown = example_frames.still(thumbnails.picture(preset))
    keys = KEY.findall(shown.svg) if shown else []
    ends: dict[str, float] = {}
    for key in keys:
        x, y, name = NAME.findall(key)[0]
        begin = float(x) - 22
        assert begin >= ends.get(y, -6.0) + 6, name
        ends[y] = float(x) + width(name, 12)
