"""Stories — what is a kernel, on one page to scroll?"""

from kernviz.ui.stories.page import page

ORDER = 8

page()
