"""Links from S4's tasks to examples, and S3's road map."""

from __future__ import annotations

from kernviz.lessons.lesson import Block, Cell, LinkTable, Text, paragraph
from kernviz.lessons.presets import preset
from kernviz.wording import phrase, say

TASKS = (  # task, formula, name of the machine, example
    (
        phrase("How dense are the data here?"),
        phrase("⟨φ(x), Φ̄⟩ = mean of k(x, xᵢ)"),
        phrase("density estimation"),
        phrase("One formula: Parzen"),
    ),
    (
        phrase("Is this point unusual?"),
        "‖φ(x) − c‖ > r",
        phrase("smallest ball, one-class SVM"),
        phrase("A cloud with outliers"),
    ),
    (
        phrase("Which value belongs to x?"),
        "k*ᵀ(K + λI)⁻¹y",
        phrase("ridge regression"),
        phrase("Three points, σ² = 0.1"),
    ),
    (
        phrase("And how sure is it?"),
        phrase("the same, with a variance"),
        phrase("Gaussian process"),
        phrase("A Gaussian process"),
    ),
    (
        phrase("Which of two classes?"),
        "sign(Σ αᵢyᵢ k(xᵢ, x) + b)",
        phrase("support vector machine"),
        phrase("Slack: three kinds"),
    ),
    (
        phrase("Which of many?"),
        phrase("several machines, or one objective"),
        phrase("many classes"),
        phrase("DAGSVM: 6 machines"),
    ),
    (phrase("Who is near?"), "k(x,x) − 2k(x,z) + k(z,z)", phrase("nearest neighbours"), phrase("Which of 1 and 3")),
    (
        phrase("Along what do the data vary?"),
        phrase("Ka = λa, centred"),
        phrase("kernel PCA"),
        phrase("The kernel PCA figure"),
    ),
    (
        phrase("What would this point be without noise?"),
        phrase("the point whose image is nearest"),
        phrase("pre-images"),
        phrase("Two moons without"),
    ),
    (
        phrase("And without coordinates?"),
        phrase("shared runs, subsets, neighbourhoods"),
        phrase("words, sets, graphs"),
        phrase("Molecules: gas"),
    ),
)
MAIN_IDEA = phrase(
    "For classification there are two major kernel machines. Both work in a space of many dimensions without computing "
    "coordinates. The **support vector machine** finds the plane of largest margin and keeps only the support vectors. "
    "The **Gaussian process** keeps all points and says how sure each value is. S4's summary of both: the features are "
    "implicit, the algorithm needs inner products alone, and a flat border in feature space is curved in the plane."
)


def blocks() -> tuple[Block, ...]:
    """Show a table of tasks with formula and machine, linked to examples."""
    rows = tuple((Cell(task, preset(opens)), Cell(formula), Cell(name)) for task, formula, name, opens in TASKS)
    return (LinkTable((say("You ask"), say("the method computes"), say("name of the method")), rows), Text(MAIN_IDEA))


def road() -> tuple[Block, ...]:
    """Return S3's road map in words, for above the courses."""
    return (
        paragraph(
            "S3 names three parts: **embedding** numerous features (kernel models: here), **combining** predictive "
            "features (aggregation), **distilling** implicit ones (extraction). The next topic of S3 is how to avoid "
            "overfitting."
        ),
    )
