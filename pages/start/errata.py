"""Errata — where do the notes print something else than what holds?"""

from kernviz.ui.errata import listed

ORDER = 40

listed()
