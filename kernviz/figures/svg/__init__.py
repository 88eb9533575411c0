"""SVG of a flat figure.

The SVG is for paper, and for a phone without a drawing library.
"""

from kernviz.figures.svg.drawing import SvgDrawing, SvgFrame, drawing

__all__ = ["SvgDrawing", "SvgFrame", "drawing"]
