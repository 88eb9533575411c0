"""Table of the lectures' notations.

For each idea, such as the width of a Gaussian, the table has kernviz's symbol, each lecture's
symbol and its source. Numbers are converted in both directions.

kernviz's own notation is the one stored: the address, the text of a kernel and the presets
say ``gamma``. Displayed texts mark their symbols (kernviz/symbols.py), and typed input is
converted back. If a lecture has no symbol for an idea, kernviz's stays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from kernviz.lessons.number_map import Map
from kernviz.wording import phrase

OWN = "kernviz"
VOICES = (OWN, "S0", "S1", "S2", "S3", "S4")
QUOTED = re.compile(r"notes|Fun Time|Quiz|Exercise|Every width|Code|S[0-4]|E\d\d")  # tabs that contrast notations
LINE = phrase(
    "Symbols, formulas and values as the lecture writes them. Links, the text of the kernel and Python code keep "
    "kernviz's symbols."
)


@dataclass(frozen=True)
class LectureSymbol:
    """Symbol of a lecture for an idea.

    The symbol is given as text and as TeX, with its source. `word` names the lecture's number, if kernviz's word does
    not fit: σ² grows with the width, and kernviz's γ is an inverse width.
    """

    symbol: str
    tex: str
    place: str
    map: Map | None = None
    remark: str = ""  # difference between the lecture's idea and kernviz's
    word: str = ""

    def number(self, own: float) -> float:
        """Return the lecture's number for kernviz's own one."""
        return self.map.shown(own) if self.map else own


@dataclass(frozen=True)
class Idea:
    """Notation of one idea in kernviz and in the lectures.

    `word` names the idea, `symbol` is kernviz's symbol as text, `tex` are kernviz's symbols in TeX.
    `symbols` maps each lecture to its symbol. Of several symbols of kernviz the first is shown.
    """

    word: str
    symbol: str
    tex: tuple[str, ...]
    symbols: Mapping[str, LectureSymbol] = field(hash=False)
    others: tuple[str, ...] = ()  # further symbols that kernviz uses for the idea, as text
    # the symbols of kernviz that are replaced before arguments only: K(x, z), not the matrix K
    applied: tuple[str, ...] = ()
    bare: bool = False  # True if the symbol is replaced without arguments only: K, not the kernel K(x, z)
    index: bool = False  # True if the symbol is an index: replaced below a letter of points or a sum only: xᵢ, not λᵢ


_OVER, _GAMMA, _WIDTH = r"\sigma^2", r"\gamma", phrase("width")

IDEAS: dict[str, Idea] = {
    "width": Idea(
        phrase("width of the Gaussian"),
        "γ",
        (_GAMMA,),
        {
            "S0": LectureSymbol("σ²", _OVER, "Corollary 1, (2)", Map(1.0, -1), "γ = 1/σ²", _WIDTH),
            "S1": LectureSymbol(
                "γ", _GAMMA, "§2.2, Gaussian kernel", remark=phrase("fixed: γ = ½ in exp(−½‖x − x′‖²)")
            ),
            "S2": LectureSymbol("σ²", _OVER, "Well-defined kernels, RBF", Map(1.0, -1), "γ = 1/σ²", _WIDTH),
            "S3": LectureSymbol("γ", _GAMMA, "Kernel of infinite dimensional transform"),
            "S4": LectureSymbol("σ²", _OVER, "Examples of valid kernels", Map(0.5, -1), "γ = 1/(2σ²)", _WIDTH),
        },
    ),
    "ridge": Idea(
        phrase("the ridge"),
        "λ",
        (r"\lambda",),
        {
            "S2": LectureSymbol("σ²", _OVER, "Kernelized linear regression, (K + σ²I)⁻¹y", Map(1.0, 1)),
            "S4": LectureSymbol("λ", r"\lambda", "Dual representation, J(w)"),
        },
    ),
    "dual": Idea(
        phrase("dual variables"),
        "α",
        (r"\alpha",),
        {
            "S0": LectureSymbol("α", r"\alpha", "dual form"),
            "S1": LectureSymbol("α", r"\alpha", "Theorem 2.1"),
            "S2": LectureSymbol("α", r"\alpha", "Kernel SVM, dual"),
            "S3": LectureSymbol("α", r"\alpha", "Dual SVM revisited"),
            "S4": LectureSymbol("a", "a", "Dual formulation, Lagrange multipliers"),
        },
    ),
    "target": Idea(
        phrase("targets and classes"),
        "y",
        ("y",),
        {
            "S0": LectureSymbol("y", "y", "dual form"),
            "S1": LectureSymbol("y", "y", "§1"),
            "S2": LectureSymbol("y", "y", "OLS, recap"),
            "S3": LectureSymbol("y", "y", "Dual SVM revisited"),
            "S4": LectureSymbol("t", "t", "Dual representation; support vector machines"),
        },
    ),
    "score": Idea(
        phrase("decision function, before the sign"),
        "f",
        ("f",),
        {
            "S0": LectureSymbol("D", "D", "decision rule, D(x) = w·φ(x) + b"),
            "S3": LectureSymbol(
                "f", "f", "Kernel: transform + inner product", remark=phrase("no letter of its own: g_SVM is its sign")
            ),
            "S4": LectureSymbol("y", "y", "Support vector machines, y(x, w)"),
        },
    ),
    "prediction": Idea(
        phrase("prediction of a regression"),
        "h",
        ("h",),
        {
            "S2": LectureSymbol("h", "h", "Testing, h(z)"),
            "S4": LectureSymbol("y", "y", "Dual representation, y(x)"),
        },
    ),
    "features": Idea(
        phrase("feature map"),
        "φ",
        (r"\varphi", r"\phi", r"\psi"),
        {
            "S0": LectureSymbol("φ", r"\phi", "mapping into a new feature space"),
            "S1": LectureSymbol("ψ", r"\psi", "§1"),
            "S2": LectureSymbol("φ", r"\phi", "Testing"),
            "S3": LectureSymbol("Φ", r"\Phi", "Kernel: transform + inner product"),
            "S4": LectureSymbol("φ", r"\phi", "Constructing kernels"),
        },
        others=("ϕ", "ψ"),
    ),
    "kernel": Idea(
        phrase("kernel"),
        "k",
        ("k", "K"),
        {
            "S0": LectureSymbol("K", "K", "K(x, z) = φ(x)·φ(z)"),
            "S1": LectureSymbol("K", "K", "§2"),
            "S2": LectureSymbol("k", "k", "Well-defined kernels"),
            "S3": LectureSymbol("K", "K", "Kernel: transform + inner product"),
            "S4": LectureSymbol("k", "k", "Constructing kernels"),
        },
        others=("K",),
        applied=("K",),
    ),
    "lifting": Idea(
        phrase("how far the points are lifted"),
        "t",
        ("t",),
        {"S4": LectureSymbol("τ", r"\tau", "nowhere: kernviz's t, where t is the target")},
    ),
    "gram": Idea(
        phrase("Gram matrix"),
        "K",
        ("K",),
        {
            "S1": LectureSymbol("G", "G", "§2.1"),
            "S2": LectureSymbol("K", "K", "Well-defined kernels"),
            "S3": LectureSymbol("K", "K", "Other valid kernels"),
            "S4": LectureSymbol("K", "K", "Dual representation"),
        },
        bare=True,
    ),
    "second": Idea(
        phrase("the second point"),
        "z",
        ("z",),
        {
            "S0": LectureSymbol("z", "z", "K(x, z)"),
            "S1": LectureSymbol("x′", "{x'}", "§2"),
            "S2": LectureSymbol("z", "z", "Well-defined kernels"),
            "S3": LectureSymbol("x′", "{x'}", "Dual SVM revisited"),
            "S4": LectureSymbol("x′", "{x'}", "A simple example"),
        },
    ),
    "inner": Idea(
        phrase("inner product of two points"),
        "x·z",
        (),
        {
            "S0": LectureSymbol("x·z", r"x\cdot z", "K(x, z) = (x·z + c)^d"),
            "S1": LectureSymbol("⟨x, x′⟩", r"\langle x,{x'}\rangle ", "§2.2, polynomial kernel"),
            "S2": LectureSymbol("xᵀz", r"x^\top z", "Well-defined kernels"),
            "S3": LectureSymbol("xᵀx′", r"x^\top {x'}", "Dual SVM revisited"),
            "S4": LectureSymbol("xᵀx′", r"x^\top {x'}", "A simple example"),
        },
    ),
    "term": Idea(
        phrase("term of a series"),
        "m",
        ("m",),
        {
            "S1": LectureSymbol("m", "m", "§2.2, Gaussian kernel"),
            "S3": LectureSymbol("i", "i", "Kernel of infinite dimensional transform"),
        },
    ),
    "degree": Idea(
        phrase("degree of a polynomial kernel"),
        "d",
        ("d",),
        {
            "S0": LectureSymbol("d", "d", "K(x, z) = (x·z + c)^d"),
            "S1": LectureSymbol("k", "k", "§2.2, polynomial kernel"),
            "S2": LectureSymbol("d", "d", "Well-defined kernels, polynomial"),
            "S3": LectureSymbol("Q", "Q", "General polynomial kernel"),
            "S4": LectureSymbol("d", "d", "Examples of valid kernels"),
        },
    ),
    "offset": Idea(
        phrase("offset of a polynomial kernel"),
        "c",
        ("c",),
        {
            "S0": LectureSymbol("c", "c", "K(x, z) = (x·z + c)^d"),
            "S1": LectureSymbol("c", "c", "§2.2, polynomial kernel", remark=phrase("fixed: c = 1")),
            "S2": LectureSymbol("c", "c", "Well-defined kernels, polynomial", remark=phrase("fixed: c = 1")),
            "S3": LectureSymbol("ζ", r"\zeta", "General polynomial kernel"),
            "S4": LectureSymbol("c", "c", "Examples of valid kernels"),
        },
    ),
}

_COUNTED = {"S3": "Dual SVM revisited", "S4": "Dual formulation"}  # lectures that count points by n and m
for _idea, _word, _own, _theirs in (
    ("point", phrase("index of a point"), ("ᵢ", "_i"), ("ₙ", "_n")),
    ("other", phrase("index of another point"), ("ⱼ", "_j"), ("ₘ", "_m")),
    ("pair", phrase("indices of two points"), ("Σᵢⱼ", "_{i,j}"), ("Σₙₘ", "_{n,m}")),
):
    _symbols = {lecture: LectureSymbol(*_theirs, place) for lecture, place in _COUNTED.items()}
    IDEAS[_idea] = Idea(_word, _own[0], (_own[1],), _symbols, index=True)
# k is replaced before arguments only: on some pages a single k has another meaning, such as the degree
IDEAS["values"] = replace(IDEAS["kernel"], applied=("k", "K"))

# Page -> the ideas its letters stand for. On other pages the same letter may mean something else (k for k neighbours, f
# in rule 6), and is then not replaced.
_PAIR = ("kernel", "second", "inner")
_POINTS = ("point", "other", "pair")
PAGES: dict[str, tuple[str, ...]] = {
    "compose": (*_PAIR, "width", "features", "gram"),
    "dual": ("kernel", "features", "gram"),
    "gaussian": (*_PAIR, "width", "features", "dual", "target", "score", "gram", "term", *_POINTS),
    "geometry": (*_PAIR, "width", "features", "gram"),
    "home": (*_PAIR, "width", "dual", "target", "score"),
    "lift": (*_PAIR, "dual", "target", "score", "features", "lifting", *_POINTS),
    "map": ("width",),
    "mercer": (*_PAIR, "features", "gram"),
    "multiclass": ("kernel", "inner", "target", "score", *_POINTS),
    "neighbors": (*_PAIR, "width", "dual", "target", *_POINTS),
    "objects": (*_PAIR, "features", "gram"),
    "pca": ("kernel", "width", "features", "gram"),
    "polynomial": ("values", "second", "inner", "degree", "offset", "features", "gram"),
    "ridge": (*_PAIR, "dual", "target", "prediction", "ridge", "gram"),
    "sphere": ("kernel", "inner", "width", "features", "gram"),
    "svm": (*_PAIR, "dual", "target", "score", *_POINTS),
}
# Ideas that keep kernviz's symbol on a page because the lecture's letter has another meaning there.
KEPT: dict[tuple[str, str], tuple[str, ...]] = {
    ("geometry", "S3"): ("features",),  # Φ is a point of feature space there, as in S0
    ("pca", "S3"): ("features",),  # Φ̄ is the mean image there, as in S0
    ("dual", "S3"): ("features",),  # Φ is the matrix of all images, as in S4
}
# Symbols that a lecture, or a page about it, uses twice; the page states this.
TWICE: dict[tuple[str, str], str] = {
    ("S0", ""): phrase("K before points is the kernel, K alone its matrix."),
    ("S2", "ridge"): phrase("σ² is the ridge; beside the kernel's own slider, the width of the Gaussian."),
    ("S3", ""): phrase("K before points is the kernel, K alone its matrix."),
    ("S3", "mercer"): phrase("In Three checks Φ is the matrix of all images, and φ(xᵢ) stays its column."),
    ("S4", "gaussian"): phrase("a is a dual variable; in P(T, a) it is the second argument, a number."),
    ("S4", "geometry"): phrase("σ² is S4's; in the tab Exercise it is S0's, twice as large for the same kernel."),
    ("S4", "ridge"): phrase("σ² is the width of the Gaussian; in Gaussian process, the variance of the noise."),
}


def twice(page: str, lecture: str) -> list[str]:
    """Return the sentences about symbols with two meanings.

    A sentence holds on every page in the lecture's notation, or on one page only.
    """
    return [line for at, line in TWICE.items() if at in ((lecture, ""), (lecture, page))]


def lecture_symbol(idea: str, lecture: str) -> LectureSymbol | None:
    """Return the symbol of an idea in a lecture.

    None if the lecture has none, or is kernviz itself.
    """
    return IDEAS[idea].symbols.get(lecture) if idea in IDEAS else None


def spoken(page: str, lecture: str) -> dict[str, LectureSymbol]:
    """Return the lecture's symbols for the ideas of a page, by idea.

    Ideas for which the lecture has no symbol, and those of KEPT, are missing.
    """
    own_symbols = KEPT.get((page, lecture), ())
    found = {idea: lecture_symbol(idea, lecture) for idea in PAGES.get(page, ()) if idea not in own_symbols}
    return {idea: one for idea, one in found.items() if one is not None}
