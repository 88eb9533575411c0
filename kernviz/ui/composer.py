"""The composer: a text field, a slider for each number and a block editor, all on the same expression.

In the sidebar of every page, and instead on the page Compose. `kernel_in_force` is what the pages compute with.
"""

from __future__ import annotations

import html

import streamlit as st

from kernviz.kernels import Kernel, Space
from kernviz.kernels.numbers import numbers
from kernviz.kernels.tokens import LONGEST_TEXT
from kernviz.lessons.retold import formula
from kernviz.lessons.subject import KERNEL as DEFAULT
from kernviz.ui import expression, parts, query, speaking, widget_sync
from kernviz.ui.blocks import SELECTED, block_editor, verdict
from kernviz.ui.examples import leave
from kernviz.ui.expression import KEY, PARAMS
from kernviz.ui.number_rows import number_rows
from kernviz.wording import say, spoken

LARGE = "k_large"
LONGEST_FORMULA = 900  # characters of LaTeX; beyond it the text says it better


def kernel_in_force() -> Kernel:
    """The kernel every page computes with: what the text says, or the last valid kernel while the text is wrong."""
    return expression.state().kernel


@parts.part(parts.KERNEL, lambda: (expression.written(), st.session_state.get(SELECTED)))
def sidebar_composer(brief: bool = False) -> None:
    """Draw it: text, what is wrong with it, a slider for each number, formula, verdict on ℝᵈ, blocks, undo, start
    again. `brief`: where it plays no part on the page, the text alone.
    """
    if parts.alone():
        leave()  # the badge leads to Compose
    query.seed(PARAMS)
    d = expression.state().d
    expression.text_field(d)
    now = expression.state()
    _problem(now, "side")
    if brief:
        widget_sync.mark("side")
        return
    number_rows(numbers(now.kernel, d), "side")  # above what is of another height for another value
    _formula(now.kernel, "side")
    verdict(now.kernel, d)
    with st.container(horizontal=True, gap="xsmall"):
        build = st.popover(say("Build"), key="k_build", on_change="rerun")
        _past("side")
    if build.open:
        with build:
            block_editor("side")
    widget_sync.mark("side")


def kernel_field() -> None:
    """The same in the body of a page, in the sidebar's place: the text, undo, and a slider for each number."""
    now = expression.state()
    widget_sync.mirror("page", LARGE, now.text, expression.put, typed=True)
    st.text_input(say("Kernel"), max_chars=LONGEST_TEXT, key=LARGE, help=spoken(expression.HINT), autocomplete="off")
    _problem(now, "page")
    with st.container(horizontal=True, gap="xsmall"):
        _past("page")
    number_rows(numbers(now.kernel, now.d), "page")


def large_composer(asked: Space | None = None) -> None:
    """After `kernel_field`: every block with its formula and its verdict on the space that is asked about."""
    block_editor("page", asked)
    widget_sync.mark("page")


def _past(where: str) -> None:
    st.button(say("Undo"), key=f"k_undo_{where}", on_click=expression.undo, disabled=not expression.can_undo())
    st.button(
        say("Start again"),
        key=f"k_again_{where}",
        on_click=expression.start_again,
        disabled=expression.state().text == DEFAULT,
        help=say("Back to {DEFAULT}", DEFAULT=DEFAULT),
    )


def _formula(k: Kernel, where: str) -> None:
    written = formula(k, speaking.lecture())
    with st.container(key=f"kv-formula-{where}"):
        st.markdown(say(r"$\displaystyle {written}$", written=written) if len(written) <= LONGEST_FORMULA else f"`{k}`")


def _problem(now: expression.State, where: str) -> None:
    """What is wrong with the text, where, and what is used instead; what it may mean, to be chosen; what maths was
    read as. A stranger's text is escaped: it comes from links.
    """
    if now.typed:
        sentence = say(
            "“{escape}” is read as <code>{escape_2}</code>",
            escape=html.escape(now.typed),
            escape_2=html.escape(now.text),
        )
        st.html(f'<div class="kv-kernel-read" role="status">{sentence}</div>')
    if now.problem:
        text, mark = now.pointer or ("", "")
        pointer = f"<pre>{html.escape(text)}<br>{mark}</pre>" if now.pointer else ""
        st.html(
            '<div class="kv-kernel-problem" role="alert"><p><b>✗</b>'
            f" {html.escape(_sentence(now.problem))}</p>{pointer}<p>In use:"
            f" <code>{html.escape(str(now.kernel))}</code></p></div>"
        )
        for number, offer in enumerate(now.offers):
            st.button(
                f"`{offer.text}`",
                key=f"k_offer_{where}_{number}",
                on_click=expression.put,
                args=(offer.text,),
                help=say("If it means {where}.", where=offer.where),
            )
            st.caption(offer.where)


def _sentence(problem: str) -> str:
    return problem[:1].upper() + problem[1:] + "." * (problem[-1:] not in ".?")


__all__ = ["DEFAULT", "KEY", "PARAMS", "kernel_field", "kernel_in_force", "large_composer", "sidebar_composer"]
