"""Map — which kernel, which machine, when?"""

from kernviz.lessons.map import COURSE_LIST, PAGE
from kernviz.ui import show
from kernviz.ui.courses.course_list import course_list

ORDER = 5

show.page(PAGE, slots={COURSE_LIST: course_list})
