"""Structure of the code: layers, packages, lengths of files, forbidden names.

Everything is read from the source.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests import sources

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "kernviz").rglob("*.py"))
PAGES = sorted((ROOT / "pages").rglob("*.py"))
EVERYTHING = [*SOURCES, *PAGES, ROOT / "app.py", *sorted((ROOT / "scripts").rglob("*.py"))]

BELOW: dict[str, set[str]] = {  # each layer with the layers directly below it; it may also import what those may
    "arrays": set(),  # types of arrays
    "catalogue": set(),  # the words of every language
    "extraction": set(),  # finds the messages in the sources
    "symbols": set(),  # marked symbols in messages and formulas, and those of a lecture
    "grid_size": set(),  # how fine the fields are
    "wording": {"catalogue", "grid_size", "symbols"},  # messages in the current language and symbols
    "typed_number": {"wording"},  # numbers as people type them
    "budget": set(),  # how long a computation may take
    "kernels": {"wording", "arrays"},
    "features": {"kernels"},
    "mercer": {"features"},
    "ranges": {"arrays"},  # of axes and colours
    "app_folder": set(),  # where app.py, pages and datasets are
    "data": {"typed_number", "ranges", "app_folder"},
    "solvers": {"wording", "budget", "arrays"},
    "models": {"solvers", "mercer", "data"},
    "surfaces": {"models"},
    "regions": {"surfaces"},
    "kernviz": {"models"},  # the package itself: the public names
    "plotting": {"lessons"},  # the pages' pictures, in Python
    "figures": {"regions"},
    "compute": {"wording", "budget"},  # schedules computations, whatever they compute
    "batch": set(),  # many computations at once, here or on a cluster
    "lessons": {"figures", "kernviz", "compute", "typed_number"},
    "wire": {"lessons", "extraction"},  # pictures and scripts on their way to a browser
    "courses": {"lessons", "extraction"},  # questions about lessons
    "stories": {"courses"},  # pages to scroll, whose sentences move pictures
    "site": {"stories", "wire"},  # pages that need no server of ours
    "rooms": {"courses"},  # a class answers a step together
    "ui": {"rooms", "stories", "batch", "wire"},
    "pages": {"ui"},
    "app": {"ui"},
}

ONLY_IN: dict[str, set[str]] = {  # third-party package: the layers that may import it
    "streamlit": {"app", "pages", "ui"},
    "plotly": {"figures", "plotting"},  # its classes check a figure in tests; the app sends plain data
    "cvxopt": {"solvers"},
    "flint": {"kernels", "mercer"},  # numbers that are certain
    "lazy_loader": {"kernviz"},
    "sklearn": {"models", "data", "scripts"},
    "starlette": {"ui"},  # comes with Streamlit
    "pyarrow": {"ui"},  # comes with Streamlit; tables travel as it writes them
    "babel": {"catalogue"},
    "redis": {"rooms"},
    "segno": {"ui"},
    "joblib": {"batch"},  # runs a sweep; it pickles for its own workers, and never reads anything from outside
    "distributed": {"batch"},
    "markdown_it": {"courses", "site", "stories"},
    "latex2mathml": {"courses", "scripts"},
    "packaging": {"scripts"},  # what a package asks for
    "playwright": {"scripts"},  # pictures of the app
    "PIL": {"figures", "scripts"},  # pixels of a drawing; comes with Streamlit
    "nbformat": {"scripts"},  # the notebook
    "nbclient": {"scripts"},
    "jupyter_client": {"scripts"},
    "pictures": {"scripts"},  # the script of that name
    "pytest": {"scripts"},  # runs the tests on mutants
    "threadpoolctl": {"solvers", "compute", "ui"},
    "scipy": {"kernels", "features", "mercer", "models", "solvers", "data", "surfaces", "figures", "lessons"},
    "numpy": {*BELOW, "scripts"},
}
# Files that send plotly.js to the browser and draw nothing.
SERVES_PLOTLY = {"kernviz/ui/plotly_js.py", "kernviz/ui/asset_routes.py"}

LONGEST, LONGEST_PAGE = 300, 25
ACCEPTED: dict[str, str] = {}  # files longer than LONGEST that hold one idea, each with this idea


def layer(path: Path) -> str:
    """Return the layer of a file: kernviz/mercer/judge.py is in mercer, kernviz/surfaces.py in surfaces.

    kernviz/__init__.py is in kernviz.
    """
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[0] != "kernviz":
        return parts[0]
    return "kernviz" if parts[1] == "__init__" else parts[1]


def reach(name: str) -> set[str]:
    """Return every layer that this one may import, itself included."""
    return {name}.union(*(reach(lower) for lower in BELOW[name]))


def parsed(path: Path) -> ast.Module:
    return sources.parsed(path.read_text(encoding="utf-8"))


def nodes(path: Path) -> tuple[ast.AST, ...]:
    return sources.nodes(path.read_text(encoding="utf-8"))


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Yield every module that a file imports, with the line.

    Imports inside functions and for type checking count.
    """
    package = path.relative_to(ROOT).parent.parts
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            yield module, node.lineno
            if module == "kernviz":  # from kernviz import figures is an import of that layer
                yield from ((f"kernviz.{alias.name}", node.lineno) for alias in node.names if alias.name in BELOW)


def own_imports(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the layers of kernviz that a file imports, with the line."""
    for module, line in imports(path):
        parts = module.split(".")
        if parts[0] == "kernviz":
            yield (parts[1] if len(parts) > 1 and parts[1] in BELOW else "kernviz"), line


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def each_of(paths: Sequence[Path]) -> Callable[[Callable[[Path], None]], Callable[..., None]]:
    """Return a decorator that makes one test of a check of many files.

    One test a file would be thousands of tests; a failure names its file.
    """

    def over(check: Callable[[Path], None]) -> Callable[..., None]:
        def test(path: Path | None = None) -> None:
            for one in paths if path is None else [path]:
                check(one)

        return test

    return over


@each_of([p for p in EVERYTHING if layer(p) != "scripts"])
def test_no_layer_imports_one_above_it(path: Path) -> None:
    own = layer(path)
    assert own in BELOW, f"{named(path)}: a new layer needs its place in BELOW"
    reached = reach(own)
    for other, line in own_imports(path):
        assert other in reached, f"{named(path)}:{line} imports {other}, and {own} may import {sorted(reached)}"


@each_of(EVERYTHING)
def test_each_package_is_known_only_where_it_belongs(path: Path) -> None:
    for module, line in imports(path):
        top = module.split(".")[0]
        if top in sys.stdlib_module_names or top in ("kernviz", ""):
            continue
        assert top in ONLY_IN, f"{named(path)}:{line} imports {top}, which no layer knows"
        excepted = top == "plotly" and named(path) in SERVES_PLOTLY
        assert excepted or layer(path) in ONLY_IN[top], f"{named(path)}:{line}: {top} belongs in {sorted(ONLY_IN[top])}"


def graph_of(texts: dict[str, str]) -> dict[str, set[str]]:
    """Return module -> modules among `texts` (name -> text) that it imports.

    Imports inside functions and for type checking count.
    """
    found: dict[str, set[str]] = {}
    for name, text in texts.items():
        names = set[str]()
        for node in sources.nodes(text):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                inside = {f"{node.module}.{alias.name}" for alias in node.names}
                names |= inside & texts.keys() if inside & texts.keys() else {node.module}
        found[name] = names & texts.keys() - {name}
    return found


def circle_in(graph: dict[str, set[str]]) -> list[str]:
    """Return modules that import each other in a circle, the first again at the end; empty without a circle."""
    done: set[str] = set()

    def visit(name: str, path: list[str]) -> list[str]:
        if name in path:
            return [*path[path.index(name) :], name]
        if name in done:
            return []
        for other in sorted(graph[name]):
            if circle := visit(other, [*path, name]):
                return circle
        done.add(name)
        return []

    return next((circle for name in sorted(graph) if (circle := visit(name, []))), [])


def test_no_modules_import_each_other_in_a_circle() -> None:
    paths = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in SOURCES}
    circle = circle_in(graph_of({name: path.read_text(encoding="utf-8") for name, path in paths.items()}))
    assert not circle, " imports ".join(circle)


@pytest.mark.parametrize(
    ("b", "circle"),
    [
        ("import p.a", True),
        ("def f():\n    from p.a import x", True),
        ("from p import a", True),
        ("if TYPE_CHECKING:\n    from p.a import x", True),
        ("import q", False),
    ],
)
def test_a_circle_of_two_modules_is_found(b: str, circle: bool) -> None:
    assert bool(circle_in(graph_of({"p.a": "from p.b import y", "p.b": b}))) is circle


def test_common_types_of_arrays_are_defined_once() -> None:
    common = {"Array", "Indices"}
    found = {
        (named(path), target.id)
        for path in SOURCES
        for node in parsed(path).body
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name) and target.id in common
    }
    assert found == {("kernviz/arrays.py", name) for name in common}


def test_kernels_import_only_numerical_packages() -> None:
    found = {module.split(".")[0] for path in SOURCES if layer(path) == "kernels" for module, _ in imports(path)}
    assert found - set(sys.stdlib_module_names) == {"kernviz", "numpy", "scipy", "flint"}


def lines_of_code(source: str) -> int:
    """Return the number of lines of a file, docstrings aside: a docstring may take the room it needs."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = [node.body[0] for node in sources.nodes(source) if isinstance(node, kinds) and ast.get_docstring(node)]
    return len(source.splitlines()) - sum(
        int(docstring.end_lineno or 0) - docstring.lineno + 1 for docstring in docstrings
    )


def test_lines_of_a_docstring_are_not_counted() -> None:
    assert lines_of_code('"""A.\n\nB.\n"""\nx = 1\ndef f():\n    """C."""\n    return """D\nE"""\n') == 4


@each_of(EVERYTHING)
def test_a_file_holds_one_idea(path: Path) -> None:
    lines = lines_of_code(path.read_text(encoding="utf-8"))
    limit = LONGEST_PAGE if layer(path) == "pages" else LONGEST
    long = lines > limit
    assert not long or named(path) in ACCEPTED, f"{named(path)} has {lines} lines: look for a second idea in it"
    assert long or named(path) not in ACCEPTED, f"{named(path)} is short: out of ACCEPTED with it"


ASSETS = ROOT / "kernviz" / "ui" / "assets"
SCRIPTS = [*sorted(ASSETS.glob("*.js")), *sorted((ROOT / "tests" / "js").glob("*.js"))]


@each_of(SCRIPTS)
def test_a_script_holds_one_idea(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= LONGEST, f"{named(path)} has {lines} lines: look for a second idea in it"


def test_the_pixels_around_a_picture_are_defined_once() -> None:
    """The pixels around a page's main picture are defined in the style sheet, which is loaded before the script."""
    style = (ASSETS / "plot.css").read_text(encoding="utf-8")
    script = (ASSETS / "picture_height.js").read_text(encoding="utf-8")
    declared = dict(re.findall(r"--kv-(\w+): (\d+);", style))
    assert set(re.findall(r'pixels\("(\w+)"\)', script)) == set(declared) == {"head", "bar", "foot", "least"}
    room = str(sum(int(declared[name]) for name in ("head", "bar", "foot")))
    assert not re.search(rf"\b{room}(px)?\b", script + style)


FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__", "breakpoint"}
FORBIDDEN_IMPORTS = {"pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle", "pdb"}
UNFINISHED = ("TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK")


@each_of(EVERYTHING)
def test_forbidden_names_are_never_used(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for node in nodes(path):
        if isinstance(node, ast.Name):
            assert node.id not in FORBIDDEN_CALLS, f"{named(path)}:{node.lineno} uses {node.id}"
        if isinstance(node, ast.keyword):
            assert node.arg != "unsafe_allow_html", f"{named(path)}:{node.value.lineno} lets HTML through"
    for module, line in imports(path):
        assert module.split(".")[0] not in FORBIDDEN_IMPORTS, f"{named(path)}:{line} imports {module}"
    for number, line_text in enumerate(text.splitlines(), start=1):
        assert not any(word in line_text.split() or f"{word}:" in line_text for word in UNFINISHED), (
            f"{named(path)}:{number} is unfinished"
        )


@each_of(SOURCES)
def test_every_module_has_a_docstring(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not text.strip() or ast.get_docstring(parsed(path)), f"{named(path)} has no docstring"


# ---- the checks themselves can fail ---------------------------------------------------------------------------------


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    """Return ``write(name, text)``, which writes a file into a new repository and returns its path."""
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("kernviz/kernels/a.py", "from kernviz.mercer import judge"),
        ("kernviz/kernels/a.py", "import kernviz as kv"),
        ("kernviz/kernels/a.py", "from ..features import maps"),
        ("kernviz/features/a.py", "def f():\n    from kernviz import mercer"),
        ("kernviz/solvers/qp.py", "from kernviz.kernels import RBF"),
        ("kernviz/data/toys.py", "import kernviz.models.svm"),
        ("kernviz/figures/a.py", "from kernviz.lessons.lesson import Lesson"),
        ("kernviz/lessons/a.py", "from kernviz.ui.show import show"),
        ("kernviz/models/a.py", "from kernviz.surfaces import surface"),
        ("kernviz/elsewhere/a.py", ""),
    ],
)
def test_a_wrong_import_is_caught(written: object, name: str, text: str) -> None:
    with pytest.raises(AssertionError):
        test_no_layer_imports_one_above_it(written(name, text))  # type: ignore[operator]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("kernviz/lessons/a.py", "import streamlit as st"),
        ("kernviz/lessons/a.py", "import plotly.graph_objects as go"),
        ("kernviz/ui/show.py", "from plotly import io"),
        ("kernviz/models/a.py", "import cvxopt"),
        ("kernviz/kernels/a.py", "from sklearn.base import clone"),
        ("kernviz/mercer/a.py", "import pandas"),
        ("kernviz/ui/a.py", "from joblib import load"),
        ("kernviz/compute.py", "import joblib"),
    ],
)
def test_a_wrong_package_is_caught(written: object, name: str, text: str) -> None:
    with pytest.raises(AssertionError):
        test_each_package_is_known_only_where_it_belongs(written(name, text))  # type: ignore[operator]


@pytest.mark.parametrize(
    "text",
    [
        "eval('1')",
        "import pickle",
        "st.markdown(x, unsafe_allow_html=True)",
        "# " + UNFINISHED[0] + ": later",
        "f = exec",
    ],
)
def test_a_forbidden_word_is_caught(written: object, text: str) -> None:
    with pytest.raises(AssertionError):
        test_forbidden_names_are_never_used(written("kernviz/ui/a.py", text))  # type: ignore[operator]


def test_a_long_file_is_caught(written: object) -> None:
    with pytest.raises(AssertionError):
        test_a_file_holds_one_idea(written("kernviz/ui/a.py", "\n" * (LONGEST + 1)))  # type: ignore[operator]
    with pytest.raises(AssertionError):
        test_a_file_holds_one_idea(written("pages/start/home.py", "\n" * 26))  # type: ignore[operator]
    test_a_file_holds_one_idea(written("kernviz/ui/a.py", "\n" * LONGEST))  # type: ignore[operator]
    with pytest.raises(AssertionError):
        test_a_script_holds_one_idea(written("kernviz/ui/assets/a.js", "\n" * (LONGEST + 1)))  # type: ignore[operator]


# ---- circles ---------------------------------------------------------------------------------------------------------

WITHOUT_CIRCLES = ["figures", "models", "solvers", "features", "data", "courses", "rooms", "ui", "lessons"]


def imports_inside(folder: str) -> dict[str, set[str]]:
    """Return module -> modules it imports, among the modules of a folder of kernviz.

    Imports inside functions and for type checking count. A name imported from a package is its module of that name,
    if there is one, else the package.
    """
    files = {_module(path): path for path in sorted((ROOT / "kernviz" / folder).rglob("*.py"))}
    found: dict[str, set[str]] = {}
    for name, path in files.items():
        package, known = path.relative_to(ROOT).parent.parts, set()
        for node in nodes(path):
            if isinstance(node, ast.Import):
                known |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
                module = ".".join(filter(None, (base, node.module)))
                inner = {f"{module}.{alias.name}" for alias in node.names}
                known |= {each if each in files else module for each in inner}
        found[name] = {each for each in known if each in files and each != name}
    return found


def _module(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def circles(graph: dict[str, set[str]]) -> list[str]:
    """Return the modules that import each other in a circle, or lie between circles.

    They remain when modules that import none of the others, or that none imports, are removed repeatedly.
    """
    left = {name: set(others) for name, others in graph.items()}
    while True:
        aimed_at = set().union(*left.values()) if left else set()
        idle = {name for name, others in left.items() if not others or name not in aimed_at}
        if not idle:
            return sorted(left)
        left = {name: others - idle for name, others in left.items() if name not in idle}


def check_no_circle(folders: Sequence[str]) -> None:
    """Raise AssertionError if modules of one of these folders import each other in a circle."""
    for folder in folders:
        found = circles(imports_inside(folder))
        assert not found, f"kernviz/{folder}: these import each other in a circle, or lie between circles: {found}"


def test_no_circle_inside_a_folder() -> None:
    check_no_circle(WITHOUT_CIRCLES)


def test_a_circle_is_caught(written: Callable[[str, str], Path]) -> None:
    written("kernviz/ui/__init__.py", "")
    written("kernviz/ui/a.py", "from kernviz.ui import b")
    written("kernviz/ui/b.py", "from kernviz.ui.c import f")
    check_no_circle(["ui"])
    written("kernviz/ui/c.py", "def f():\n    from . import a")
    with pytest.raises(AssertionError, match="circle"):
        check_no_circle(["ui"])


# ---- names ---------------------------------------------------------------------------------------------------------

OF_EVERY_PAGE = {"State"}  # each page declares its own, and no file imports two


def public_classes(paths: Sequence[Path]) -> dict[str, list[str]]:
    """Return the names of public classes that are defined in two files or more, with the files."""
    found: dict[str, list[str]] = {}
    for path in paths:
        for node in parsed(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(named(path))
    return {name: files for name, files in found.items() if len(files) > 1}


def test_no_two_public_classes_have_one_name() -> None:
    twice = {name: files for name, files in public_classes(SOURCES).items() if name not in OF_EVERY_PAGE}
    assert not twice, "; ".join(f"{name}: {', '.join(files)}" for name, files in twice.items())


def test_a_second_class_of_one_name_is_caught(written: Callable[[str, str], Path]) -> None:
    paths = [written("kernviz/ui/a.py", "class Line: ..."), written("kernviz/data/b.py", "class Line: ...")]
    assert public_classes(paths) == {"Line": ["kernviz/ui/a.py", "kernviz/data/b.py"]}
    assert not public_classes(paths[:1])


def test_no_style_of_a_page_looks_for_what_an_element_contains() -> None:
    """With ``:has()`` every change of a picture's text makes the browser pass over the whole page.

    Presenting a step took 20 s that way. Scripts mark Streamlit's containers instead (assets/mark.js). The page of a
    student in a room is a document of its own without such pictures.
    """
    found = {path.name for path in ASSETS.glob("*.css") if ":has(" in path.read_text("utf-8")}
    assert found <= {"student.css"}
