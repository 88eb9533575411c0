"""Courses — what do you think, before it is shown?"""

from kernviz.ui.courses.page import page

ORDER = 10

page()
