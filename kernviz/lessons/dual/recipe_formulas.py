"""Formulas of four algorithms, before and after kernelisation.

Inner products and kernel values stand in coloured boxes.
"""

from __future__ import annotations

from kernviz.wording import phrase


def mark_product(body: str) -> str:
    """Return TeX with a coloured box around an inner product.

    The colour is legible on a light and on a dark background.
    """
    return rf"\boxed{{\color{{#D55E00}}{body}}}"


def mark_kernel(body: str) -> str:
    """Return TeX with a coloured box around a kernel value.

    The value has replaced an inner product, which `mark_product` marks.
    """
    return rf"\boxed{{\color{{#0090C8}}{body}}}"


XX, XZ, K_XX, K_XZ = (
    mark_product(r"x_i^\mathsf T x_j"),
    mark_product(r"x_i^\mathsf T z"),
    mark_kernel(r"‹\k›(x_i,x_j)"),
    mark_kernel(r"‹\k›(x_i,z)"),
)
K_II, K_ZZ = mark_kernel(r"‹\k›(x_i,x_i)"), mark_kernel(r"‹\k›(z,z)")
II, ZZ = mark_product(r"x_i^\mathsf T x_i"), mark_product(r"z^\mathsf T z")

# Algorithm -> three pairs (text, formula): as usually given, with inner products only, and with the kernel.
FORMULAS: dict[str, tuple[tuple[str, str], ...]] = {
    "least squares": (
        (phrase("As it is given: coordinates everywhere."), r"w=(XX^\mathsf T)^{-1}Xy,\qquad h(z)=w^\mathsf T z"),
        (
            phrase("Step 1. With w = Xα only inner products are left."),
            rf"‹\K›_{{ij}}={XX},\quad \alpha=‹\K›^{{+}}y,\qquad h(z)=\textstyle\sum_i\alpha_i\,{XZ}",
        ),
        (
            phrase("Step 2. Replace every one of them."),
            rf"‹\K›_{{ij}}={K_XX},\quad \alpha=‹\K›^{{+}}y,\qquad h(z)=\textstyle\sum_i\alpha_i\,{K_XZ}",
        ),
    ),
    "nearest neighbour": (
        (phrase("As it is given: a distance of coordinates."), r"\arg\min_i\ \|x_i-z\|^2"),
        (phrase("Step 1. Multiply out."), rf"\|x_i-z\|^2={II}+{ZZ}-2\,{XZ}"),
        (phrase("Step 2. Replace every one of them."), rf"d(x_i,z)^2={K_II}+{K_ZZ}-2\,{K_XZ}"),
    ),
    "PCA": (
        (
            phrase("As it is given: the covariance of coordinates (data centred)."),
            r"S=\tfrac1N\textstyle\sum_n x_nx_n^\mathsf T,\quad Su=\lambda u,\qquad u^\mathsf T z",
        ),
        (
            phrase("Step 1. With u = Σ aᵢxᵢ the eigenvectors come from inner products."),
            (
                rf"\big({XX}\big)_{{ij}}\,a=\lambda N\,a,\quad \lambda N\,a^\mathsf T a=1,\qquad u^\mathsf T"
                rf" z=\textstyle\sum_i a_i\,{XZ}"
            ),
        ),
        (
            phrase("Step 2. Replace, and centre the matrix (′) instead of the points."),
            (
                rf"\big({K_XX}\big)'_{{ij}}\,a=\lambda N\,a,\quad \lambda N\,a^\mathsf T a=1,\qquad \textstyle\sum_i"
                rf" a_i\,{K_XZ}{{}}'"
            ),
        ),
    ),
    "SVM": (
        (
            phrase("As it is given: the primal."),
            r"\min_{w,b}\tfrac12\|w\|^2+C\textstyle\sum_i\xi_i,\qquad f(z)=w^\mathsf T z+b",
        ),
        (
            phrase("Step 1. The dual sees inner products only."),
            (
                rf"\max_\alpha\textstyle\sum_i\alpha_i-\tfrac12\sum_{{i,j}}\alpha_i\alpha_jy_iy_j\,{XX},\qquad"
                rf" f(z)=\sum_i\alpha_iy_i\,{XZ}+b"
            ),
        ),
        (
            phrase("Step 2. Replace every one of them."),
            (
                rf"\max_\alpha\textstyle\sum_i\alpha_i-\tfrac12\sum_{{i,j}}\alpha_i\alpha_jy_iy_j\,{K_XX},\qquad"
                rf" f(z)=\sum_i\alpha_iy_i\,{K_XZ}+b"
            ),
        ),
    ),
}
