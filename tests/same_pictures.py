"""Check that every link of Home opens the same picture as before.

`python tests/same_pictures.py COMMIT` (or a folder) prints the links that differ.

The links are those of the earlier Home. Both checkouts render them as for a browser, through the whole page. Numbers
are compared, not hashed: two numbers that differ by rounding errors could have different hashes. `--only svm` takes
the links of one page.
"""

from __future__ import annotations

import argparse
import os
import pickle
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
ALIKE = 1e-6  # relative to the largest number of the array: solvers stop at 1e-8 and colours show three digits
SHOWN = 3  # differences that are printed of one picture
Links = list[tuple[str, str, dict[str, str]]]  # page, sentence, address


def differences(before: Any, after: Any, where: str = "") -> Iterator[str]:
    """Yield a sentence for each difference of two figures, beginning with its place."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in sorted({*before, *after}, key=str):
            if (key in before) != (key in after):
                yield f"{where}.{key} {'is gone' if key in before else 'is new'}"
            else:
                yield from differences(before[key], after[key], f"{where}.{key}")
    elif (numbers := _numbers(before, after)) is not None:
        yield from _apart(*numbers, where)
    elif _listed(before) and _listed(after):
        if len(before) != len(after):
            yield f"{where} has {len(after)} instead of {len(before)}"
        for i, (one, other) in enumerate(zip(before, after, strict=False)):
            yield from differences(one, other, f"{where}[{i}]")
    elif before != after:
        yield f"{where} is {after!r:.60} instead of {before!r:.60}"


def _listed(value: Any) -> bool:
    return isinstance(value, Sequence | np.ndarray) and not isinstance(value, str)


def _numbers(*values: Any) -> tuple[np.ndarray, np.ndarray] | None:
    """Return both values as arrays of numbers, with NaN for None; None if they are not numbers."""
    try:
        one, other = (np.asarray(value, dtype=np.float64) for value in values if not isinstance(value, str | bool))
    except (TypeError, ValueError):
        return None
    return one, other


def _apart(one: np.ndarray, other: np.ndarray, where: str) -> Iterator[str]:
    if one.shape != other.shape:
        yield f"{where} has shape {other.shape} instead of {one.shape}"
        return
    gaps = np.isfinite(one) != np.isfinite(other)
    if gaps.any():
        yield f"{where} has a gap in {int(gaps.sum())} other places"
    known = np.isfinite(one) & np.isfinite(other)
    size = max((float(np.abs(v[known]).max(initial=0)) for v in (one, other)), default=0)
    apart = np.abs(np.where(known, one, 0) - np.where(known, other, 0))
    if apart.max(initial=0) > ALIKE * size:
        many = int((apart > ALIKE * size).sum())
        yield f"{where}: {many} of {one.size} by up to {apart.max():.2g}, the largest is {size:.3g}"


def drawn(links: Links, folder: Path) -> list[dict[str, Any]]:
    """Return what the app in that folder draws for each link: {picture: figure and alternative text}.

    The key "errors" has the exceptions of the page.
    """
    with tempfile.TemporaryDirectory() as place:
        asked, answers = Path(place, "asked"), Path(place, "told")
        asked.write_bytes(pickle.dumps(links))
        given = os.environ | {"PYTHONPATH": str(folder)}
        subprocess.run([sys.executable, __file__, "--inside", asked, answers], cwd=folder, env=given, check=True)  # noqa: S603
        return list(pickle.loads(answers.read_bytes()))  # noqa: S301  written above


def inside(asked: Path, answers: Path) -> None:
    """Draw the links in the file ``asked`` and write the pictures to ``answers``.

    This part runs in either checkout, and uses only what every checkout has.
    """
    from streamlit.testing.v1 import AppTest

    try:
        from tests.wire.decoding import unpack
    except ImportError:  # its places until November 2026, and before that its names
        try:
            from kernviz.wire.binary_message import unpack
        except ImportError:
            try:
                from kernviz.ui.binary_message import unpack
            except ImportError:
                from kernviz.ui.wire import unpack

    app = str(Path("app.py").resolve())
    pages = {path.stem: str(path.resolve()) for path in Path("pages").rglob("*.py")}
    found: list[dict[str, Any]] = []
    for page, _, address in pickle.loads(asked.read_bytes()):  # noqa: S301  written by `drawn`
        at = AppTest.from_file(app, default_timeout=120)
        for name, value in address.items():
            at.query_params[name] = value
        at.switch_page(pages[page]).run()
        shown: dict[str, Any] = {"errors": [error.value for error in at.exception]}
        for element in at.get("bidi_component"):
            if element.proto.component_name == "kernviz_plot":
                message = unpack(element.proto.bytes)
                name = message["options"]["filename"].removeprefix("kernviz-")
                shown[name] = {"figure": message["figure"], "alt": message["options"]["alt"]}
        found.append(shown)
    answers.write_bytes(pickle.dumps(found))


def home(folder: Path) -> Links:
    """Return the links of Home in that checkout."""
    code = (
        "import pickle, sys; from kernviz.lessons.presets import PRESETS;"
        "sys.stdout.buffer.write(pickle.dumps([(p.page, p.sentence, dict(p.values)) for p in PRESETS]))"
    )
    given = os.environ | {"PYTHONPATH": str(folder)}
    printed = subprocess.run([sys.executable, "-c", code], cwd=folder, env=given, check=True, capture_output=True)  # noqa: S603
    return [
        (page, sentence, {name: _written(value) for name, value in values.items()})
        for page, sentence, values in pickle.loads(printed.stdout)  # noqa: S301  written above
    ]


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else value if isinstance(value, str) else f"{value:.17g}"


def unpacked(commit: str, place: Path) -> Path:
    """Unpack the files of a commit into a folder; return the folder."""
    packed = subprocess.run(["git", "-C", ROOT, "archive", commit], check=True, capture_output=True).stdout  # noqa: S603, S607
    subprocess.run(["tar", "-x", "-C", place], input=packed, check=True)  # noqa: S603, S607
    return place


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", nargs="?", default="HEAD", help="a commit or a checkout")
    parser.add_argument("after", nargs="?", type=Path, default=ROOT)
    parser.add_argument("--only", default="", help="the links of this page")
    parser.add_argument("--inside", nargs=2, type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        inside(*options.inside)
        return
    with tempfile.TemporaryDirectory() as place:
        then = Path(options.before)
        then = then.resolve() if then.is_dir() else unpacked(options.before, Path(place))
        links = [link for link in home(then) if options.only in ("", link[0])]
        pairs = list(zip(drawn(links, then), drawn(links, options.after), strict=True))
    others, kinds = 0, Counter[str]()
    for (page, sentence, _), (before, after) in zip(links, pairs, strict=True):
        found = sorted(differences(before, after), key=_weight)
        others += bool(found)
        kinds.update(
            {re.sub(r"^\.[\w-]+|\[\d+\]|:? .*", "", difference) or "a picture that is not sent" for difference in found}
        )
        for difference in found[:SHOWN]:
            print(f"{page}: {sentence}: {difference}")
        if found[SHOWN:]:
            print(f"{page}: {sentence}: and {len(found) - SHOWN} more")
    for kind, links_of_it in kinds.most_common():
        print(f"{links_of_it} links: {kind}")
    print(f"{others} of {len(links)} links open another picture" if others else f"the same, {len(links)} links")
    raise SystemExit(bool(others))


def _weight(difference: str) -> int:
    """Return the rank of a difference: numbers first, then other data, then words and axes."""
    return next(i for i, mark in enumerate((" by up to ", ".data", "")) if mark in difference)


if __name__ == "__main__":
    main()
