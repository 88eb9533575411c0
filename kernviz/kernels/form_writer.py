"""Functions that write normal forms as kernels, for use in nodes.

The modules `from_normal_form` and `mirrored` provide these functions, since they import the nodes themselves.
"""

from __future__ import annotations

from typing import Any

from kernviz.kernels.expr import Kernel
from kernviz.kernels.normal_form import Form, Term

_provided: dict[str, Any] = {}


class Unwritable(Exception):
    """Error for a normal form without an exact kernel text.

    Raised if the form has a number, or a function, that no kernel text expresses exactly.
    """


def provide(**functions: Any) -> None:
    """Set the functions that write forms, by name: ``written``, ``written_term``, ``mirrored``."""
    _provided.update(functions)


def exactly_written(form: Form) -> Kernel:
    """Return the kernel with this form, without rounded factors. Raises Unwritable."""
    return _provided["written"](form, exactly=True)


def written_term(term: Term) -> Kernel | None:
    """Return the kernel of one term.

    None for the number 1. Raises Unwritable.
    """
    return _provided["written_term"](term)


def mirrored(form: Form) -> Kernel | None:
    """Return the normalised kernel of a form `c·(−max(x, z))` on the line.

    None unless the form is such, with c > 0.
    """
    return _provided["mirrored"](form)
