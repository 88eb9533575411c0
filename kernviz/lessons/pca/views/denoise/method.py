"""Definition of a pre-image, and the method that finds it."""

from __future__ import annotations

from kernviz.lessons.lesson import Block, Formula, paragraph
from kernviz.wording import say


def how() -> tuple[Block, ...]:
    """Define a pre-image, and describe the method that finds it."""
    return (
        paragraph(
            r"The reconstruction $\bar\Phi + \sum z_i v_i$ is a point of feature space, and in "
            "general the image of no x. The pre-image is the x̃ whose image comes closest:"
        ),
        Formula(r"\tilde{x} = \arg\min_z \Big\| ‹\varphi›(z) - \bar\Phi - \sum_{i\le M} z_i v_i \Big\|^2"),
        Formula(r"\bar\Phi + \sum_i z_i v_i = \sum_n w_n ‹\varphi›(x_n)"),
        Formula(
            say(
                r"\text{Gaussian: repeat}\quad z \leftarrow \frac{\sum_n w_n\,‹\k›(z,x_n)\,x_n}{\sum_n "
                r"w_n\,‹\k›(z,x_n)}"
            )
        ),
        paragraph(
            "Linear kernel: the reconstruction is a point itself. Gaussian: the fixed point above (Mika et al.). Any "
            "other kernel: gradient descent. The start is the training point that lies closest, or x itself if it is "
            "closer; the end is a local minimum, never worse than the start."
        ),
    )
