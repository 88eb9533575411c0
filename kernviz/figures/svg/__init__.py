"""SVG of a figure, in the plane or in space.

The SVG is for paper, and for a phone without a drawing library.
"""

from kernviz.figures.svg.drawing import SvgDrawing, SvgFrame, drawing
from kernviz.figures.svg.projection import flattened, is_space

__all__ = ["SvgDrawing", "SvgFrame", "drawing", "flattened", "is_space"]
