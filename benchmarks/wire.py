"""Bytes of a live picture on the wire: `python benchmarks/wire.py [page …]`.

For each page the largest of its first picture and those of its presets is printed, gzipped as the app sends them.
"moving" is the picture while a control moves, "whole" the picture with all its numbers. With `--sweep` a sweep of sixty
pictures over the page's first number is measured as well.
"""

from __future__ import annotations

import argparse
import gzip
import os
import struct
from urllib.parse import urlencode

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

from kernviz.lessons import sweep
from kernviz.lessons.page import pages
from kernviz.lessons.presets import PRESETS
from kernviz.lessons.swept_numbers import swept_numbers
from kernviz.ui import live, query
from kernviz.ui.sweeps import route


def addresses(page: str) -> list[str]:
    """Return the address the page begins with, and those of its presets."""
    presets = [each.values for each in PRESETS if each.page == page]
    return ["", *(urlencode({name: query.written(value) for name, value in params.items()}) for params in presets)]


def size(page: str, address: str) -> int:
    message = live._message(page, address, ())
    return 0 if message is None else len(gzip.compress(message, 6, mtime=0))


def swept(page: str, whole: bool) -> int:
    """Return the gzipped bytes of a sweep of sixty pictures.

    The result is 0 for a page without a number to sweep.
    """
    found = live.page_and_state(page, {}, {})
    numbers = swept_numbers(found[1]) if found else ()
    if not numbers:
        return 0
    low, high, _ = numbers[0].usual
    params = {sweep.FIRST: f"{numbers[0].name}:{low}:{high}:60", "@many": "16"} | ({live.WHOLE: "1"} if whole else {})
    total, at, count = 0, 0, 1
    while at < count:
        made = route.answer(page, urlencode(params | {"@from": str(at)}))
        (count,) = struct.unpack_from("<I", made)
        total, at = total + len(gzip.compress(made, 6)), at + 16
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", default=sorted(pages()))
    parser.add_argument("--sweep", action="store_true")
    options = parser.parse_args()
    heads = ["page", "kB, whole", "kB, moving", *(["sweep of 60, whole", "moving"] if options.sweep else [])]
    print("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|")
    for page in options.pages:
        found = addresses(page)
        kilobytes = [max(size(page, f"{address}{more}") for address in found) for more in (f"&{live.WHOLE}=1", "")]
        kilobytes += [swept(page, whole) for whole in (True, False)] if options.sweep else []
        print(f"| {page} | " + " | ".join(f"{each / 1000:.1f}" for each in kilobytes) + " |", flush=True)


if __name__ == "__main__":
    main()
