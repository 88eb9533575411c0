"""Identity of minimum and maximum on the line.

min(a, b)·(a + b) = min(a, b)² + ab, since min(a, b)·max(a, b) = ab.
"""

from __future__ import annotations

from kernviz.kernels.linear import LINEAR
from kernviz.kernels.named.minimum import Minimum
from kernviz.kernels.named.plus import Plus
from kernviz.kernels.normal_form import LINE_IDENTITIES, Form, Term


def on_the_line(f: Form) -> Form:
    """Rewrite a form on the line by the minimum identity.

    This identity replaces every product of a minimum and a sum of coordinates.
    """
    least, ends = Minimum(), Plus()
    both = {term: c for term, c in f.items if {least, ends} <= {piece for piece, _ in term.pieces}}
    if not both:
        return f
    instead = Form.piece(least).power(2) + Form.piece(LINEAR)
    total = Form(frozenset((term, c) for term, c in f.items if term not in both))
    for term, c in both.items():
        powers = dict(term.pieces)
        for piece in (least, ends):
            powers[piece] -= 1
        rest = Term(frozenset((piece, n) for piece, n in powers.items() if n), term.exponent)
        total = total + Form(frozenset({(rest, c)})) * instead
    return on_the_line(total)


LINE_IDENTITIES.append(on_the_line)
