"""Kernel value K(x, z) computed in three ways.

The ways are the closed form, the product φ(x)·φ(z), and the tree of closure rules from the leaves
up. The three values agree up to rounding.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernviz.arrays import Array
from kernviz.features import feature_map
from kernviz.kernels import Kernel
from kernviz.kernels.mapped import Mapped
from kernviz.mercer.proof import Proof
from kernviz.mercer.prover import prove
from kernviz.wording import spoken


@dataclass(frozen=True)
class WayLine:
    """Node of the expression tree with its text, value and rule.

    The value is that at the points the node receives: behind a
    feature map these are φ(x) and φ(z).
    """

    text: str
    value: float
    rule: str


@dataclass(frozen=True)
class ThreeWays:
    """Value of the kernel k, computed three ways.

    `features` is φ(x)·φ(z), None without an explicit feature map. `lines` are the nodes of the tree.
    """

    closed: float
    features: float | None
    tree: float
    labels: tuple[str, ...]
    phi_x: Array
    phi_z: Array
    lines: tuple[WayLine, ...]

    @property
    def difference(self) -> float:
        """Largest difference between any two of the values."""
        values = [self.closed, self.tree, *([] if self.features is None else [self.features])]
        return float(max(values) - min(values))


def three_ways(k: Kernel, x: Array, z: Array) -> ThreeWays:
    """Compute k three ways at the points x and z.

    Each point has shape (d,). Raises ValueError if k does not fit ℝᵈ.
    """
    with np.errstate(over="ignore", invalid="ignore"):  # an overflow shows as ∞ in the result
        return _three_ways(k, x, z)


def _three_ways(k: Kernel, x: Array, z: Array) -> ThreeWays:
    phi = feature_map(k, len(x))
    empty = np.zeros(0)
    phi_x, phi_z = (phi(x[None])[0], phi(z[None])[0]) if phi else (empty, empty)
    return ThreeWays(
        closed=float(k(x[None], z[None])[0, 0]),
        features=float(phi_x @ phi_z) if phi else None,
        tree=float(k.spelled_out()(x[None], z[None])[0, 0]),
        labels=phi.labels if phi else (),
        phi_x=phi_x,
        phi_z=phi_z,
        lines=tuple(up_the_tree(prove(k, len(x)), x[None], z[None])),
    )


def up_the_tree(proof: Proof, x: Array, z: Array) -> list[WayLine]:
    """Return every node of the proof with its value.

    Parts come before wholes. A node behind a map receives the mapped points.
    """
    lines: list[WayLine] = []
    seen: set[tuple[Kernel, bytes]] = set()

    def climb(node: Proof, x: Array, z: Array) -> None:
        inside_x, inside_z = x, z
        if isinstance(node.kernel, Mapped) and node.way == "rule":
            # both at once, since two words share one list of counted substrings
            inside_x, inside_z = node.kernel.phi.pair(x, z)
        for part in node.parts:
            climb(part, inside_x, inside_z)
        key = (node.kernel, x.tobytes() + z.tobytes())
        if key not in seen and node.way not in ("definition", "rewriting"):
            seen.add(key)
            lines.append(WayLine(str(node.kernel), float(node.kernel(x, z)[0, 0]), spoken(node.rule.name)))

    climb(proof, x, z)
    return lines
