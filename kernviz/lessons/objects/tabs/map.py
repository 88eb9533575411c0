"""A map of the list by kernel PCA."""

from __future__ import annotations

from kernviz.figures.things.gram_and_map import named_map
from kernviz.lessons.lesson import Block, Picture, Text, percent, short
from kernviz.lessons.objects.comparison import Comparison
from kernviz.lessons.shared.refusal import sentence
from kernviz.models.pca import KernelPCA

TITLE = "Map"


def blocks(compared: Comparison) -> tuple[Block, ...]:
    """The list in the plane of the first two kernel principal components, x and z ringed where they are in it."""
    if compared.n < 3:
        return (Text("A map needs at least three things in the list.", "warning"),)
    try:
        model = KernelPCA(compared.kernel, n_components=2).fit(compared.things)
    except ValueError as problem:
        return (Text(sentence(problem), "warning"),)
    Z = model.transform(compared.things)
    first, second = (float(share) for share in model.explained_share_)
    axes = f"component 1, {percent(first)} of the variance", f"component 2, {percent(second)}"
    figure = named_map(
        Z, compared.names, compared.codes, classes=compared.classes, axes=axes, ringed=compared.marked or ()
    )
    caption = (
        "Kernel PCA on the Gram matrix alone: things with much in common stand close. The two components carry"
        f" {percent(first + second)} of the variance, eigenvalues {short(float(model.eigenvalues_[0]))} and"
        f" {short(float(model.eigenvalues_[1]))} (N·λ). A name that would lie on another is left out: point at the mark"
        " to read it."
    )
    alt = f"Map of {compared.n} named things in the plane of the first two kernel principal components."
    return (Picture(figure, alt, caption, "ob-map", 560, revision=str(compared.n)),)
