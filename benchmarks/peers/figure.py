"""Figure of both peers: a support vector machine on two moons.

The code is written as in a tutorial. Its content is that of kernviz's own figure.
"""

import numpy as np
import plotly.graph_objects as go
from sklearn.datasets import make_moons
from sklearn.svm import SVC

SIDE = 100
X, y = make_moons(200, noise=0.2, random_state=0)


def figure(log_gamma: float, C: float = 1.0) -> go.Figure:
    """Return the picture of the machine at γ = 10 ** log_gamma.

    It shows field, margins, boundary, both classes and the support vectors.
    """
    machine = SVC(gamma=10**log_gamma, C=C).fit(X, y)
    across, up = (np.linspace(X[:, k].min() - 0.5, X[:, k].max() + 0.5, SIDE) for k in (0, 1))
    grid = np.stack(np.meshgrid(across, up), axis=-1).reshape(-1, 2)
    f = machine.decision_function(grid).reshape(SIDE, SIDE)
    place = {"x": across, "y": up, "z": f}
    drawing = go.Figure(
        [
            go.Heatmap(**place, zmid=0, colorscale="RdBu"),
            go.Contour(**place, contours={"coloring": "none", "start": -1, "end": 1, "size": 2}),
            go.Contour(**place, contours={"coloring": "none", "start": 0, "end": 0, "size": 1}),
            *(go.Scatter(x=X[y == c, 0], y=X[y == c, 1], mode="markers") for c in (0, 1)),
            go.Scatter(
                x=X[machine.support_, 0],
                y=X[machine.support_, 1],
                mode="markers",
                marker={"symbol": "circle-open", "size": 12},
            ),
        ]
    )
    return drawing.update_layout(height=600)
