"""Syntax trees of Python sources, for tests that read code; every text is parsed once in a process."""

from __future__ import annotations

import ast
from functools import cache


@cache
def parsed(text: str) -> ast.Module:
    """Return the syntax tree of a source."""
    return ast.parse(text)


@cache
def nodes(text: str) -> tuple[ast.AST, ...]:
    """Return all nodes of a source, from the module inwards; without Load, Store and Del, which are a third of them."""
    found: list[ast.AST] = [parsed(text)]
    for node in found:  # to which its children are added
        found += children(node)
    return tuple(found)


def children(node: ast.AST) -> list[ast.AST]:
    """Return the nodes directly inside of a node, without Load, Store and Del."""
    found: list[ast.AST] = []
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [each for each in value if isinstance(each, ast.AST)]
        elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
            found.append(value)
    return found
