"""Editing of a kernel expression, block by block.

The functions return new trees, as trees are immutable. Each new tree can be written as a kernel text.
A block is addressed by its path of child names from the root, ``("1", "k")``.
The path of the root is ``()``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Literal

from kernviz.kernels.constant import Constant
from kernviz.kernels.expr import Kernel
from kernviz.kernels.functions import NamedFunction
from kernviz.kernels.linear_combinations import Scaled, Sum
from kernviz.kernels.menu import wraps
from kernviz.kernels.numbers import spoken
from kernviz.kernels.products import Product
from kernviz.kernels.rules_and_premises import Space
from kernviz.wording import say

Path = tuple[str, ...]
Joint = Literal["plus", "times"]


def node_at(k: Kernel, path: Path) -> Kernel:
    """Return the block at `path`. Raises ValueError if there is none."""
    for step in path:
        children = dict(k._child_items())
        if step not in children:
            raise ValueError(say("there is no block at {path} in {k}", path=".".join(path), k=k))
        k = children[step]
    return k


def outline(k: Kernel, space: Space, path: Path = ()) -> Iterator[tuple[Path, Kernel, Space]]:
    """Yield every block of the expression in reading order.

    The root comes first. Each block comes with its path and the space its points live in.
    """
    yield path, k, space
    for name, child in k._child_items():
        yield from outline(child, k._child_space(space), (*path, name))


def replaced(k: Kernel, path: Path, new: Kernel) -> Kernel:
    """Return k with the block at `path` replaced by `new`.

    Raises ValueError without such a block, or if k grows too large.
    """
    node_at(k, path)
    return spoken(_with_block(k, path, new, flat=False))


def removed(k: Kernel, path: Path) -> Kernel | None:
    """Return k without the block at `path`.

    All blocks below that block are removed with it. None if nothing is left.

    A sum or product of two becomes the other operand.
    A node whose only child is removed (exp, a factor, a power) is removed as well, up to the next sum or product.
    """
    node_at(k, path)
    while path:
        *above, name = path
        parent = node_at(k, tuple(above))
        rest = tuple(child for other, child in parent._child_items() if other != name)
        if rest:
            left = rest[0] if len(rest) == 1 else parent.with_children(rest)
            return spoken(_with_block(k, tuple(above), left))
        path = tuple(above)
    return None


def unwrapped(k: Kernel, path: Path) -> Kernel | None:
    """Return k with the node at `path` replaced by its child.

    So exp(rbf) becomes rbf. None unless the node has exactly one child.
    """
    children = node_at(k, path).children
    return spoken(_with_block(k, path, children[0])) if len(children) == 1 else None


def wrapped(k: Kernel, path: Path, how: str) -> Kernel:
    """Return k with the block at `path` inside another node.

    `how` is one of ``[w.how for w in menu.wraps()]``.
    Raises ValueError for any other `how`.
    """
    ways = {wrap.how: wrap for wrap in wraps()}
    if how not in ways:
        raise ValueError(say("{how!r} is no way to wrap a kernel; there are {ways}", how=how, ways=", ".join(ways)))
    return spoken(_with_block(k, path, ways[how].build(node_at(k, path))))


def beside(k: Kernel, path: Path, joint: Joint, other: Kernel) -> Kernel:
    """Return k with `other` added to the block, or multiplied with it.

    The block is at `path`. Nested sums and products are flattened.
    A `Constant` times the block becomes the factor of a `Scaled` node, as in the text.
    """
    block = node_at(k, path)
    if joint == "times" and isinstance(other, Constant):
        return spoken(_with_block(k, path, Scaled(other.c, block)))
    kind = Sum if joint == "plus" else Product
    terms = (*(block.terms if type(block) is kind else (block,)), *(other.terms if type(other) is kind else (other,)))
    return spoken(_with_block(k, path, kind(terms)))


def with_function(k: Kernel, path: Path, function: NamedFunction) -> Kernel:
    """Return k with another named function in the block at `path`.

    The function replaces the f of weight(f, k), or the φ of k @ φ.
    Raises ValueError for any other block, and for a function of the other kind.
    """
    block = node_at(k, path)
    place = next((f.name for f in fields(block) if isinstance(getattr(block, f.name), type(function).__mro__[1])), None)
    if place is None:
        raise ValueError(say("{block} has no function to exchange for {function}", block=block, function=function))
    return spoken(_with_block(k, path, replace(block, **{place: function})))


def nearest(k: Kernel, path: Path) -> Path:
    """Return the longest beginning of `path` that leads to a block.

    The editor selects this block after an edit.
    """
    for length in range(len(path), 0, -1):
        try:
            node_at(k, path[:length])
        except ValueError:
            continue
        return path[:length]
    return ()


def _with_block(k: Kernel, path: Path, new: Kernel, flat: bool = True) -> Kernel:
    """Return k with `new` at `path`.

    With `flat`, a sum put into a sum is flattened, and so is a product put into a product.
    """
    if not path:
        return new
    name, *rest = path
    children: list[Kernel] = []
    for other, child in k._child_items():
        if other == name:
            child = _with_block(child, tuple(rest), new, flat)
            if flat and type(child) is type(k) and isinstance(child, Sum | Product):
                children += child.terms
                continue
        children.append(child)
    return k.with_children(tuple(children))
