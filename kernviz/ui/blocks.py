"""The block editor of the kernel expression.

The expression is shown as nested rows, one a block. Only the selected block has edit commands, so that an
expression of forty blocks needs no more than forty rows. Commands that do not apply are absent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

import streamlit as st

from kernviz.kernels import Kernel, Space
from kernviz.kernels.edit import (
    Path,
    beside,
    nearest,
    outline,
    removed,
    replaced,
    unwrapped,
    with_function,
    wrapped,
)
from kernviz.kernels.functions import SCALAR_FUNCTIONS, NamedFunction, ScalarFunction
from kernviz.kernels.menu import Leaf, leaves, wraps
from kernviz.kernels.numbers import head
from kernviz.kernels.point_map_base import PointMap
from kernviz.kernels.point_maps import POINT_MAPS
from kernviz.lessons.lecture_notation import formula
from kernviz.lessons.shared.outermost_rule import outermost_rule
from kernviz.lessons.shared.part_judgement import part_judgement
from kernviz.mercer.judge import Judgement, Verdict, judge
from kernviz.ui import escaping, expression, notation_labels, widget_sync, witness
from kernviz.wording import phrase, say, spoken

SELECTED = "_kernel_block"
_WHY = "block"
LONGEST_FORMULA = 300
FAMILIES = {"more": phrase("more"), "looks like one": phrase("looks like one")}  # labels beside a kernel's title
Colour = Literal["blue", "orange", "gray"]
BADGES: dict[Verdict, tuple[str, Colour]] = {
    Verdict.PROVEN: (phrase("✓ proven"), "blue"),
    Verdict.REFUTED: (phrase("✗ refuted"), "orange"),
    Verdict.OPEN: (phrase("? open"), "gray"),
}


def verdict(k: Kernel, d: int) -> Judgement:
    """Draw the badge with a kernel's verdict, and return the judgement.

    `d` is the dimension of the space. Sign and word state the verdict, too, for readers who cannot tell the colours
    apart. The badge "refuted" is a button to the witness.
    """
    found = judge(k, d=d)
    word, colour = BADGES[found.verdict]
    if found.verdict is Verdict.REFUTED:
        st.button(
            say(":{colour}-badge[{word} on {space}]", colour=colour, word=word, space=found.space),
            key="k_verdict",
            type="tertiary",
            on_click=witness.show,
            help=say("{sentence} Press to see what refutes it, on Compose.", sentence=found.sentence),
        )
    else:
        st.badge(say("{word} on {space}", word=word, space=found.space), color=colour, help=found.sentence)
    return found


def block_editor(where: str, asked: Space | None = None) -> None:
    """Draw the block editor.

    `where` is the place on the page: "page" for the body, "side" for the sidebar. Blocks are judged on the space
    `asked`, or else on the space of the data.
    """
    now = expression.state()
    chosen = nearest(now.kernel, st.session_state.get(SELECTED, ()))
    for path, block, space in outline(now.kernel, asked or Space(now.d)):
        _row(where, path, block, space, path == chosen)
        if path == chosen:
            with st.container(key=f"kv-block-open-{where}-in{min(len(path), 6)}", border=True):
                _actions(where, now.kernel, path, block, space)


def _row(where: str, path: Path, block: Kernel, space: Space, chosen: bool) -> None:
    place = "_".join(path) or "root"
    found = part_judgement(block, space)
    word, colour = BADGES[found.verdict] if found else (say("does not fit"), "gray")
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key=f"kv-block-{where}-{place}-in{min(len(path), 6)}"
    ):
        st.button(
            _name(block),
            key=f"k_block_{where}_{place}",
            on_click=_select,
            args=(path,),
            type="primary" if chosen else "secondary",
        )
        with st.container(key=f"kv-formula-{where}-{place}", width="stretch"):
            st.markdown(say(":{colour}-badge[{word}] {formula}", colour=colour, word=word, formula=_formula(block)))


def _formula(block: Kernel) -> str:
    written = formula(block, notation_labels.lecture())
    return f"${written}$" if len(written) <= LONGEST_FORMULA else f"`{block}`"


def _name(block: Kernel) -> str:
    return spoken(block.title) or head(block)


def _select(path: Path) -> None:
    st.session_state[SELECTED] = path


def _actions(where: str, root: Kernel, path: Path, block: Kernel, space: Space) -> None:
    judged = part_judgement(block, space)
    note = getattr(block, "note", "") or (outermost_rule(block, space) if judged else "")
    st.caption(f"{note} {judged.sentence if judged else ''}".strip())
    found = {leaf.title: leaf for leaf in leaves(space.d)}
    ways = {wrap.title: wrap for wrap in wraps()}
    left, right = st.columns(2, gap="small")
    with left:
        _menu(phrase("Replace with"), found, _titled(found), where, lambda k, t: replaced(k, path, found[t].kernel))
        _menu(phrase("Wrap in"), ways, str, where, lambda k, t: wrapped(k, path, ways[t].how))
    with right:
        _menu(phrase("Add"), found, _titled(found), where, lambda k, t: beside(k, path, "plus", found[t].kernel))
        _menu(
            phrase("Multiply by"), found, _titled(found), where, lambda k, t: beside(k, path, "times", found[t].kernel)
        )
    tables: tuple[tuple[str, type[NamedFunction], list[type[NamedFunction]]], ...] = (
        (phrase("Exchange f"), ScalarFunction, list(SCALAR_FUNCTIONS.values())),
        (phrase("Exchange φ"), PointMap, list(POINT_MAPS.values())),
    )
    for label, kind, table in tables:
        if any(isinstance(value, kind) for value in vars(block).values()):
            functions = {f.says: f for f in table}
            _menu(label, functions, str, where, _exchange(path, functions))
    with st.container(horizontal=True, gap="small"):
        _button(phrase("Remove"), removed, where, root, path)
        _button(phrase("Unwrap"), unwrapped, where, root, path)
    if refusal := expression.refusal(_WHY):
        st.warning(escaping.sentence(refusal))


def _menu(
    label: str, options: Iterable[str], show: Callable[[str], str], where: str, make: Callable[[Kernel, str], Kernel]
) -> None:
    """Draw a list that applies the chosen option and then resets itself."""
    key = f"k_{label.lower().replace(' ', '_')}_{where}"

    known = list(options)

    def chosen(title: str | None) -> None:
        if title in known:  # the message comes from the browser and may hold any text
            expression.change(lambda k: make(k, title), _WHY)

    widget_sync.mirror(where, key, None, chosen)
    st.selectbox(
        spoken(label),
        known,
        None,
        format_func=lambda title: spoken(show(title)),
        key=key,
        placeholder=f"{label} …",
        label_visibility="collapsed",
    )


def _button(label: str, make: Callable[[Kernel, Path], Kernel | None], where: str, root: Kernel, path: Path) -> None:
    """Draw a button if its edit would change the kernel."""
    if make(root, path) is not None:
        st.button(
            spoken(label),
            key=f"k_{label.lower()}_{where}",
            on_click=expression.change,
            args=(lambda k: make(k, path), _WHY),
        )


def _exchange(path: Path, functions: dict[str, type[NamedFunction]]) -> Callable[[Kernel, str], Kernel]:
    return lambda k, title: with_function(k, path, functions[title]())


def _titled(found: dict[str, Leaf]) -> Callable[[str], str]:
    def label(title: str) -> str:
        leaf = found[title]
        return title if leaf.family == "everyday" else f"{leaf.title} · {FAMILIES[leaf.family]}"

    return label
