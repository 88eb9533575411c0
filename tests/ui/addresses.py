"""Random addresses: every parameter, with extreme, hostile or misplaced values."""

from __future__ import annotations

import random
from collections.abc import Sequence

from kernviz.data import library
from kernviz.lessons.address import AddressParam
from kernviz.lessons.presets import PRESETS
from kernviz.ui import query
from tests.ui.hostile import WORDS

NUMBERS = (
    "0", "-0.0", "1", "-1", "2", "3", "0.5", "1e-320", "1e-200", "1e-170", "1e-12", "1e-6", "1e6", "1e12", "1e154", "1e300", "-1e300",
    "1e308", "1e400", "nan", "inf", "-inf", "1_0", "٣", "0x10", "1,5", "",
)  # fmt: skip
KERNELS = (
    "linear", "0*linear", "-linear", "rbf(gamma=1)", "rbf(gamma=1e6)", "rbf(gamma=1e-12)", "1e-320*rbf", "1e12*poly(degree=8)", "1e-170",
    "poly(degree=20)**8", "exp(exp(exp(linear)))", "exp(700*linear)", "sigmoid(gamma=1, coef0=-1)", "linear - rbf(gamma=1)", "minimum",
    "bilinear([[1, 2], [2, 1]])", "bilinear([[1e12,0],[0,-0.001]])", "tent(width=1e-6)", "matern(nu=inf)", "periodic(length=1e-6, period=1e-6)",
    "laplacian(gamma=1e6)", "exp(shared)", "normalize(shared)", "1e-320*shared", "1e-170", "spectrum(n=1)", "subsequences(n=8)",
    "normalize(spectrum(n=9))", "subtree(depth=0)", "1e-200*subtree(depth=2)", "rbf @ bonds", "linear @ members", "exp(exp(shared))",
    "edit(gamma=1)", "logsquare", "gaussian_of(minimum)", "rbf @ square", "linear @ circle(2)", "(" * 300, "rbf(", "rbf.__class__", "∞", "",
)  # fmt: skip
POINTS = (
    "0", "0 0", "0, 1", "0 0; 0 0", "1e6 1e6; -1e6 -1e6", "0, 3, 6", "1e-320, 1e-320", "nan", "1e400", ";;;", ",", "all", "1,2,3", "1 2; 3", "0 4; 4 0",
    "+1: 1 1 -1: 1 1", "a: 0 0", "a: 0 0 b:", "+1: 1e6 1e6 -1: -1e6 -1e6", "+1: 1e-320 0 -1: 0 1e-320", "y= 0 0", "y= 0 1 0 2", "y= 1e-300 1e6 1 1",
    "1 2 3 4", "+1: 0 0 0 0 -1: 0 0 0 0", "a: 0 0 b: 1 1 c: 2 2", " ".join(f"{i}: {i} {i}" for i in range(12)),
    "∅", "a b", "flour egg: cake", "CC(=O)O", "r T(a)(b)", "x CC: a\ny CO: b", "aba: x\nab: y\nb: x", "ε", "word: a\n" * 41, ": a", "a:\nb:",
)  # fmt: skip
TEXTS = (
    *NUMBERS,
    *KERNELS,
    *POINTS,
    *WORDS,
    "\x00",
    "\ud800".encode("utf-8", "replace").decode(),
    "x" * 7000,
    "'; DROP TABLE",
    "true",
    "‮abc",
)


def value(param: AddressParam, chance: random.Random) -> str:
    """Draw a value for this parameter: mostly of its type, at and beyond its limits."""
    kinds: list[Sequence[str]] = [TEXTS]
    if param.name == "data":
        kinds += [list(library()), ["drawn", "your file"]] * 4
    elif param.options:
        kinds += [param.options] * 9
    elif param.kind == "flag":
        kinds += [("true", "false")] * 9
    elif param.kind in ("number", "integer"):
        low, high = max(param.low, -1e9), min(param.high, 1e9)
        ends = [query.written(end) for end in (param.low, param.high, low - 1, high + 1)]
        inside = chance.uniform(low, high)
        kinds += [NUMBERS, ends, [str(int(inside)) if param.kind == "integer" else f"{inside:.6g}"] * 2] * 3
    elif "k" in param.name.rpartition("_")[2]:
        kinds += [KERNELS] * 4
    else:
        kinds += [POINTS, WORDS] * 2
    return str(chance.choice(chance.choice(kinds)))


def address(params: dict[str, AddressParam], chance: random.Random, page: str) -> dict[str, str]:
    """Draw one to eight parameters, sometimes on top of an example of the page."""
    examples = [p for p in PRESETS if p.page == page]
    base = chance.choice(examples).values if examples and chance.random() < 0.4 else {}
    chosen = chance.sample(sorted(params), k=min(len(params), chance.randint(1, 8)))
    return {name: query.written(v) for name, v in base.items()} | {n: value(params[n], chance) for n in chosen}
