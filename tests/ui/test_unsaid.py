"""No word on any page that never went through `say`: a language in which every message stands in ⟦ ⟧, and what is read
outside of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from kernviz import catalogue
from kernviz.data.outside import unveil
from kernviz.ui import binary_message
from tests.ui.helpers import entries, visit

LANGUAGE = "zu"  # one with a point in its numbers, and without a catalogue
INNERMOST = re.compile(r"⟦[^⟦⟧]*⟧")
NOT_READ = re.compile(
    r"`[^`]*`"  # a kernel's text, as everywhere
    r"|<[^>]*>|&\w+;|https?://\S+"
    r"|%\{[^}]*\}|:[a-z-]+(?=\[)|:material/\w+:"  # holes of plotly, colours and icons of markdown
    r"|\\(?:begin|end)\{[^}]*\}|\\textcolor\{[^}]*\}|\\text\{(?=⟦)|\\(?!text)[a-zA-Z]+|\\text(?:style|color)?\b"  # commands of TeX; the words inside \text are read
)
WORD = re.compile(r"[A-Za-z]{3,}")


def words(text: str) -> list[str]:
    """What is read in a text outside of every message."""
    text = unveil(text)
    while INNERMOST.search(text):
        text = INNERMOST.sub(" ", text)
    return WORD.findall(NOT_READ.sub(" ", text))


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(catalogue, "languages", lambda: ("en", LANGUAGE))
    monkeypatch.setattr(catalogue, "translated", lambda lang, m: f"⟦{m}⟧" if lang == LANGUAGE else m)
    monkeypatch.setattr(
        catalogue, "translated_for", lambda lang, n, one, many: f"⟦{many}⟧" if lang == LANGUAGE else (one, many)[n != 1]
    )
    yield


def strings(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from strings(each, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for each in value:
            yield from strings(each, path)
    elif hasattr(value, "DESCRIPTOR"):
        for field, each in value.ListFields():
            repeated = not isinstance(each, str) and hasattr(each, "__iter__") and not hasattr(each, "DESCRIPTOR") and not isinstance(each, bytes)
            for one in each if repeated else (each,):
                yield from strings(one, f"{path}.{field.name}")


IN_FIGURES = {"name", "text", "hovertext", "hovertemplate", "texttemplate", "ticktext", "customdata", "label", "x", "y", "title"}
NOT_SEEN = {"token", "tab", "code_text", "language", "raw_value", "value", "query_param_key", "columns", "id", "type", "url", "default", "autocomplete", "plotly", "route", "pages", "live", "key", "revision", "filename", "href",
            "of_data", "role", "epoch", "rest", "name", "asks", "base", "catalogue", "pictures", "about", "all", "steps"}


def cells(frame):
    for column in frame.columns:
        yield "table.head", str(column)
        for each in frame[column]:
            if isinstance(each, str):
                yield f"table.{column}", each
def read(at: Any) -> Iterator[tuple[str, str]]:
    for block in (at.main, at.sidebar):
        for node in block:
            proto = getattr(node, "proto", None)
            if proto is None: continue
            if node.type == "bidi_component":
                name = proto.component_name
                if proto.bytes: found = strings(binary_message.unpack(proto.bytes), name)
                elif proto.json: found = strings(json.loads(proto.json), name)
                else: continue
            elif node.type in ("arrow_data_frame", "dataframe"):
                found = cells(node.value)
            else:
                found = strings(proto, node.type)
            for path, text in found:
                last = path.rpartition(".")[2]
                if last in IN_FIGURES if ".figure." in path else last not in NOT_SEEN:
                    yield path, text


import re as _re
@pytest.mark.parametrize("name", list(entries()))
def test_every_word(name: str, pseudo: None) -> None:
    import time
    t0=time.time()
    at = visit(name, lang=LANGUAGE)
    ats=[("",at)]
    tabs=[t.label for t in at.tabs]
    from kernviz.lessons import page as lp
    for t in at.session_state["_x"] if "_x" in at.session_state else ():
        pass
    import kernviz.lessons.page as P
    n=0
    if name in P.pages():
        from kernviz.lessons import subject
        from kernviz.lessons.page import read as rd
        pg=P.pages()[name]
        about=subject.read({})
        les=pg.build(rd(pg,about,{}))
        for t in les.tabs:
            try:
                ats.append((str.__str__(t.title), visit(name, lang=LANGUAGE, tab=str.__str__(t.title))))
            except AssertionError as e: print("EXC",name,t.title)
    seen=set()
    for tab,at in ats:
      found = {}
      for path, text in read(at):
        if words(text) and (path,text) not in seen:
            seen.add((path,text))
            found.setdefault(path, set()).add(text[:150])
      for p, t in found.items():
        print(name, tab, p, list(t)[:8])
    print("TIME",name,len(ats),round(time.time()-t0,1))
