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
    """Return all nodes of a source, from the module inwards."""
    return tuple(ast.walk(parsed(text)))
