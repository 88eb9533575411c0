"""Plot of shares along a logarithmic parameter.

The shares are between 0 and 100 %. The current value of the parameter is marked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.curves.functions import curves_in_words
from kernviz.figures.figure import Figure
from kernviz.figures.theme import ACCENT, INK, axis, class_color, figure
from kernviz.figures.traces import marker_trace
from kernviz.wording import say

DASHES = ("solid", "8px,4px", "2px,3px", "10px,3px,2px,3px")


def share_sweep(
    values: Array, shares: Mapping[str, Array], *, here: float, x_title: str, y_title: str = "share"
) -> Figure:
    """Draw one line for every named share over a parameter.

    ``shares`` maps each name -> (g,) in 0…1, nan where there is none. ``values`` (g,) > 0 are
    the parameter. The marks stand at the value nearest to ``here``.
    """
    traces: list[dict[str, Any]] = []
    for i, (name, share) in enumerate(shares.items()):
        traces.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "x": values,
                "y": 100 * np.asarray(share),
                "name": name,
                "line": {"color": class_color(i), "width": 2.5, "dash": DASHES[i % len(DASHES)]},
                "marker": {"size": 4},
                "hovertemplate": f"{name}<br>%{{x:.4~g}}: %{{y:.1f}} %<extra></extra>",
            }
        )
    at = int(np.argmin(np.abs(np.log(values / here))))
    traces.append(
        marker_trace(
            [values[at]] * len(shares),
            [100 * float(share[at]) for share in shares.values()],
            {"symbol": "diamond", "size": 10, "color": ACCENT, "line": {"width": 1.5, "color": INK}},
            showlegend=False,
            name=say("here"),
            hoverinfo="skip",
        )
    )
    return figure(
        traces,
        margin={"l": 56, "r": 12, "t": 12, "b": 44},
        xaxis=axis(x_title, None, type="log", exponentformat="power", dtick=1),
        yaxis=axis(f"{y_title}, %", (-3, 103)),
    )


def describe_sweep(values: Array, shares: Mapping[str, Array], *, x_title: str) -> str:
    """Describe the lines of the shares in words.

    The text says where each line begins and ends.
    """
    parts = [
        say("{name} from {low:.1f} % to {high:.1f} %", name=name, low=100 * float(s[0]), high=100 * float(s[-1]))
        for name, s in shares.items()
    ]
    return curves_in_words(values, parts, x_title)
