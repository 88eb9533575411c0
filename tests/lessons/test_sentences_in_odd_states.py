"""Sentences in states where a usual sentence would be false: what a page says there, and what it must not say."""

from __future__ import annotations

import numpy as np
import pytest

import kernviz as kv
from kernviz.data import Dataset, load, parse_csv, to_csv
from kernviz.data.untrusted_text import unveil
from kernviz.lessons.lesson import Table
from kernviz.lessons.objects.object_inputs import EDIT_VIEW, YOURS
from kernviz.lessons.page import pages
from kernviz.lessons.pca.views.denoise.preimages import from_the_curve
from kernviz.lessons.shared.errata import repeated
from tests.lessons.reading import lesson_at
from tests.lessons.visible import texts

DRAWN = {"data": "drawn"}
LINE = DRAWN | {"pts": "x= A: 0 1 B: 2 3"}
TWINS = DRAWN | {"pts": "+1: 0 0 0 0 -1: 1 1"}
PAIR = DRAWN | {"pts": "+1: 1 0 -1: -1 0"}
UNITS = DRAWN | {"pts": "+1: 1 0 -1: 0 1"}
XOR = {"data": "xor", "k": "linear"}
HUGE = DRAWN | {"pts": "+1: 0 0 1 0 -1: 0 300 300 0", "k": "exp(linear)"}
NEGATIVE = {"mm": "0 1; 1 0"}

# page and address; the words that are said; the words that are not
SENTENCES: dict[str, tuple[str, dict[str, str], tuple[str, ...], tuple[str, ...]]] = {
    "edit distance": ("objects", {"ob_view": EDIT_VIEW, "ob_gamma": "1"}, ("enough words",), ("and no rule decides",)),
    "places undecided": (
        "neighbors",
        {"k": "rbf(gamma=2000)*cosine(omega=40)"},
        ("of the places where the kernel tells points apart", "In 28.1 %"),
        (),
    ),
    "f is 0": (
        "svm",
        XOR,
        ("4 of them not on the right side", "0 %", "there is no border"),
        ("on the wrong side, where", "every point is on its right side"),
    ),
    "many optima of the sphere": (
        "sphere",
        DRAWN | {"pts": "1 0 0 1 -1 0 0 -1", "k": "linear"},
        ("not unique",),
        ("agree to",),
    ),
    "sphere on a line": ("sphere", LINE, (), ("to see both boundaries",)),
    "soft sphere": ("sphere", {"sp_soft": "true"}, (), ("Move the centre beside",)),
    "equal points of a Gaussian": ("mercer", TWINS | {"k": "rbf(gamma=1)"}, (), ("the exact rank is n",)),
    "no Gaussian": ("mercer", LINE | {"k": "minimum"}, (), ("the exact rank is n",)),
    "as many points as features": ("mercer", UNITS | {"k": "linear"}, (), ("the other eigenvalues",)),
    "a typed matrix": (
        "mercer",
        NEGATIVE,
        ("no Gram matrix",),
        ("On these points", "hese points refute", "he points refute", "refutes the kernel", "these points have no P"),
    ),
    "a factor of one row": ("mercer", PAIR | {"k": "linear"}, ("single row",), ("The two dimensions drawn",)),
    "no hatching": ("multiclass", {"data": "three_clusters", "mc_hatch": "false"}, ("In ",), ("Hatched",)),
    "one point with a ridge": ("ridge", DRAWN | {"pts": "y= 0 1"}, (), ("Without a ridge there is no noise",)),
    "the third answer": (
        "polynomial",
        {"k": "poly(degree=2, gamma=0.1, coef0=0.3)", "po_x1": "-3", "po_x2": "0", "po_z1": "1", "po_z2": "0"},
        ("Only ④",),
        (),
    ),
    "m beyond the axis": ("polynomial", {"po_m": "1000"}, ("At m = 1000",), ("On the vertical line at m = 1000",)),
    "not centred": (
        "pca",
        {"pc_center": "false", "pc_show": "1"},
        ("the trace of K, which is", "aᵀKa"),
        ("% of the variance", "aᵀK′a", "of the whole variance so far"),
    ),
    "two components": ("pca", {"pc_view": "Denoise", "pc_how": "linear", "pc_M": "6"}, ("M = 2",), ("M = 6 comp",)),
    "PCA on a line": ("pca", LINE | {"pc_view": "Compare"}, (), ("turns the plane",)),
    "no bounded point inside": (
        "svm",
        PAIR | {"k": "linear", "C": "0.5"},
        ("on the margin or past it", "this b alone is optimal"),
        ("inside the margin or beyond", "every b of an interval", "the whole interval"),
    ),
    "a word twice": (
        "objects",
        {"ob_view": EDIT_VIEW, "ob_set": YOURS, "ob_wl": "a\nb\na", "ob_gamma": "1"},
        ("◆ is λₘᵢₙ = 0.632",),
        (),
    ),
    "a value that is no number": ("sphere", HUGE, ("Kernel value k(x_3, x_3)",), ("x_2",)),
}


@pytest.mark.parametrize("name", SENTENCES)
def test_a_page_says_what_holds(name: str) -> None:
    page, address, present, absent = SENTENCES[name]
    text = unveil("\n".join(part for _, part in texts(lesson_at(page, **address))))
    assert [words for words in present if words not in text] == []
    assert [words for words in absent if words in text] == []


def test_only_a_generated_toy_has_a_shape_without_noise() -> None:
    toy = load("moons", n=40)
    copied = parse_csv(to_csv(toy))
    assert copied.name == toy.name
    assert from_the_curve(toy, toy.X) is not None
    assert from_the_curve(copied, copied.X) is None


@pytest.mark.parametrize("page", ["svm", "ridge", "geometry", "pca"])
def test_a_column_named_as_the_tables_own_is_kept(page: str) -> None:
    X, y = np.array([[5.0, 0], [6, 1], [7, 3]]), np.array([0, 1, 1])
    data = Dataset(X, y, columns=("point", "2: z"), classes=("a", "b"), task="classification")
    state = pages()[page].State(data, kv.RBF(1.0), **({"view": "PCA by hand"} if page == "pca" else {}))
    tables = [
        block
        for tab in pages()[page].build(state).tabs
        for block in tab.blocks
        if isinstance(block, Table) and "point" in block.columns
    ]
    found = next(table for table in tables if "point′" in table.columns)
    assert sorted(found.columns["point"]) == [1, 2, 3]
    assert sorted(found.columns["point′"]) == [5, 6, 7]


@pytest.mark.parametrize(("m", "k", "decides"), [(1, 1, False), (1, 2, True), (2, 2, True)])
def test_counts_of_monomials_decide_unless_all_are_equal(m: int, k: int, decides: bool) -> None:
    assert (repeated(m, k).of != "nothing") is decides
