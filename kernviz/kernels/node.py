"""Common base of kernels, functions f and maps φ.

All are frozen dataclasses with checked numbers and a state equal to their fields.

Cached values (`cached_property`) are no part of the state.
A pickle, a deep copy and `joblib.hash` are the same before and after use.
Equal nodes have equal pickles, copies and hashes, however their parts are shared.
"""

from __future__ import annotations

from dataclasses import Field, fields, is_dataclass
from functools import cache
from typing import Any

from kernviz.kernels.rules_and_premises import NumberSpec, param_of
from kernviz.wording import say


class KernelNode:
    """Marker base class of kernels, by which `check_kernel` recognises them."""


def fields_of(node: Any) -> tuple[Field[Any], ...]:
    """Return the dataclass fields of a node.

    The fields are cached because a proof asks for them often.
    """
    cls: Any = type(node)
    return _fields(cls)


@cache
def _fields(cls: Any) -> tuple[Field[Any], ...]:
    return fields(cls)


@cache
def _numbers(cls: Any) -> dict[str, NumberSpec]:
    return {item.name: param for item in fields(cls) if (param := param_of(item)) is not None}


def params(node: Any) -> dict[str, NumberSpec]:
    """Return the `NumberSpec` of each of a node's own numbers.

    The keys of the dictionary are the names of the numbers.
    """
    cls: Any = type(node)
    return dict(_numbers(cls))


def check_fields(node: Any) -> None:
    """Check every number and every child of a new node.

    Each number is replaced by its checked value, see `NumberSpec.checked`. Raises ValueError for an invalid number, and
    for a child that is no kernel.
    """
    for name, param in params(node).items():
        object.__setattr__(node, name, param.checked(name, getattr(node, name)))
    for item in fields_of(node):
        value = getattr(node, item.name)
        if item.type == "Kernel":
            check_kernel(value, item.name)
        elif item.type == "tuple[Kernel, ...]":
            for place, term in enumerate(value):
                check_kernel(term, say("operand {place}", place=place))


def check_kernel(k: object, what: str = "k") -> None:
    """Raise ValueError unless k, called `what` in the message, is a `Kernel`."""
    if isinstance(k, type) and issubclass(k, KernelNode):
        raise ValueError(say("{what} = {name} is a class, and {name}() is a kernel", what=what, name=k.__name__))
    if not isinstance(k, KernelNode):
        raise ValueError(
            say(
                "{what} = {k!r:.40} must be a kernel: kv.parse reads one from text, Constant holds a number",
                what=what,
                k=k,
            )
        )


def reduced(node: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return the value of ``__reduce__`` for a node: `rebuilt` and its arguments.

    The arguments are nested tuples of classes and field values, so that a pickle shares no parts.
    """
    return rebuilt, _plain(node)


def rebuilt(cls: type[Any], values: tuple[Any, ...]) -> Any:
    """Build the node of these fields, and check its fields again."""
    return cls(*map(_node, values))


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return type(value), tuple(_plain(getattr(value, item.name)) for item in fields(value))
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value


def _node(value: Any) -> Any:
    if not isinstance(value, tuple):
        return value
    return rebuilt(*value) if value and isinstance(value[0], type) else tuple(map(_node, value))
