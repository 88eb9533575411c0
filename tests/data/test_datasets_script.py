"""The files in datasets/ equal the output of scripts/datasets.py, and state their source."""

import runpy
from pathlib import Path

import numpy as np
import pytest

from kernviz.data import load

ROOT = Path(__file__).resolve().parents[2]
WRITTEN = runpy.run_path(str(ROOT / "scripts" / "datasets.py"))["build"]()


def test_the_folder_holds_every_file() -> None:
    assert {path.name for path in (ROOT / "datasets").glob("*.csv")} >= set(WRITTEN)


@pytest.mark.parametrize("name", WRITTEN)
def test_the_file_is_what_the_script_writes(name: str) -> None:
    assert (ROOT / "datasets" / name).read_bytes() == WRITTEN[name].encode()


@pytest.mark.parametrize("name", WRITTEN)
def test_a_file_states_its_title_and_source(name: str) -> None:
    data = load(name.removesuffix(".csv"))
    assert data.title != data.name
    assert "scikit-learn" in data.source or data.source.startswith(("S1", "S4", "after S2"))


def test_sizes_known_from_the_literature() -> None:
    assert load("iris").counts == {"setosa": 50, "versicolor": 50, "virginica": 50}
    assert list(load("wine").counts.values()) == [59, 71, 48]
    assert load("breast_cancer").counts == {"benign": 357, "malignant": 212}
    assert (load("diabetes_bmi").n, load("fitness_club").n) == (442, 20)
    assert np.allclose(load("iris_petals").X.mean(axis=0), [3.758, 1.199333], atol=1e-6)  # Fisher 1936, all plants
    assert load("diabetes_bmi").values.mean() == pytest.approx(152.13, abs=0.01)
