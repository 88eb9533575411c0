"""SVG of a flat figure: for paper, and for a phone without a drawing library."""

from kernviz.figures.svg.drawing import Drawing, Frame, drawing

__all__ = ["Drawing", "Frame", "drawing"]
