"""Normal forms written as kernels, for use in nodes.

`from_normal_form`, which knows every node, provides the functions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kernviz.kernels.expr import Kernel
    from kernviz.kernels.normal_form import Form, Term

_provided: dict[str, Any] = {}


class Unwritable(Exception):
    """Error for a normal form without an exact kernel text.

    Raised if the form has a number, or a function, that no kernel text expresses exactly.
    """


def provide(**functions: Any) -> None:
    """Set the functions that write forms, by name."""
    _provided.update(functions)


def exactly_written(form: Form) -> Kernel:
    """The kernel with this form, no factor rounded. Raises Unwritable."""
    return _provided["written"](form, exactly=True)


def written_term(term: Term) -> Kernel | None:
    """Return the kernel of one term.

    None for the number 1. Raises Unwritable.
    """
    return _provided["written_term"](term)


def mirrored(form: Form) -> Kernel | None:
    """Return the normalised kernel on the line for a maximum.

    The form is one in the maximum. None for other forms.
    """
    return _provided["mirrored"](form)
