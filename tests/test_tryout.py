"""Adding a page: with one folder and three lines its controls, address, refusals and live picture work."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
KERNEL = "γ, inverse width of rbf"  # the kernel's first number stands on every page

ROOM = '''
"""Tryout — how wide is a Gaussian?"""
from dataclasses import dataclass

import numpy as np

from kernviz.figures.curves.functions import curve
from kernviz.lessons.lesson import Lesson, Numbers, Picture, Readout
from kernviz.wording import short
from kernviz.lessons.page import Page
from kernviz.lessons.declarations import number, switch
from kernviz.lessons.state import Subject


@dataclass(frozen=True)
class State(Subject):
    width: float = number(1.0, "σ", "width", 0.1, 10.0, log=True, names=("ty_w",), when=lambda s: not s.flat)
    flat: bool = switch("no width at all", names=("ty_flat",))


def build(state: State) -> Lesson:
    x = np.linspace(-3, 3, 101)
    values = np.ones_like(x) if state.flat else np.exp(-((x / state.width) ** 2))
    picture = Picture(curve(x, {"k": values}), f"A Gaussian of width {short(state.width)}", key="tryout")
    return Lesson("How wide?", picture, (Numbers((Readout("area", short(float(values.mean() * 6))),)),))


PAGE = Page("tryout", "Tryout", "How wide is a Gaussian?", State, build)
'''
ENTRY = '''
"""Tryout — how wide is a Gaussian?"""
from kernviz.lessons.tryout import PAGE
from kernviz.ui import show

show.page(PAGE)
'''
LOOK = """
import json
from streamlit.testing.v1 import AppTest
from kernviz.ui import live
from tests.wire.decoding import unpack
from tests.ui.helpers import moved, numbers, person, pictures, readouts

def visit(**address):
    at = AppTest.from_file("app.py", default_timeout=60)
    for name, value in address.items():
        at.query_params[name] = value
    return at.switch_page("pages/start/tryout.py").run()

at = visit(ty_w="2")
other = visit(ty_w="-1")
said = {
    "controls": [*numbers(at.main), person(at, "ty_flat").label],
    "alt": pictures(at)["tryout"]["options"]["alt"],
    "area": readouts(at)["area"],
    "refused": [e.proto.body for e in other.get("html") if "kv-notes" in e.proto.body],
    "live": unpack(live._message("tryout", "ty_w=2", ()))["pictures"]["tryout"]["alt"],
    "errors": len(at.exception) + len(other.exception),
}
moved(at, "ty_w", 3.0)
said["moved"] = pictures(at)["tryout"]["options"]["alt"]
person(at, "ty_flat").set_value(True)
at.run()
said["absent"] = [*numbers(at.main)]
print(json.dumps(said))
"""


@pytest.mark.slow
def test_one_folder_and_three_lines_are_a_page(tmp_path: Path) -> None:
    for name in ("kernviz", "pages", "datasets", "tests", ".streamlit"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "app.py", tmp_path)
    (tmp_path / "kernviz" / "lessons" / "tryout").mkdir()
    (tmp_path / "kernviz" / "lessons" / "tryout" / "__init__.py").write_text(ROOM.strip(), "utf-8")
    (tmp_path / "pages" / "start" / "tryout.py").write_text(ENTRY.strip(), "utf-8")
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-c", LOOK],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    printed = json.loads(ran.stdout.strip().splitlines()[-1])
    assert printed["errors"] == 0
    assert printed["controls"] == [KERNEL, "σ, width", "no width at all"]
    assert printed["alt"] == printed["live"] == "A Gaussian of width 2"
    assert float(printed["area"]) > 3
    assert "ty_w=-1 was ignored: σ must be between 0.1 and 10" in printed["refused"][0]
    assert printed["moved"] == "A Gaussian of width 3"
    assert printed["absent"] == [KERNEL]
