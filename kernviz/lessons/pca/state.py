"""Parameters of the Kernel PCA page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kernviz.lessons import state as data_and_kernel
from kernviz.lessons.declarations import choice, number, place, switch, whole
from kernviz.lessons.state import Idle, Subject
from kernviz.wording import phrase, say

VIEWS = (phrase("PCA by hand"), phrase("Components"), phrase("Compare"), phrase("Denoise"), phrase("Digits"))
HAND, COMPONENTS, COMPARE, DENOISE, DIGITS = VIEWS
HAND_STEPS = (phrase("line"), phrase("1 subtract"), phrase("2 project"), phrase("3 back"), phrase("4 add"))
ALL = phrase("all eight")
PANELS = 8  # number of panels in S4's figure
STEPS = ("1", "2", "3", "4", "5", "6")  # steps of the derivation
LINEAR, KERNEL = phrase("linear"), phrase("kernel")
# about half of 1/(64 · variance of a pixel): wide enough for kernel values between images to differ from 0
OWN_GAMMA = 0.05
OWN_RBF, SIDEBAR = f"rbf(gamma={OWN_GAMMA})", phrase("the sidebar's kernel")
MOST_KEPT = 20  # largest number of components kept for denoising
PIXELS, TEST_IMAGES = 64, 300  # pixels of a digit, and number of digits for testing


def _in(view: str) -> Callable[[State], bool]:
    return lambda state: state.view == view


def _turning(state: State) -> bool:
    return state.view == HAND and state.data.d == 2


@dataclass(frozen=True)
class State(Subject):
    """Parameters of the Kernel PCA page.

    Components and images are counted from 1.
    """

    view: str = choice(VIEWS, phrase("Picture"), COMPONENTS, names=("pc_view",))
    angle: float = number(
        100.0, "", phrase("angle of u, degrees"), 0.0, 180.0, step=0.1, when=_turning, names=("pc_angle",)
    )
    hand: str = choice(HAND_STEPS, phrase("Step"), when=_turning, names=("pc_hand",))
    show: str = choice(
        (ALL, *map(str, range(1, PANELS + 1))),
        phrase("show"),
        names=("pc_show",),
        when=lambda s: s.view == COMPONENTS and s.data.d == 2,
    )
    center: bool = switch(
        phrase("centre"),
        True,
        when=_in(COMPONENTS),
        names=("pc_center",),
        aside=True,
        help=phrase("Take ‹K›′ instead of ‹K›: subtract the mean of the images."),
    )
    normalize: bool = switch(
        phrase("normalise"),
        True,
        when=_in(COMPONENTS),
        names=("pc_norm",),
        aside=True,
        help=phrase("Give v length 1: λN aᵀa = 1."),
    )
    step: str = choice(STEPS, phrase("Derivation, step"), when=_in(COMPONENTS), names=("pc_step",))
    across: int = whole(1, "", phrase("component across"), 1, PANELS, when=_in(COMPARE), names=("pc_a",))
    up: int = whole(2, "", phrase("component up"), 1, PANELS, when=_in(COMPARE), names=("pc_b",), aside=True)
    how: str = choice((KERNEL, LINEAR), phrase("Reconstruction"), when=_in(DENOISE), names=("pc_how",))
    M: int = whole(6, "M", phrase("components kept"), 1, MOST_KEPT, when=_in(DENOISE), names=("pc_M",))
    probe: tuple[float, ...] = place(
        phrase("probe"),
        ("px", "py"),
        called=phrase("the probe"),
        when=_in(DENOISE),
        fold=phrase("Probe: drag it in the picture, or type"),
        empty=phrase("middle"),
    )
    kept: int = whole(16, "M", phrase("components of 64"), 1, PIXELS, when=_in(DIGITS), names=("pc_kept",))
    image: int = whole(5, "", phrase("test image"), 1, TEST_IMAGES, when=_in(DIGITS), names=("pc_image",))
    machine: str = choice((OWN_RBF, SIDEBAR), phrase("Kernel"), when=_in(DIGITS), names=("pc_kernel",))

    @property
    def idle(self) -> dict[str, Idle]:
        if self.view == HAND:
            return {data_and_kernel.KERNEL: Idle(say("PCA by hand is in the plane itself: no kernel plays a part."))}
        if self.view != DIGITS:
            return {}
        reasons = {
            data_and_kernel.DATA: Idle(say("The page uses 1,000 images of digits: the data chosen here play no part."))
        }
        if self.machine == OWN_RBF:
            reasons[data_and_kernel.KERNEL] = Idle(
                say("{kernel} is chosen on the page: the sidebar's kernel plays no part.", kernel=OWN_RBF)
            )
        return reasons
