"""Kernel or not? — can you tell a kernel when you see one?"""

from kernviz.ui.courses.riddle import page

ORDER = 20

page()
