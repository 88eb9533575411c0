"""Controls of the page Sets, strings, graphs: which objects, which kernel, the two to look at, the list, the machine."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from kernviz.data.objects import entries
from kernviz.data.outside import veil
from kernviz.kernels.tokens import LONGEST_TEXT
from kernviz.lessons.objects_subject import (
    CHOICES,
    DEFAULTS,
    EDIT_VIEW,
    ELEMENTS,
    GRAPHS_VIEW,
    LISTS,
    OFFERED,
    PAIRS,
    SETS_VIEW,
    VIEWS,
    WORDS_VIEW,
    YOURS,
    State,
    graph_names,
)
from kernviz.ui import query
from kernviz.ui.composer import kernel_in_force
from kernviz.ui.controls import class_choice
from kernviz.ui.number import number

KERNEL = {SETS_VIEW: "ob_sk", WORDS_VIEW: "ob_wk", GRAPHS_VIEW: "ob_gk"}
LIST = {SETS_VIEW: "ob_sl", WORDS_VIEW: "ob_wl", EDIT_VIEW: "ob_wl", GRAPHS_VIEW: "ob_gl"}
LONGEST_LIST = 3000
FIRST, SECOND = (text.split() for text in PAIRS[SETS_VIEW])
(WORD_X, WORD_Z), (X_GRAPH, Z_GRAPH) = PAIRS[WORDS_VIEW], PAIRS[GRAPHS_VIEW]
VIEW = query.choice("ob_view", VIEWS, label="objects")
CHOICE = query.choice("ob_set", CHOICES, label="words")
TOP = query.flag("ob_top", False, label="the sidebar's kernel on the counts")
HARD = query.flag("ob_hard", False, label="hard margin")
POSITIVE = query.text("ob_pos", "", label="the class counted as +1")
MEMBERS = [
    [query.flag(f"ob_{side}{e}", e in chosen, label=f"{e} in S{side}") for e in ELEMENTS]
    for side, chosen in ((1, FIRST), (2, SECOND))
]
KERNELS = {
    view: query.text(key, DEFAULTS[view], longest=LONGEST_TEXT, label="the kernel") for view, key in KERNEL.items()
}
LINES = {key: query.text(key, LISTS[view].text, longest=LONGEST_LIST, label="the list") for view, key in LIST.items()}
WORD_PARAMS = (
    query.text("ob_wx", WORD_X, longest=60, label="the word x"),
    query.text("ob_wz", WORD_Z, longest=60, label="the word z"),
)
GRAPH_PARAMS = (
    query.text("ob_gx", X_GRAPH, longest=60, label="the graph x"),
    query.text("ob_gz", Z_GRAPH, longest=60, label="the graph z"),
)


def controls() -> State:
    """Draw them; what does not apply is absent."""
    query.seed((VIEW,))
    st.segmented_control("Objects", VIEWS, default=VIEWS[0], required=True, key="ob_view", bind="query-params",
                         label_visibility="collapsed")  # fmt: skip
    view = str(query.current(VIEW))
    state = State(view=view, side=kernel_in_force(), lines=LISTS[view].text)
    if view == EDIT_VIEW:
        return _edit(state)
    state = _pair(state)
    state = _kernel(state)
    state = replace(state, lines=_list(view))
    return _machine(state)


def _pair(state: State) -> State:
    if state.view == SETS_VIEW:
        first, second = (_checks(side) for side in (0, 1))
        return replace(state, x=first, z=second)
    if state.view == WORDS_VIEW:
        return _words(state)
    lines = str(st.session_state.get("ob_gl", LISTS[GRAPHS_VIEW].text))
    names = graph_names(lines) or ["methanol"]
    query.seed(GRAPH_PARAMS)
    left, right = st.columns(2)
    x = left.selectbox(
        "x", names, index=names.index(X_GRAPH) if X_GRAPH in names else 0, key="ob_gx", bind="query-params"
    )
    z = right.selectbox(
        "z", names, index=names.index(Z_GRAPH) if Z_GRAPH in names else 0, key="ob_gz", bind="query-params"
    )
    return replace(state, x=str(x or names[0]), z=str(z or names[0]))


def _checks(side: int) -> str:
    """One check-list: the elements of a set."""
    query.seed(MEMBERS[side])
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(f"**S{'₁₂'[side]}**", width="content")
        ticked = [
            e
            for e, param in zip(ELEMENTS, MEMBERS[side], strict=True)
            if st.checkbox(e, bool(param.default), key=param.name, bind="query-params")
        ]
    return " ".join(ticked)


def _words(state: State) -> State:
    query.seed(WORD_PARAMS)
    left, right = st.columns(2)
    left.text_input("x, a word", WORD_X, key="ob_wx", bind="query-params", autocomplete="off")
    right.text_input("z, a word", WORD_Z, key="ob_wz", bind="query-params", autocomplete="off")
    return replace(state, x=str(query.current(WORD_PARAMS[0])), z=str(query.current(WORD_PARAMS[1])))


def _kernel(state: State) -> State:
    view, key = state.view, KERNEL[state.view]
    query.seed((KERNELS[view], TOP))
    st.text_input("Kernel", DEFAULTS[view], key=key, bind="query-params", autocomplete="off",
                  help="Of these objects. Join with + - * **, wrap in exp or normalize; k @ ngrams(n=2) puts a kernel of points on counts.")  # fmt: skip
    with st.container(horizontal=True, gap="xsmall"):
        for number, text in enumerate(OFFERED[view]):
            st.button(f"`{text}`", key=f"ob_offer_{view}_{number}", type="tertiary", on_click=_put, args=(key, text))
    on_top = st.toggle("the sidebar's kernel on the counts", key="ob_top", bind="query-params",
                       help="k(φ(x), φ(z)) with k from the sidebar and φ what the kernel above counts.")  # fmt: skip
    return replace(state, text=str(query.current(KERNELS[view])), on_top=on_top)


def _put(key: str, text: str) -> None:
    st.session_state[key] = text


def _list(view: str) -> str:
    key = LIST[view]
    query.seed((LINES[key],))
    how = {
        SETS_VIEW: "Elements with blanks between, then a colon and a class: `flour egg: cake`. ∅ is the empty set.",
        GRAPHS_VIEW: "A name, the graph, a colon and a class: `ethanol CCO: liquid`. `=` and `#` are bonds, brackets branches, "
        "digits close rings; `r T(a)(b)` is a tree with the root T.",
    }.get(view, "A word, a colon and a class: `tool: noun`.")
    with st.expander("The labelled list"):
        st.text_area("One a line", LISTS[view].text, height=220, key=key, bind="query-params", help=how)
        st.caption(f"{how} Source of this list: {LISTS[view].source}.")
    return str(query.current(LINES[key]))


def _machine(state: State) -> State:
    with st.expander("The machine"):
        query.seed((HARD, POSITIVE))
        hard = st.toggle(
            "hard margin", key="ob_hard", bind="query-params", help="No thing may be inside the margin: C = ∞."
        )
        C = (
            state.C
            if hard
            else number("ob_C", "C, penalty", 0.001, 1e4, 10.0, log=True, help="What a unit of slack costs.")
        )
        classes = _classes(state.lines)
        positive = ""
        if len(classes) > 2:
            positive = class_choice(classes, "ob_pos")
    return replace(state, C=C, hard=hard, positive=positive)


def _classes(lines: str) -> list[str]:
    try:
        return list(dict.fromkeys(veil(entry.label) for entry in entries(lines) if entry.label))
    except ValueError:  # the lesson says what is wrong
        return []


def _edit(state: State) -> State:
    gamma = number(
        "ob_gamma", "γ, width", 0.01, 10.0, 0.1, log=True, help="exp(−γ·edit): small γ, all words are alike."
    )
    query.seed((CHOICE,))
    st.segmented_control("Words", CHOICES, default=CHOICES[0], required=True, key="ob_set", bind="query-params")
    choice = str(query.current(CHOICE))
    lines = _list(EDIT_VIEW) if choice == YOURS else state.lines
    return replace(_words(state), gamma=gamma, choice=choice, lines=lines)
