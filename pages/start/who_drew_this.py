"""Who drew this? — can you tell a machine by its picture?"""

from kernviz.ui.courses.who_drew import page

ORDER = 25

page()
