"""From a task to the page that does it (S4's list), and where each stands in the lectures (S3's road map)."""

from __future__ import annotations

from kernviz.lessons.lesson import Block, Cell, Text, Ways
from kernviz.lessons.presets import preset

TASKS = (  # what one wants, what the machine computes, how it is called, the example that shows it
    ("How dense are the data here?", "⟨φ(x), Φ̄⟩ = mean of k(x, xᵢ)", "density estimation", "One formula: Parzen"),
    ("Is this one new?", "‖φ(x) − c‖ > r", "smallest ball, one-class SVM", "A cloud with strangers"),
    ("Which value belongs to x?", "k*ᵀ(K + λI)⁻¹y", "ridge regression", "Three points, σ² = 0.1"),
    ("And how sure is it?", "the same, with a variance", "Gaussian process", "A Gaussian process"),
    ("Which of two classes?", "sign(Σ αᵢyᵢ k(xᵢ, x) + b)", "support vector machine", "Slack: three kinds"),
    ("Which of many?", "several machines, or one objective", "many classes", "DAGSVM: 6 machines"),
    ("Who is near?", "k(x,x) − 2k(x,z) + k(z,z)", "nearest neighbours", "Which of 1 and 3"),
    ("Along what do the data vary?", "Ka = λa, centred", "kernel PCA", "The kernel PCA figure"),
    ("What can be said without noise?", "the point whose image is nearest", "pre-images", "Two moons without"),
    ("And without coordinates?", "shared runs, subsets, neighbourhoods", "words, sets, graphs", "Molecules: gas"),
)
MAIN_IDEA = (
    "For classification there are two major kernel machines. Both map into a space of many dimensions and never go"
    " there: the **support vector machine** finds the plane of largest margin and keeps the few points it rests on; the"
    " **Gaussian process** keeps all points and says beside each value how sure it is. What is common (S4's summary):"
    " the features are implicit, the algorithm asks for inner products alone, and what is flat there is bent here."
)


def blocks() -> tuple[Block, ...]:
    """Application, formula, machine: each opens its page."""
    rows = tuple((Cell(asked, preset(opens)), Cell(formula), Cell(name)) for asked, formula, name, opens in TASKS)
    return (Ways(("You ask", "it computes", "its name"), rows), Text(MAIN_IDEA))


def road() -> tuple[Block, ...]:
    """S3's own road map, before that of the five lectures."""
    return (
        Text(
            "S3 sees three parts: **embedding** numerous features (kernel models: here), **combining** predictive"
            " features (aggregation), **distilling** implicit ones (extraction). Next on its road: how not to fit too"
            " well."
        ),
    )
