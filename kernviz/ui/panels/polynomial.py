"""A button of the Polynomial features page.

It makes the page's kernel the kernel of every page.
"""

from __future__ import annotations

from kernviz.lessons.polynomial import USE, State
from kernviz.lessons.polynomial.state import own_numbers
from kernviz.ui.panels.own_kernel import use_button


def use(state: State) -> None:
    """Draw the button that puts the page's kernel into the sidebar.

    It is drawn if the two kernels differ.
    """
    if own_numbers(state):
        use_button(state.own, "po_use")


SLOTS = {USE: use}
