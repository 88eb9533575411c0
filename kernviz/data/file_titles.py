"""Titles of the shipped files, which are translated.

A title of another file is shown as it is.
"""

from __future__ import annotations

from kernviz.wording import phrase

_TITLES = (
    phrase("Breast tumours: cell nuclei, benign or malignant"),
    phrase("Diabetes progression by four measurements"),
    phrase("Diabetes progression by body mass index"),
    phrase("Fitness club: exercises and waist"),
    phrase("Iris, all four measurements"),
    phrase("Iris petals"),
    phrase("Iris sepals"),
    phrase("Lecture 9: three clusters for kernel PCA"),
    phrase("Lecture 13: nine points on a line"),
    phrase("Lecture 14: ridge on three points"),
    phrase("Wine, four constituents"),
    phrase("Wine: flavanoids and colour"),
)
_KNOWN = {str(title): title for title in _TITLES}


def translated(title: str) -> str:
    """Return the phrase of a shipped file's title; others stay unchanged."""
    return _KNOWN.get(title, title)
