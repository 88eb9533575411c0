"""Puzzles about a picture that a machine has drawn.

The machine was trained on random points. The questions ask which machine, which γ, or how many
support vectors.
"""
