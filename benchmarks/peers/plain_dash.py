"""A plain Dash page that follows the slider while it is dragged.

Start: ``python benchmarks/peers/plain_dash.py PORT``.
"""

import sys

import plotly.graph_objects as go
from dash import Dash, Input, Output, dcc, html
from figure import figure

app = Dash(__name__)
app.layout = html.Div(
    [dcc.Slider(-3, 3, 0.05, value=0, id="gamma", updatemode="drag", marks=None), dcc.Graph(id="picture")]
)


@app.callback(Output("picture", "figure"), Input("gamma", "value"))
def update(log_gamma: float) -> go.Figure:
    """Return the figure; Dash calls this for every value the browser sends."""
    return figure(log_gamma)


if __name__ == "__main__":
    app.run(host="127.0.0.1", port=int(sys.argv[1]), debug=False)
