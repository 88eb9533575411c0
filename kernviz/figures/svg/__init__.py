"""A flat figure as SVG: for paper, and for a phone that should not have to fetch a drawing library."""

from kernviz.figures.svg.drawing import Drawing, Frame, drawing

__all__ = ["Drawing", "Frame", "drawing"]
