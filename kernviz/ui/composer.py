"""The composer: text field, sliders and block editor for the kernel expression.

There is a slider for each number. All these controls edit the same expression.

The composer is in the sidebar of a page, and on the page Compose in the body instead. `current_kernel` is the kernel
the pages compute with.
"""

from __future__ import annotations

import html
from collections.abc import Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kernviz.kernels import Kernel, Space
from kernviz.kernels.menu import misfit
from kernviz.kernels.numbers import numbers
from kernviz.lessons.data_and_kernel import KERNEL as DEFAULT
from kernviz.lessons.lecture_notation import formula
from kernviz.lessons.state import KERNEL as IDLE_KERNEL
from kernviz.lessons.state import Idle
from kernviz.ui import expression, fragments, notation_labels, query, widget_sync
from kernviz.ui.blocks import SELECTED, block_editor, verdict
from kernviz.ui.examples import rerun_if_requested
from kernviz.ui.expression import PARAMS
from kernviz.ui.formula import LONGEST, formula_with_handles
from kernviz.ui.number_rows import number_rows
from kernviz.wording import begun, say, spoken

LARGE = "k_large"


def current_kernel() -> Kernel:
    """Return the kernel that every page computes with.

    It is the kernel of the text, or the last valid kernel while the text is wrong.
    """
    return expression.state().kernel


@fragments.part(fragments.KERNEL, lambda: (expression.written(), st.session_state.get(SELECTED)))
def sidebar_composer(brief: bool = False, d: int | None = None) -> None:
    """Draw the composer in the sidebar.

    It holds text, error of the text, sliders, formula, verdict on ℝᵈ, blocks, undo, and start again.

    `brief` draws the text alone, for pages that do not use the kernel. `d` is the dimension of the
    page's points, if they are not the data.
    """
    if fragments.alone():
        rerun_if_requested()  # the verdict links to the page Compose
    query.seed(PARAMS)
    expression.text_field(expression.state().d)
    now = expression.state()
    space = Space(now.d if d is None or misfit(now.kernel, d) else d)
    _problem(now, "side")
    if brief:
        widget_sync.mark("side")
        return
    number_rows(numbers(now.kernel, now.d), "side")  # drawn above everything whose height changes with the values
    _formula(now.kernel, "side")
    verdict(now.kernel, space.d)
    with st.container(horizontal=True, gap="xsmall"):
        build = st.popover(say("Build"), key="k_build", on_change="rerun")
        _undo_buttons("side")
    if build.open:
        with build:
            block_editor("side", space)
    widget_sync.mark("side")


def kernel_field() -> DeltaGenerator:
    """Draw the composer in the body of a page.

    It holds the text, the formula whose numbers can be moved, the number moved last, and undo. Each
    number without a place in the formula has a slider.

    Returns
    -------
    DeltaGenerator
        Container below the formula, for the lesson's leading picture.
    """
    now = expression.state()
    widget_sync.mirror("page", LARGE, now.text, expression.put, typed=True)
    st.text_input(say("Kernel"), key=LARGE, help=spoken(expression.HINT), autocomplete="off")
    _problem(now, "page")
    found = numbers(now.kernel, now.d)
    handles = formula_with_handles(now.kernel, found, now.d)
    leading = st.container(key="kv-leading")
    number_rows(found, "page", handles)
    with st.container(horizontal=True, gap="xsmall"):
        _undo_buttons("page")
    return leading


def first_number(idle: Mapping[str, Idle]) -> None:
    """Draw the kernel's first slider a second time, beside the picture.

    It serves windows whose sidebar is folded away. Nothing is drawn if `idle`, the unused parts of the page,
    contains the kernel.
    """
    now = expression.state()
    if IDLE_KERNEL not in idle:
        number_rows(numbers(now.kernel, now.d)[:1], "here")


def large_composer(space: Space | None = None) -> None:
    """Draw the block editor in the body of a page.

    Each block has its formula, and its verdict on the space `space` or else on the space of the data.
    """
    block_editor("page", space)
    widget_sync.mark("page")


def _undo_buttons(where: str) -> None:
    st.button(say("Undo"), key=f"k_undo_{where}", on_click=expression.undo, disabled=not expression.can_undo())
    st.button(
        say("Start again"),
        key=f"k_again_{where}",
        on_click=expression.start_again,
        disabled=expression.state().text == DEFAULT,
        help=say("Back to {kernel}", kernel=DEFAULT),
    )


def _formula(k: Kernel, where: str) -> None:
    written = formula(k, notation_labels.lecture())
    with st.container(key=f"kv-formula-{where}"):
        st.markdown(rf"$\displaystyle {written}$" if len(written) <= LONGEST else f"`{k}`")


def _problem(now: expression.State, where: str) -> None:
    """Show the kernel text's error, and how mathematical notation was read.

    An error comes with its place in the text, the kernel used instead, and readings to choose from.

    The text may come from a link and is escaped.
    """
    if now.typed:
        sentence = say(
            "“{typed}” is read as <code>{read}</code>",
            typed=html.escape(now.typed),
            read=html.escape(now.text),
        )
        st.html(f'<div class="kv-kernel-read" role="status">{sentence}</div>')
    if now.problem:
        text, mark = now.pointer or ("", "")
        in_use = say("In use: <code>{kernel}</code>", kernel=html.escape(str(now.kernel)))
        pointer = f"<pre>{html.escape(text)}<br>{mark}</pre>" if now.pointer else ""
        st.html(
            '<div class="kv-kernel-problem" role="alert"><p><b>✗</b>'
            f" {html.escape(_sentence(now.problem))}</p>{pointer}<p>{in_use}</p></div>"
        )
        for number, offer in enumerate(now.offers):
            st.button(
                f"`{offer.text}`",
                key=f"k_offer_{where}_{number}",
                on_click=expression.put,
                args=(offer.text,),
                help=say("Choose this if you mean: {where}.", where=offer.where),
            )
            st.caption(offer.where)


def _sentence(problem: str) -> str:
    return begun(problem) + "." * (problem[-1:] not in ".?")
