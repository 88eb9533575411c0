"""Kernels of words, sets and graphs: the numbers of the notes, the laws, the verdicts, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernviz as kv
from kernviz.kernels.expr import Kernel
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.menu import leaves, misfit
from kernviz.kernels.object_types import Graph, called, objects
from kernviz.kernels.parse import kernel_words
from kernviz.kernels.structured import OBJECT_MAPS, Gappy, Members, NGrams, Subtrees
from kernviz.kernels.structured.graph_text import graph
from kernviz.kernels.structured.sample_objects import shelves, words_over
from kernviz.kernels.structured.words import edit_distance
from tests.laws import check_laws
from tests.strategies import few, numbers, object_words

FIVE = ["a", "ab", "ba", "bb", "aba"]
HALF_LN_2 = math.log(2) / 2
QUIZ_2 = [frozenset("abc"), frozenset("bcd"), frozenset("ab"), frozenset("d"), frozenset()]


# ---- the numbers of the notes ----------------------------------------------------------------------------------------


def test_s2_quiz_2_the_exponential_of_the_intersection() -> None:
    """S2 Quiz 2: k(S₁, S₂) = e^{|S₁ ∩ S₂|}; {a,b,c} and {b,c,d} share two elements."""
    k = kv.parse("exp(shared)")
    assert k(QUIZ_2[:1], QUIZ_2[1:2]).item() == pytest.approx(math.exp(2), rel=1e-15)
    x = Members().table(objects(QUIZ_2[:2], "sets"), ("a", "b", "c", "d"))
    assert x.tolist() == [[1, 1, 1, 0], [0, 1, 1, 1]]
    assert x[0] @ x[1] == 2


def test_s2_quiz_2_is_proven_by_the_rules_the_notes_name() -> None:
    proof = kv.prove(kv.parse("exp(shared)"))
    assert proof.complete
    assert proof.steps()[0].rule.sources["S2"] == "rule 1"
    assert {"map the inputs", "exponential"} <= {step.rule.name for step in proof.steps()}


def test_s4_sets_share_four_subsets() -> None:
    k, listed = kv.parse("subsets"), kv.parse("linear @ powerset")
    with_commas = [{"a", "b", "a,b"}, {"a", "a\\,b"}, {"a\\", "b"}]
    assert np.array_equal(listed(with_commas), k(with_commas))
    assert k(QUIZ_2[:1], QUIZ_2[1:2]).item() == 4
    assert np.array_equal(k(QUIZ_2), listed(QUIZ_2))
    assert kv.judge(k).verdict is kv.Verdict.PROVEN


def test_two_words_share_two_runs_of_two_letters() -> None:
    assert kv.parse("spectrum(n=2)")(["tool"], ["fool"]).item() == 2
    assert NGrams(2).found("tool") == {"to": 1, "oo": 1, "ol": 1}


def test_s4_edit_distance_is_no_kernel_on_five_words() -> None:
    """⚠ E35: λ_min = −0.0258 at γ = 0.1; on these five words it crosses 0 at ½·ln 2."""
    values = np.linalg.eigvalsh(kv.parse("edit(gamma=0.1)")(FIVE))
    assert values[0] == pytest.approx(-0.0258, abs=5e-5)
    for shift, sign in ((-1e-6, -1), (1e-6, 1)):
        assert np.sign(np.linalg.eigvalsh(kv.parse(f"edit(gamma={HALF_LN_2 + shift})")(FIVE))[0]) == sign


def test_fourteen_words_cross_later() -> None:
    words = list(words_over("ab", 3))
    assert len(words) == 14
    lowest = [np.linalg.eigvalsh(kv.parse(f"edit(gamma={g})")(words))[0] for g in (0.750, 0.752)]
    assert lowest[0] < 0 < lowest[1]


@pytest.mark.parametrize(
    ("x", "z", "apart"), [("", "abc", 3), ("kitten", "sitting", 3), ("flaw", "lawn", 2), ("ab", "ba", 2), ("a", "a", 0)]
)
def test_edit_distances_known_by_heart(x: str, z: str, apart: int) -> None:
    assert edit_distance(x, z) == apart == edit_distance(z, x)


def test_subsequences_of_cat_and_car() -> None:
    """The textbook's example: cat and car share ca only, λ⁴; normalised by 2λ⁴ + λ⁶ it is 1/(2 + λ²)."""
    k = kv.parse("subsequences(n=2, decay=0.5)")
    assert k(["cat"], ["car"]).item() == 0.5**4
    assert k(["cat"]).item() == 2 * 0.5**4 + 0.5**6
    assert kv.parse("normalize(subsequences(n=2, decay=0.5))")(["cat"], ["car"]).item() == pytest.approx(1 / 2.25)
    assert Gappy(2, 1).found("aab") == {"aa": 1, "ab": 2}


def test_neighbourhoods_of_two_alcohols() -> None:
    ethanol, ether = graph("CCO", "ethanol"), graph("COC", "ether")
    assert Subtrees(1).found(ethanol) == {"C": 2, "O": 1, "C(C)": 1, "C(C,O)": 1, "O(C)": 1}
    assert Subtrees(1).found(ether) == {"C": 2, "O": 1, "C(O)": 2, "O(C,C)": 1}
    assert (
        kv.parse("subtree(depth=0)")([ethanol], [ether]).item() == 5
    )  # 2·2 + 1·1: the atoms alone cannot tell them apart
    assert kv.parse("subtree(depth=1)")([ethanol], [ether]).item() == 5
    assert kv.parse("linear @ bonds")([graph("CC(=O)O")]).item() == 2**2 + 2**2 + 1 + 1 + 1


@pytest.mark.parametrize("phi", ["bonds", "subtrees(depth=1)"])
def test_graphs_without_a_common_label_share_nothing(phi: str) -> None:
    for graphs in (
        [graph("CO"), Graph(("C(O)", "C–O", "O(C)"))],
        [Graph(("a", "b"), ((0, 1, "c"),)), Graph(("ac", "cb", "a'c'b"))],
        [Graph(("a", "b"), ((0, 1, "=="),)), Graph(("a=", "=b", "a(==b)"), ((0, 1, ""),))],
    ):
        assert kv.parse(f"linear @ {phi}")(graphs)[0, 1] == 0


# ---- laws ------------------------------------------------------------------------------------------------------------

THINGS = {
    "words": ["", "a", "ab", "abab", "tool", "fool"],
    "sets": [*map(frozenset, ("", "a", "abc", "bcd"))],
    "graphs": [graph(text) for text in ("C", "CO", "CC(=O)O", "C1CC1", "OC=O")],
}
SEEN_AS_POINTS = ("rbf", "laplacian", "matern", "rational", "periodic", "linear", "poly", "minimum", "sigmoid", "tent")


@st.composite
def kernels_of(draw: Any, kind: str, size: int = 4) -> Kernel:
    """A tree over kernels of one kind of objects, traps included."""
    if size == 1:
        word = draw(st.sampled_from((*object_words(kind), "constant", "mapped")))
        if word == "constant":
            return kv.Constant(draw(st.integers(-2, 4)) / 2)
        if word == "mapped":
            below = kernel_words()[draw(st.sampled_from(SEEN_AS_POINTS))]()
            return Mapped(below, draw(st.sampled_from([m for m in OBJECT_MAPS.values() if m.takes == kind]))())
        cls = kernel_words()[word]
        small = {"n": (1, 3), "depth": (0, 2)}
        return cls(**{name: draw(numbers(p, name, small.get(name))) for name, p in cls().param_specs().items()})
    left, right = (draw(kernels_of(kind, s)) for s in (size // 2, size - size // 2))
    make = draw(st.sampled_from(("sum", "product", "scaled", "exp", "power", "normalize", "gaussian_of", "polynomial")))
    return {
        "sum": lambda: left + right,
        "product": lambda: left * right,
        "scaled": lambda: draw(st.integers(-4, 4)) / 2 * left,
        "exp": lambda: kv.exp(0.125 * left),
        "power": lambda: left**2,
        "normalize": lambda: kv.Normalized(left),
        "gaussian_of": lambda: kv.GaussianOf(left, 0.5),
        "polynomial": lambda: kv.PolynomialOf(left, (1.0, 0.0, 0.5)),
    }[make]()


@pytest.mark.slow
@pytest.mark.parametrize("kind", THINGS)
@few(25)
@given(data=st.data())
def test_compositions_obey_the_laws(kind: str, data: Any) -> None:
    k = data.draw(kernels_of(kind))
    check_laws(k, objects(data.draw(st.permutations(THINGS[kind])), kind))  # type: ignore[arg-type]


@pytest.mark.parametrize("word", object_words())
def test_every_word_obeys_the_laws(word: str) -> None:
    k = kernel_words()[word]()
    assert k.kind is not None
    check_laws(k, objects(THINGS[k.kind], k.kind))
    assert k.expand() is not None or word == "edit"


@pytest.mark.parametrize("phi", OBJECT_MAPS.values(), ids=lambda phi: phi.name)
def test_every_map_obeys_the_laws_and_takes_every_kernel_of_points(phi: Any) -> None:
    X = objects(THINGS[phi.takes], phi.takes)
    for k in (kv.Linear() + kv.exp(kv.Linear()), kv.RBF(10), kv.Polynomial(2)):
        check_laws(Mapped(k, phi()), X)
        assert kv.judge(Mapped(k, phi())).verdict is kv.Verdict.PROVEN


def test_two_lists_share_one_vocabulary() -> None:
    """Columns made from X alone and from Z alone would not be the same things."""
    k = kv.parse("rbf(gamma=1) @ ngrams(n=1)")
    assert k(["ab"], ["bc"]).item() == pytest.approx(math.exp(-2), rel=1e-15)
    whole = k(["ab", "bc", ""])
    assert np.array_equal(k(["ab", "bc"], [""]), whole[:2, 2:])


def test_an_object_with_nothing_to_count_has_the_image_0() -> None:
    assert kv.parse("spectrum(n=3)")(["ab", ""]).tolist() == [[0, 0], [0, 0]]
    assert kv.parse("rbf(gamma=1) @ members")([frozenset()]).tolist() == [[1]]


# ---- verdicts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gamma", [0.01, 0.1, 0.3, 0.5, 0.75])
def test_edit_distance_is_refuted_by_words_that_refute_it(gamma: float) -> None:
    k = kv.parse(f"edit(gamma={gamma})")
    found = kv.judge(k)
    assert found.verdict is kv.Verdict.REFUTED
    assert found.witness is not None
    K = np.array([[math.exp(-gamma * edit_distance(x, z)) for z in found.witness.points] for x in found.witness.points])
    assert found.witness.vector @ K @ found.witness.vector < 0
    assert f"{len(K)} words" in found.sentence


def test_the_edit_kernel_is_refuted_by_given_words() -> None:
    k = kv.parse("edit(gamma=0.1)")
    found = kv.judge(k, FIVE)
    assert found.data_witness is not None
    assert sorted(found.data_witness.points) == sorted(FIVE)
    assert kv.judge(k, ["a", "b"]).data_witness is None


def test_a_constant_is_judged_on_the_given_kind_of_objects() -> None:
    found = kv.judge(kv.Constant(-1), ["a", "b"])
    assert str(found.space) == "words"
    assert found.sentence == "Not a kernel on words: the Gram matrix of one word has the eigenvalue −1."
    assert kv.judge(kv.Constant(2), [frozenset()]).verdict is kv.Verdict.PROVEN


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("rbf(gamma=10) @ ngrams(n=2)", "proven"),
        ("gaussian_of(shared, gamma=1)", "proven"),
        ("2*exp(shared) - exp(shared)", "proven"),
        ("exp(shared)*exp(shared) - exp(2*shared)", "proven"),  # it is 0: exponents add
        ("shared - 1", "refuted"),
        ("sigmoid @ members", "refuted"),
        ("minimum @ ngrams(n=1)", "proven"),
        ("cosine @ radius @ ngrams(n=1)", "proven"),
        ("cosine @ ngrams(n=1)", "refuted"),
        ("edit(gamma=20)", "refuted"),
        ("-subtree(depth=1)", "refuted"),
    ],
)
def test_the_verdict_on_a_kernel_of_objects(text: str, verdict: str) -> None:
    assert kv.judge(kv.parse(text)).verdict.value == verdict


def test_no_count_of_coordinates_decides_a_kernel_of_counts() -> None:
    """20(x·z)² − ‖x‖²‖z‖² is a kernel on ℝ²⁰ and not on ℝ²¹: with 21 letters words refute it."""
    k = kv.parse("(20*linear**2 - weight(sqnorm, 1)) @ ngrams(n=1)")
    letters = list("abcdefghijklmnopqrstu")
    assert not kv.prove(k).complete
    found = kv.judge(k, letters)
    assert found.data_witness is not None
    assert len(found.data_witness) == 21


# ---- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "X", "says"),
    [
        ("spectrum(n=2)", [[1.0, 2.0]], "compares words, and these data are points"),
        ("shared", ["ab"], "compares finite sets, and these data are words"),
        ("rbf(gamma=1)", ["ab"], "A map makes points of them: write @ ngrams"),
        ("rbf(gamma=1)", [frozenset("a")], "write @ members"),
        ("spectrum(n=2)", ["a", 3], "row 1 is '3'"),
        ("spectrum(n=2)", "tool", "as a list"),
        ("spectrum(n=2) + rbf(gamma=1)", ["a"], "data cannot be both"),
        ("spectrum(n=2) + shared", ["a"], "data cannot be both"),
        ("spectrum(n=2) @ square", [[1.0]], "leave out @ square"),
        ("bilinear([[1, 0], [0, 1]]) @ ngrams(n=2)", ["ab"], "uses single columns"),
        ("linear @ column(i=1) @ ngrams(n=2)", ["ab"], "uses single columns"),
        ("linear @ circle(period=1) @ members", [frozenset()], "uses single columns"),
        ("(box(width=100) @ column(i=1)) @ ngrams(n=1)", ["ab"], "uses single columns"),
        ("(weight(first, 0*linear)) @ ngrams(n=1)", ["ab"], "uses single columns"),
        ("weight(norm, spectrum(n=2))", ["ab"], "normalize"),
        ("linear @ powerset", [frozenset("abcdefghijklm")], "2\\^13 subsets"),
        ("subsequences(n=4, decay=1)", ["ab" * 40], "or the kernel spectrum"),
    ],
)
def test_objects_of_a_wrong_kind_raise_an_error(text: str, X: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        kv.parse(text)(X)


@pytest.mark.parametrize("text", ["spectrum(n=2) + rbf(gamma=1)", "weight(norm, shared)"])
def test_a_mixture_is_not_judged(text: str) -> None:
    for ask in (kv.judge, kv.prove):
        with pytest.raises(ValueError, match="compares"):
            ask(kv.parse(text))


@pytest.mark.parametrize(
    "text", ["spectrum(n=0)", "linear @ ngrams(n=9)", "subsequences(n=5, decay=1)", "subtree(depth=6)"]
)
def test_numbers_out_of_range_are_refused_when_read(text: str) -> None:
    with pytest.raises(kv.KernelSyntaxError, match="must be a whole number from"):
        kv.parse(text)


def test_objects_stay_off_the_menu_of_points() -> None:
    assert not {leaf.text.split("(")[0] for leaf in leaves(2)} & set(object_words())
    assert "words are on the page" in (misfit(kv.parse("spectrum(n=2)"), 2) or "")
    assert kv.feature_map(kv.parse("spectrum(n=2)")) is None


# ---- graphs as text --------------------------------------------------------------------------------------------------


def test_graphs_are_read() -> None:
    ring = graph("C1CCCC1(Cl)O")
    assert ring.labels == ("C", "C", "C", "C", "C", "Cl", "O")
    assert (0, 4, "") in ring.edges
    assert graph("C=1CC1").edges == ((0, 1, ""), (0, 2, "="), (1, 2, ""))
    assert graph("a(b)(c)").neighbours[0] == ((1, ""), (2, ""))
    assert called(graph("CCO", "ethanol")) == "ethanol"
    assert graph("CCO", "one") == graph("CCO", "another")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ("C(", "a bracket is still open"),
        ("C)", "closes"),
        ("C1CC", "ring 1"),
        ("C11", "joined already"),
        ("C=", "a bond is still open"),
        ("C-", "a bond is still open"),
        ("C==C", "two bonds"),
        ("C--C", "two bonds"),
        ("C-=C", "two bonds"),
        ("C(C=)C", r"bond before the bracket joins nothing \(character 5\)"),
        ("C(-)C", "bond before the bracket"),
        ("=C", "begins with a letter"),
        ("C!C", r"character 2"),
        ("C" * 61, "more than 60"),
        ("C" * 121, "121 characters"),
        ("C12CC12", "joined already"),
    ],
)
def test_invalid_graph_texts_are_refused(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        graph(text)


@pytest.mark.parametrize(("labels", "edges"), [((), ()), (("C",), ((0, 0, ""),)), (("C", "C"), ((1, 0, ""),))])
def test_a_graph_has_nodes_and_proper_edges(labels: Any, edges: Any) -> None:
    with pytest.raises(ValueError, match=r"must|it must"):
        Graph(labels, edges)


def test_shelves_hold_different_objects_of_their_kind() -> None:
    for kind in ("words", "sets", "graphs"):
        for shelf in shelves(kind):
            assert len(set(shelf)) == len(shelf)
            objects(shelf, kind)
