"""Hostile names for every place that takes one, and checks that they stay plain text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from streamlit.testing.v1 import AppTest

from kernviz.data import Dataset, parse_csv
from kernviz.data.untrusted_text import VEILED
from tests.wire.decoding import unpack

HOST = "stranger.example"  # reserved for examples: no such host exists
# One word each (a drawing's names have no spaces), with every construct that Streamlit's markdown knows.
WORDS = (
    f"![a](//{HOST}/x.png)",
    f"[click](//{HOST}/login)",
    f"<img/src=//{HOST}/y.png>",
    f"<a/href='//{HOST}'>b</a>",
    f"www.{HOST}/w",
    f"a@{HOST}",
    "**bold**_it_~~s~~",
    ":red[tinted]:smile:",
    "$\\frac{1}{2}$`c`",
)
SHORT = ("![a](//h/x)", "[c](//h/l)", "**qz**", "`e`")
_LIST = "\n".join(
    f"{thing}: {label}"
    for thing, label in [(WORDS[0][:24], "a"), (WORDS[5], "a"), (WORDS[6], WORDS[3][:24]), (WORDS[7], "a")]
)
_NAMED = f"{WORDS[0]} CCO: **wet**\n{WORDS[2]} CO: **wet**\nbutane CCCC: :red[x]\npropane CCC: :red[x]"
_KERNEL = f"rbf + {WORDS[1]} + {WORDS[2]}"
ADDRESS: dict[str, dict[str, str]] = {  # hostile links: the page ("" for all) and its parameters
    "drawn": {"data": "drawn", "pts": f"{WORDS[0]}: 1 1 2 1.5 {WORDS[1]}: -1 -1 -2 -1.2", "positive": WORDS[0]},
    "three drawn": {
        "data": "drawn",
        "k": _KERNEL,
        "sp_class": WORDS[4],
        "pts": f"{WORDS[6]}: 1 1 2 1 {WORDS[2]}: -1 -1 -2 -1 {WORDS[4]}: 3 -3 2 -2",
    },
    "three short ones": {  # short enough to stand side by side
        "data": "drawn",
        "pts": f"{SHORT[0]}: 1 1 2 1 1 2 {SHORT[1]}: -1 -1 -2 -1 -1 -2 {SHORT[2]}: 3 -3 2 -2 3 -2",
    },
    "two short ones": {"data": "drawn", "pts": f"{SHORT[0]}: 1 1 2 1 1 2 {SHORT[3]}: -1 -1 -2 -1 -1 -2"},
    "short labels of words": {
        "ob_view": "Words",
        "ob_wl": f"tool: {SHORT[0]}\nfool: {SHORT[1]}\ncool: {SHORT[2]}\npool: {SHORT[3]}",
    },
    "short labels of graphs": {
        "ob_view": "Graphs",
        "ob_gl": f"ethanol CCO: {SHORT[0]}\nbutane CCCC: {SHORT[1]}\npropane CCC: {SHORT[2]}",
    },
    "short labels of sets": {"ob_view": "Sets", "ob_sl": f"a b: {SHORT[0]}\nb c: {SHORT[1]}\nc d: {SHORT[2]}"},
    "typed": {
        **dict.fromkeys(
            ("pts", "gpts", "gp", "gq", "mp", "mm", "sp_pts", "ga_off", "cx", "cy"), f"{WORDS[0]} {WORDS[2]}"
        ),
        "data": "drawn",
    },
    "words": {"ob_view": "Words", "ob_wx": WORDS[1][:24], "ob_wz": WORDS[5], "ob_wl": _LIST, "ob_pos": WORDS[3][:24]},
    "long words": {"ob_view": "Words", "ob_wx": WORDS[1] * 2, "ob_wk": _KERNEL},
    "your words": {"ob_view": "Edit distance", "ob_set": "your list", "ob_wx": WORDS[6], "ob_wl": _LIST},
    "sets": {"ob_view": "Sets", "ob_sl": _LIST, "ob_sk": "shared"},
    "set kernel": {"ob_view": "Sets", "ob_sk": _KERNEL},
    "graphs": {"ob_view": "Graphs", "ob_gl": _NAMED, "ob_gx": WORDS[0], "ob_gz": WORDS[2], "ob_pos": "**wet**"},
    "bad graphs": {"ob_view": "Graphs", "ob_gl": f"{WORDS[0]}: a\n{WORDS[6]} b"},
}
CSV = "{0},{1},{2}\n1,1,{3}\n2,1.5,{3}\n-1,-1,{4}\n-2,-1.2,{4}\n0.5,2,{5}\n0.6,2.2,{5}\n"


def csv() -> bytes:
    """Return a file whose columns, classes and title are all hostile."""
    quoted = [f'"{word}"' for word in (*WORDS[:2], WORDS[4], *WORDS[2:4], WORDS[7])]
    return (f"# title: {WORDS[0]}\n# source: {WORDS[1]}\n" + CSV.format(*quoted)).encode()


def own_file() -> Dataset:
    """Return the file of `csv` as an upload with a hostile name."""
    return parse_csv(csv(), name=WORDS[2])


def texts(message: Any) -> Iterator[tuple[str, str]]:
    """Yield every text in a protocol message with the name of its field; those of a figure too."""
    for field, value in message.ListFields():
        many = value if field.is_repeated else [value]
        if field.message_type:
            if not field.message_type.GetOptions().map_entry:
                for inner in many:
                    yield from texts(inner)
        elif field.name == "bytes":
            drawn = unpack(value)
            yield "figure", json.dumps(drawn["figure"], default=str, ensure_ascii=False)
            yield "alt", drawn["options"]["alt"]
        elif field.cpp_type == field.CPPTYPE_STRING:
            yield from ((field.name, t if isinstance(t, str) else t.decode("utf-8", "replace")) for t in many)


def sent(at: AppTest) -> Iterator[tuple[str, str, str]]:
    """Yield (kind of element, field, text) of everything sent to the browser."""

    def walk(block: Any) -> Iterator[tuple[str, str, str]]:
        proto = getattr(block, "proto", None)
        if proto is not None:
            yield from ((block.type, name, text) for name, text in texts(proto))
        for child in getattr(block, "children", {}).values():
            yield from walk(child)

    yield from walk(at._tree)


# Fields read as Markdown, in elements of these kinds and in every label and help.
_KINDS = ("markdown", "caption", "info", "warning", "error", "success", "alert", "metric", "button", "tab", "expander")
_ACTIVE = re.compile(
    rf"(?<!\\)\]\(|(?<!\\)\*\*qz|(?<!\\)<(img|a)/|:red\[|:smile:|www\.{re.escape(HOST)}|a@{re.escape(HOST)}|(?<![\\*])\*\*bold|(?<!\\)\$\\frac"
)


def active(kind: str, field: str, text: str) -> bool:
    """Return True if the browser would interpret a stranger's text as markup."""
    if field == "figure":
        return re.search(r"<(img|a)/|\$\\\\frac", text) is not None
    if field in ("label", "help", "caption", "content") or (kind in _KINDS and field == "body"):
        return _ACTIVE.search(re.sub(r"(`+).*?\1", "", text)) is not None
    return kind == "html" and "<img" in text


def turned(at: AppTest) -> list[tuple[str, str, str, str]]:
    """Return the texts sent to the browser that are still veiled, or would be interpreted as markup."""
    return [
        ("veiled" if VEILED.search(text) else "active", kind, field, text[:300])
        for kind, field, text in sent(at)
        if VEILED.search(text) or active(kind, field, text)
    ]
