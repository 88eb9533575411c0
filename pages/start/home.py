"""Home — where must you put one blue point to bend the border?"""

from kernviz.lessons.home import COURSES, NEXT, PAGE
from kernviz.ui import gallery, show
from kernviz.ui.courses.invitation import invitation, ways_on

show.page(PAGE, slots={COURSES: invitation, NEXT: ways_on}, under=gallery.gallery, sweeps=False)
