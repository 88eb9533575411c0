"""Docstrings of the public names: numpydoc layout, complete, and true of the code.

Kernels, maps and the classes `judge` and `prove` return begin with their formula. They tell their numbers and show an
example, too.
"""

from __future__ import annotations

import builtins
import doctest
import inspect
import re
from collections.abc import Callable
from enum import Enum
from typing import Any

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

import kernviz as kv
from kernviz.data import DataError
from kernviz.models.certificate import NotSolvedError
from kernviz.models.refusals import NotAKernelError, RefusedError
from kernviz.models.separability import NotSeparableError

OWN_LAYOUT = ("kernviz.kernels.", "kernviz.mercer.")  # packages whose classes name no exceptions
EXCEPTIONS = (
    DataError,
    RefusedError,
    NotAKernelError,
    NotSeparableError,
    NotSolvedError,
    kv.KernelSyntaxError,
    NotFittedError,
)
SECTIONS = ("Parameters", "Attributes", "Returns", "Raises", "References", "Examples")

PUBLIC = [getattr(kv, name) for name in kv.__all__]
ESTIMATORS = [each for each in PUBLIC if inspect.isclass(each) and hasattr(each, "fit")]
CLASSES = [each for each in PUBLIC if inspect.isclass(each) and not each.__module__.startswith(OWN_LAYOUT)]
FUNCTIONS = [var for var in PUBLIC if inspect.isfunction(var)] + [
    var
    for name, var in vars(kv.geometry).items()
    if inspect.isfunction(var) and not name.startswith("_") and var.__module__.startswith(f"{kv.geometry.__name__}.")
]
DOCUMENTED = [*CLASSES, *FUNCTIONS]
VALUES = [each for each in PUBLIC if inspect.isclass(each) and each.__module__.startswith(OWN_LAYOUT)]


def sections(text: str) -> dict[str, str]:
    """Return the sections of a numpydoc docstring by title; "" holds the text before the first.

    Raises ValueError for a title that does not exist, or is in the wrong place.
    """
    parts = re.split(r"^(\w[\w ]*)\n(-+)$", inspect.cleandoc(text), flags=re.MULTILINE)
    found = {"": parts[0].strip()}
    for title, dashes, body in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        if title not in SECTIONS or len(dashes) != len(title) or title in found:
            raise ValueError(f"the section {title!r}")
        found[title] = body.strip("\n")
    if [title for title in SECTIONS if title in found] != list(found)[1:]:
        raise ValueError(f"the order {list(found)[1:]}")
    return found


def entries(section: str) -> dict[str, str]:
    """Return name -> description of a section such as Parameters; "a, b : float" is one entry for each name."""
    found: dict[str, str] = {}
    for block in re.split(r"\n(?=\S)", section):
        head, _, body = block.partition("\n")
        for name in head.partition(" : ")[0].split(", "):
            found[name] = inspect.cleandoc(body)
    return found


def missing(thing: Callable[..., Any], text: str) -> list[str]:
    """Return everything the docstring lacks or has too much, in words."""
    try:
        found = sections(text)
    except ValueError as error:
        return [str(error)]
    faults = [] if found[""].partition("\n")[0].endswith(".") else ["a first line that ends in a full stop"]
    documented = {title: entries(found[title]) for title in SECTIONS[:4] if title in found}
    arguments = [name for name in inspect.signature(thing).parameters if name != "self"]
    if sorted(documented.get("Parameters", {})) != sorted(arguments):  # "p, q" stand together, whatever the order
        faults.append(f"Parameters {list(documented.get('Parameters', {}))}, and the arguments are {arguments}")
    faults += [
        f"{name} has no description" for rows in documented.values() for name, words in rows.items() if not words
    ]
    if not inspect.isclass(thing) and "Returns" not in found:
        faults.append("Returns")
    if raises(thing) and "Raises" not in found:
        faults.append("Raises")
    known = {exception.__name__ for exception in EXCEPTIONS} | set(vars(builtins))
    faults += [f"the exception {name}" for name in documented.get("Raises", {}) if name not in known]
    return faults + ([] if ">>>" in found.get("Examples", "") else ["Examples"])


def raises(thing: Callable[..., Any]) -> bool:
    """Return True for all functions but the one that computes with arrays already checked."""
    return thing is not kv.geometry.squared_from_density


@pytest.mark.parametrize("thing", DOCUMENTED, ids=lambda each: each.__name__)
def test_the_docstring_is_complete(thing: Callable[..., Any]) -> None:
    assert missing(thing, thing.__doc__ or "") == []


@pytest.mark.parametrize("cls", VALUES, ids=lambda each: each.__name__)
def test_a_kernel_or_verdict_tells_its_parts_and_shows_an_example(cls: Any) -> None:
    found = sections(cls.__doc__)
    documented = {
        name: words for title in ("Parameters", "Attributes") for name, words in entries(found.get(title, "")).items()
    }
    documented.pop("", None)
    parts = list(cls.__members__) if issubclass(cls, Enum) else list(inspect.signature(cls).parameters)
    assert list(documented) == parts
    assert all(documented.values())
    assert len(re.findall(r"^>>> ", found["Examples"], re.MULTILINE)) > 1  # more than the import


@pytest.mark.parametrize("thing", [*DOCUMENTED, *VALUES], ids=lambda each: each.__name__)
def test_the_examples_run(thing: Any) -> None:
    module = inspect.getmodule(thing)
    ran = 0
    for test in doctest.DocTestFinder(recurse=False).find(thing, thing.__name__, module):
        result = doctest.DocTestRunner(verbose=False).run(test)
        assert result.failed == 0
        ran += result.attempted
    assert ran > 0


X, Y = [[0.0, 2.0], [1.0, 3.0], [2.0, -1.0], [3.0, -2.0]], [0, 0, 1, 1]


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda each: each.__name__)
def test_the_attributes_are_those_of_a_fitted_estimator(estimator: Any) -> None:
    fitted = estimator(kv.Linear()).fit(X, Y)
    own = {name for name in vars(fitted) if name.endswith("_") and not name.startswith("_")}
    own |= {name for name in dir(estimator) if name.endswith("_") and not name.startswith("_")}
    section = sections(estimator.__doc__)["Attributes"]
    assert set(entries(section)) == own
    for name, type_text in re.findall(r"^(\w+) : (.*)$", section, re.MULTILINE):
        assert_of_type(getattr(fitted, name), type_text)


def assert_of_type(value: Any, type_text: str) -> None:
    """Assert that the value has the type the docstring says: an array of so many axes, a tuple, a float …"""
    if value is None and type_text.endswith(" or None"):
        return
    type_text = type_text.removesuffix(" or None")
    if type_text.startswith("ndarray"):
        shape = re.search(r"shape \((.*)\)", type_text)
        axes = 1 if shape is None else len([axis for axis in shape[1].split(",") if axis.strip()])
        assert isinstance(value, np.ndarray), type_text
        assert value.ndim == axes, type_text
        assert ("of int" in type_text) <= (value.dtype.kind == "i"), type_text
    elif type_text in ("float", "int", "bool"):
        kind = {"float": float, "int": (int, np.integer), "bool": bool}[type_text]
        assert isinstance(value, kind), type_text
    elif type_text.startswith("tuple"):
        assert isinstance(value, tuple), type_text
    else:
        assert type(value).__name__ == type_text


@pytest.mark.parametrize(
    ("thing", "wrong"),
    [
        (kv.KernelSVC, lambda: kv.KernelSVC(C=0).fit(X, Y)),
        (kv.KernelSVC, lambda: kv.KernelSVC(kv.Growing()).fit(X, Y)),
        (kv.KernelSVC, lambda: kv.KernelSVC(kv.Linear(), C=float("inf")).fit([[0], [0]], [0, 1])),
        (kv.KernelRidge, lambda: kv.KernelRidge(ridge=-1).fit(X, Y)),
        (kv.KernelRidge, lambda: kv.KernelRidge(kv.MinusDistance()).fit(X, Y)),
        (kv.KernelPCA, lambda: kv.KernelPCA(n_components=9).fit(X)),
        (kv.KernelPCA, lambda: kv.KernelPCA(kv.MinusDistance(), center=False).fit(X)),
        (kv.SmallestHypersphere, lambda: kv.SmallestHypersphere(kv.MinusDistance()).fit(X)),
        (kv.SoftHypersphere, lambda: kv.SoftHypersphere(nu=0).fit(X)),
        (kv.KernelNearestNeighbors, lambda: kv.KernelNearestNeighbors(n_neighbors=9).fit(X, Y)),
        (kv.OneVersusOne, lambda: kv.OneVersusOne(C=0).fit(X, Y)),
        (kv.OneVersusRest, lambda: kv.OneVersusRest().fit(X, [0] * 4)),
        (kv.DecisionDAG, lambda: kv.DecisionDAG(kv.Growing()).fit(X, Y)),
        (kv.CrammerSinger, lambda: kv.CrammerSinger(C=float("inf")).fit(X, Y)),
        (kv.OneClassMachine, lambda: kv.OneClassMachine(nu=2).fit(X)),
        (kv.Dataset, lambda: kv.Dataset([[float("nan")]])),
        (kv.toy, lambda: kv.toy("nothing")),
        (kv.load_csv, lambda: kv.load_csv("no such file")),
        (kv.parse, lambda: kv.parse("rbf(")),
        (kv.latex, lambda: kv.latex(3)),
        (kv.judge, lambda: kv.judge(3)),
        (kv.judge, lambda: kv.judge(kv.Bilinear(), d=3)),
        (kv.prove, lambda: kv.prove(kv.Bilinear(), d=3)),
        (kv.feature_map, lambda: kv.feature_map(kv.Linear(), d=0)),
        (kv.graph, lambda: kv.graph("C(")),
        (kv.plot, lambda: kv.plot(kv.KernelSVC())),
        (kv.from_sklearn, lambda: kv.from_sklearn(3)),
        (kv.to_sklearn, lambda: kv.to_sklearn(kv.KernelSVC(C=float("inf")))),
        (kv.geometry.inner, lambda: kv.geometry.inner(kv.Linear(), [1, 1], [[1]], [1], [[1]])),
        (kv.geometry.angle, lambda: kv.geometry.angle(kv.Linear(), [[0]], [[1]])),
        (kv.geometry.center, lambda: kv.geometry.center([[1, 2]])),
    ],
)
def test_an_exception_is_one_the_docstring_names(thing: Any, wrong: Callable[[], object]) -> None:
    documented = entries(sections(thing.__doc__)["Raises"])
    with pytest.raises(ValueError) as caught:
        wrong()
    kind = type(caught.value)
    names = {kind.__name__} | {each.__name__ for each in kind.__mro__ if issubclass(each, RefusedError)}
    assert names & set(documented), f"{kind.__name__} is not among {list(documented)}"


def test_an_incomplete_docstring_is_caught() -> None:
    def square(x: float) -> float:
        return x * x

    whole = """Square of x.

    Parameters
    ----------
    x : float
        Number.

    Returns
    -------
    float
        x².

    Raises
    ------
    ValueError
        Never.

    Examples
    --------
    >>> square(2)
    4
    """
    assert missing(square, whole) == []
    for title in ("Parameters", "Returns", "Raises", "Examples"):
        without = re.sub(rf"    {title}\n.*?(?=\n    [A-Z]\w+\n    -|\Z)", "", whole, flags=re.DOTALL)
        assert any(title in fault for fault in missing(square, without)), title
    for part, other in (
        ("    x : float", "    y : float"),
        ("        Number.\n", ""),
        ("ValueError", "NoError"),
        ("Square of x.", "Square of x"),
        ("Returns\n    -------", "Returned\n    --------"),
    ):
        assert missing(square, whole.replace(part, other)), part
