"""SVG of a figure, in the plane or in space.

The SVG is for pages without plotly.js, and for small previews (figures/raster.py).
"""

from kernviz.figures.svg.drawing import SvgDrawing, drawing
from kernviz.figures.svg.projection import flattened, is_space

__all__ = ["SvgDrawing", "drawing", "flattened", "is_space"]
