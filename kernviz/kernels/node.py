"""What a kernel, a function f and a map φ share as frozen dataclasses: numbers that are checked, a state that is their
fields.

What a node has worked out and kept (`cached_property`) is no part of its state: a pickle, a deep copy and `joblib.hash`
are the same before and after use, and equal nodes have equal ones, however their parts are shared.
"""

from __future__ import annotations

from dataclasses import Field, fields, is_dataclass
from functools import cache
from typing import Any

from kernviz.kernels.facts import NumberSpec, param_of
from kernviz.wording import say


def fields_of(node: Any) -> tuple[Field[Any], ...]:
    """The fields of a node: a proof makes tens of nodes, and each is asked for them several times."""
    cls: Any = type(node)
    return _fields(cls)


@cache
def _fields(cls: Any) -> tuple[Field[Any], ...]:
    return fields(cls)


@cache
def _numbers(cls: Any) -> dict[str, NumberSpec]:
    return {item.name: param for item in fields(cls) if (param := param_of(item)) is not None}


def params(node: Any) -> dict[str, NumberSpec]:
    """Name -> `NumberSpec` of a node's own numbers."""
    cls: Any = type(node)
    return dict(_numbers(cls))


def check_fields(node: Any) -> None:
    """Every number of a new node as its `NumberSpec` takes it, and a kernel where one belongs. Raises ValueError."""
    for name, param in params(node).items():
        object.__setattr__(node, name, param.checked(name, getattr(node, name)))
    for item in fields_of(node):
        value = getattr(node, item.name)
        if item.type == "Kernel":
            check_kernel(value, item.name)
        elif item.type == "tuple[Kernel, ...]":
            for place, term in enumerate(value):
                check_kernel(term, f"operand {place}")


def check_kernel(k: object, what: str = "k") -> None:
    """Raises ValueError, saying what is given, unless k is a kernel."""
    from kernviz.kernels.expr import Kernel  # late: a kernel is a node

    if not isinstance(k, Kernel):
        raise ValueError(
            say(
                "{what} = {k!r:.40} must be a kernel: kv.parse reads one from text, Constant holds a number",
                what=what,
                k=k,
            )
        )


def reduced(node: Any) -> tuple[Any, tuple[Any, ...]]:
    """What a pickle holds of a node: plain tuples of classes and fields all the way down, so that nothing is shared in
    it.
    """
    return rebuilt, _plain(node)


def rebuilt(cls: type[Any], values: tuple[Any, ...]) -> Any:
    """The node of these fields, made and checked anew."""
    return cls(*map(_node, values))


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return type(value), tuple(_plain(getattr(value, item.name)) for item in fields(value))
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value


def _node(value: Any) -> Any:
    if not isinstance(value, tuple):
        return value
    return rebuilt(*value) if value and isinstance(value[0], type) else tuple(map(_node, value))
