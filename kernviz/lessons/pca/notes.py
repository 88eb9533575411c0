"""Errata of the lecture notes on PCA and kernel PCA.

The module also has the computation of the page as Python code.
"""

from __future__ import annotations

import math

from kernviz.features import feature_map
from kernviz.lessons.erratum import Erratum, Of, decides
from kernviz.lessons.lesson import Block, Code, paragraph
from kernviz.lessons.pca.decomposition import Decomposition, Refused, decompose
from kernviz.lessons.pca.state import State
from kernviz.lessons.pca.views.components.derivation import eight_points
from kernviz.lessons.shared.code import loaded
from kernviz.mercer.feature_count import feature_count
from kernviz.models.plain_pca import PlainPCA
from kernviz.wording import say, several, short


def notes(state: State) -> tuple[Block, ...]:
    """Return errata E36 to E39, and a remark on S4's face recognition."""
    return (
        Erratum(
            say("S4, the reconstruction error J (E36)"),
            say("a sum “n = 1” without an upper limit"),
            say("J = (1/N) Σ from n = 1 to N of ‖xₙ − x̃ₙ‖², which is Σ λᵢ over i > M"),
            *_lost(state),
        ),
        Erratum(
            say("S4, kernel PCA (E37)"),
            say("the brace “∈ ℝ” under φ(xₙ)φ(xₙ)ᵀ, and “multiplying by φ(x_l)”"),
            say("φ(xₙ)ᵀvᵢ ∈ ℝ, and multiplying by φ(x_l)ᵀ from the left; φφᵀ is a matrix"),
            *_number(state),
        ),
        Erratum(
            say("S4, kernel PCA (E38)"),
            say("Σ φ(xₙ) = 0 is assumed, and K aᵢ = λᵢN aᵢ is left without a length for aᵢ"),
            say("take K′, the centred Gram matrix (S0, equation 4), and λᵢN aᵢᵀaᵢ = 1"),
            *_lengths(state),
        ),
        Erratum(
            say("S4, the kernel PCA figure (E39)"),
            say("“Eigenvalue=21.72” and so on"),
            say("eigenvalues of K′, that is N·λ with N = 90"),
            *_times_n(state),
        ),
        paragraph(
            "**S4, face recognition.** Faces cannot be bundled here; the view Digits does every "
            "step on 8×8 images instead, with the same 70 % for learning and 30 % for testing."
        ),
    )


def _lost(state: State) -> tuple[str, Of]:
    """Return the check of E36, the one-component error J in two ways.

    For comparison the text has (1/N) times the first term alone, as the printed sum has no upper limit. The second
    value is the origin of the numbers (Erratum.of).
    """
    X = state.data.X
    pca, M = PlainPCA.of(X), 1
    first = short(float(((X[0] - pca.reconstruct(X[:1], M)[0]) ** 2).sum()) / len(X), 5)
    every = short(pca.error(X, M), 5)
    words = several(
        len(X),
        "your {n} point, M = {M}: (1/N) Σ to n = N is {error}, Σ λᵢ over i > M is "
        "{eigenvalue_sum:.5}; (1/N) times the term n = 1 alone is {first_term}",
        "your {n} points, M = {M}: (1/N) Σ to n = N is {error}, Σ λᵢ over i > M is "
        "{eigenvalue_sum:.5}; (1/N) times the term n = 1 alone is {first_term}",
        M=M,
        error=every,
        eigenvalue_sum=pca.left_out(M),
        first_term=first,
    )
    return words, decides(first != every)


def _lengths(state: State) -> tuple[str, Of]:
    """Return the check of E38, the first component's variance in two normalisations.

    The normalisations are λN aᵀa = 1 and aᵀa = 1. If the variances of the data agree, those of eight fixed points are
    used.
    """
    pca = decompose(state.data, state.kernel)
    if isinstance(pca, Decomposition) and pca.live:
        lam, longer = float(pca.lam[0]), float(pca.lam[0] * pca.values[0])
        if short(lam) != short(longer):
            words = say(
                "the first component of your data: variance {lam} = λ; with aᵀa = 1 it is {longer} = λ·λN",
                lam=lam,
                longer=longer,
            )
            return words, "state"
    lam, _, longer, _ = eight_points()
    words = say(
        "eight points, (1 + x·z)²: variance {lam:.3f} = λ; with aᵀa = 1 it is {longer:.1f}", lam=lam, longer=longer
    )
    return words, "example"


def _times_n(state: State) -> tuple[str, Of]:
    """Return the check of E39, the first eigenvalue of K′ as Nλ₁."""
    pca = decompose(state.data, state.kernel)
    if isinstance(pca, Decomposition) and pca.live and pca.size > 1:
        words = say(
            "the first eigenvalue of your K′ is {value}, with N = {N}: λ = {lam}",
            value=pca.values[0],
            N=pca.size,
            lam=pca.lam[0],
        )
        return words, "state"
    return say("mean over 20 draws of its data in the view Components, “The figure in S4”"), "example"


def _number(state: State) -> tuple[str, Of]:
    """Return the check of E37, the number φ′(x₁)ᵀv₁ beside a matrix.

    The matrix is φ(x₁)φ(x₁)ᵀ, of which only the size is given. The second value is the origin of the numbers
    (Erratum.of).
    """
    pca = decompose(state.data, state.kernel)
    if isinstance(pca, Refused) or not pca.live:
        return say("only the number φ(xₙ)ᵀvᵢ makes vᵢ a combination of images"), "nothing"
    phi = feature_map(state.kernel, state.data.d)
    size = (
        say("a {d} × {d} matrix", d=phi.dimension)
        if phi is not None
        else say("an infinite matrix")
        if feature_count(state.kernel, state.data.d) == math.inf
        else say("a matrix")
    )
    words = say(
        "here φ′(x₁)ᵀv₁ = {projections}, one number, and φ(x₁)φ(x₁)ᵀ is {size}",
        projections=pca.projections[0, 0],
        size=size,
    )
    return words, decides(phi is None or phi.dimension > 1)


def code(state: State) -> tuple[Block, ...]:
    """Return Python code for kernel PCA of the data."""
    return (
        paragraph(
            "Kernel PCA of your data with your kernel, in Python. The file is what the sidebar's download button saves."
        ),
        Code(
            "import kernviz as kv\n\n"
            f"X = {loaded(state.data)}.X\n"
            f"k = kv.parse({str(state.kernel)!r})\n"
            "try:\n"
            f"    pca = kv.KernelPCA(k, n_components=8, center={state.center}, normalize={state.normalize}).fit(X)\n"
            f"    print(pca.eigenvalues_)              # N·λ, of the {'centred ' if state.center else ''}Gram matrix\n"
            "    print(pca.transform(X).var(axis=0))  # λ, if centred and normalised\n"
            "    print(pca.left_out_ / len(X))        # J in feature space\n"
            "    print(pca.reconstruct(X)[:3])        # pre-images\n"
            "except ValueError as problem:            # not a kernel on these points\n"
            "    print(problem)\n"
        ),
    )
