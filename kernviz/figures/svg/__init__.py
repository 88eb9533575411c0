"""SVG of a figure, in the plane or in space."""

from kernviz.figures.svg.drawing import SvgDrawing, SvgFrame, drawing
from kernviz.figures.svg.projection import flattened, is_space

__all__ = ["SvgDrawing", "SvgFrame", "drawing", "flattened", "is_space"]
