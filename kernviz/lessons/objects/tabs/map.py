"""Map of the list by kernel PCA."""

from __future__ import annotations

from kernviz.figures.things.gram_and_map import named_map
from kernviz.lessons.lesson import Block, Picture, Text
from kernviz.lessons.number_format import percent
from kernviz.lessons.objects.comparison import ObjectComparison
from kernviz.lessons.shared.refusal import sentence
from kernviz.models.pca import KernelPCA
from kernviz.wording import phrase, say

TITLE = phrase("Map")


def blocks(compared: ObjectComparison) -> tuple[Block, ...]:
    """Draw the objects in the plane of kernel principal components.

    The plane is that of the first two components. The objects x and z to compare are ringed if both are in the list.
    With fewer than three objects, or if kernel PCA fails, the result is a warning.
    """
    if compared.n < 3:
        return (Text(say("A map needs at least three things in the list."), "warning"),)
    try:
        model = KernelPCA(compared.kernel, n_components=2).fit(compared.things)
    except ValueError as problem:
        return (Text(sentence(problem), "warning"),)
    Z = model.transform(compared.things)
    first, second = (float(share) for share in model.explained_share_)
    axes = (
        say("component 1, {first} of the variance", first=percent(first)),
        say("component 2, {second}", second=percent(second)),
    )
    figure = named_map(
        Z, compared.names, compared.codes, classes=compared.classes, axes=axes, ringed=compared.marked or ()
    )
    caption = say(
        "Kernel PCA on the Gram matrix alone: things with much in common stand close. The two components carry {share} "
        "of the variance, eigenvalues {first} and {second} (N·λ). A name that would lie on another is left out: point "
        "at the mark to read it.",
        share=percent(first + second),
        first=model.eigenvalues_[0],
        second=model.eigenvalues_[1],
    )
    alt = say("Map of {n} named things in the plane of the first two kernel principal components.", n=compared.n)
    return (Picture(figure, alt, caption, "ob-map", 560, revision=str(compared.n)),)
