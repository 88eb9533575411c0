"""Break a file in many small ways, and report unnoticed changes.

The report has the changes that the tests of the file do not notice:

    python scripts/mutants.py kernviz/kernels/polynomial_of.py tests/kernels tests/test_laws.py --number 25 --seed 0

A mutant is the file with one comparison, sign, number, `not`, `and` or condition changed; no file on disk is changed.
Each is tested in a forked process, in which all but kernviz and the tests is already imported. The process is stopped
after ten seconds and ten times the duration for the unchanged file. A mutant that survives is an equivalent function,
or shows a missing test.
"""

import argparse
import ast
import copy
import gc
import os
import random
import resource
import sys
import time
from collections.abc import Iterator
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
SIGNS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the mutations of a node."""
    new = copy.deepcopy(node)
    if isinstance(new, ast.Compare):
        for other in COMPARISONS.get(type(new.ops[0]), ()):
            changed = copy.deepcopy(new)
            changed.ops[0] = other()
            yield changed
    elif isinstance(new, ast.BinOp) and type(new.op) in SIGNS:
        new.op = SIGNS[type(new.op)]()
        yield new
    elif isinstance(new, ast.BoolOp):
        new.op = ast.Or() if isinstance(new.op, ast.And) else ast.And()
        yield new
    elif isinstance(new, ast.UnaryOp):
        yield new.operand
    elif isinstance(new, ast.If | ast.While | ast.IfExp):
        new.test = ast.UnaryOp(ast.Not(), new.test)
        yield new
    elif isinstance(new, ast.Constant) and isinstance(new.value, bool):
        yield ast.Constant(not new.value)
    elif isinstance(new, ast.Constant) and isinstance(new.value, int | float):
        yield ast.Constant(new.value + 1 if isinstance(new.value, int) else 2 * new.value or 1.0)
        yield ast.Constant(new.value - 1 if isinstance(new.value, int) else new.value / 2 or -1.0)


class Places(ast.NodeTransformer):
    """AST transformer that counts the possible changes, and makes one.

    The change made is the one numbered ``wanted``. Annotations are not changed.
    """

    def __init__(self, wanted: int = -1) -> None:
        self.count, self.wanted, self.change = 0, wanted, ""

    def visit(self, node: ast.AST) -> ast.AST:
        for changed in changes(node):
            self.count += 1
            if self.count - 1 == self.wanted:
                before, after = (ast.unparse(each).splitlines()[0] for each in (node, changed))
                self.change = f"{node.lineno}: {before} → {after}"  # type: ignore[attr-defined]
                return ast.copy_location(changed, node)
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns"):
                continue
            if isinstance(value, list):
                value[:] = [self.visit(each) if isinstance(each, ast.AST) else each for each in value]
            elif isinstance(value, ast.AST):
                setattr(node, name, self.visit(value))
        return node


class Instead(SourceFileLoader, MetaPathFinder):
    """Module loader that takes one module's source from a text.

    Other modules load as usual. It is also a pytest plugin, because pytest loads test files by a
    finder of its own.
    """

    def __init__(self, path: Path, text: str) -> None:
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        super().__init__(name.removesuffix(".__init__"), str(path))
        self.text, self.loaded = text, False

    def pytest_sessionstart(self) -> None:
        sys.meta_path.insert(0, self)

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return spec_from_file_location(fullname, self.path, loader=self) if fullname == self.name else None

    def path_stats(self, path: object) -> dict[str, float]:
        raise OSError("what was compiled before is not this text")

    def get_data(self, path: object) -> bytes:
        self.loaded = True
        return self.text.encode()


def ends(path: Path, text: str, tests: list[str], seconds: float) -> int:
    """Return pytest's exit code with this text as the file.

    The code is negative if the process was stopped. The limit ``seconds`` is of processor time.
    """
    if child := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    sys.meta_path.insert(0, instead := Instead(path, text))
    code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=no", *tests], plugins=[instead])
    os._exit(code if instead.loaded else pytest.ExitCode.NO_TESTS_COLLECTED)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--number", type=int, default=25)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    path, source = asked.file.resolve(), asked.file.read_text(encoding="utf-8")
    pytest.main(["--collect-only", "-qqq", "-p", "no:cacheprovider", *asked.tests])  # imports what they need
    for name, module in list(sys.modules.items()):
        file = Path(getattr(module, "__file__", None) or "/")
        if name != "__main__" and (ROOT in file.parents or name.split(".")[0] == "tests"):
            del sys.modules[name]
    gc.freeze()
    begun = time.monotonic()
    assert ends(path, source, asked.tests, 600) == 0, "the tests fail as it is, or do not import it"
    limit = 10 + 10 * (time.monotonic() - begun)
    (places := Places()).visit(ast.parse(source))
    chosen = random.Random(asked.seed).sample(range(places.count), min(asked.number, places.count))  # noqa: S311  no secret
    survived = []
    for wanted in sorted(chosen):
        tree = (one := Places(wanted)).visit(ast.parse(source))
        if ends(path, ast.unparse(ast.fix_missing_locations(tree)), asked.tests, limit) == 0:
            survived.append(one.change)
    print(f"{asked.file}: {places.count} places, {len(chosen)} mutants, {len(chosen) - len(survived)} killed")
    print(*(f"  survived {change}" for change in survived), sep="\n", flush=True)


if __name__ == "__main__":
    main()
