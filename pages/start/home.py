"""Home — how does a machine draw a border, and how far can one point bend it?"""

from kernviz.lessons.home import DATA, NEXT, PAGE
from kernviz.ui import gallery, home_links, show
from kernviz.ui.courses.invitation import invitation
from kernviz.ui.data_shelf import shelf


def below(state: object) -> None:
    """Draw the examples and the courses."""
    gallery.gallery(state)
    invitation(state)


show.page(PAGE, slots={DATA: shelf, NEXT: home_links.home_links}, under=below, sweeps=False)
