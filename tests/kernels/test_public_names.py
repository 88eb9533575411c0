"""Public names of a kernel object, as a notebook's completion shows them."""

from __future__ import annotations

import kernviz as kv

MOST = 20


def test_a_kernel_has_at_most_twenty_public_names() -> None:
    names = [name for name in dir(kv.RBF(1)) if not name.startswith("_")]
    assert len(names) <= MOST, names
