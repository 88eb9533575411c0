"""Errata — where are the notes wrong, and which number shows it?"""

from kernviz.ui.errata import listed

ORDER = 40

listed()
