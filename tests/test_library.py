"""Library as it is imported: public names, representations, plots, and conversion to and from scikit-learn."""

from __future__ import annotations

import html
import pickle
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.cluster import SpectralClustering
from sklearn.decomposition import KernelPCA as TheirPCA
from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
from sklearn.gaussian_process import kernels as theirs
from sklearn.kernel_approximation import Nystroem
from sklearn.kernel_ridge import KernelRidge as TheirRidge
from sklearn.metrics.pairwise import pairwise_kernels
from sklearn.model_selection import GridSearchCV
from sklearn.svm import SVC, SVR, OneClassSVM

import kernviz as kv
from kernviz.kernels.parse import kernel_words
from kernviz.mercer.witness import witness

MOONS = kv.toy("moons", n=60).versus("+1")
X = MOONS.X
LONGEST = 200  # characters of a repr


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = "'sklearn', 'scipy', 'plotly', 'streamlit', 'flint'"
    script = f"import kernviz, sys; print([name for name in ({heavy}) if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    assert {"KernelSVC", "parse", "plot", "exp", "geometry"} <= set(kv.__all__)
    for name in kv.__all__:
        assert getattr(kv, name) is not None
    assert set(kv.__all__) <= set(dir(kv))
    with pytest.raises(AttributeError):
        kv.nothing_of_that_name  # type: ignore[attr-defined]  # noqa: B018


def test_every_word_of_the_language_is_a_public_class() -> None:
    assert not [cls for cls in kernel_words().values() if getattr(kv, cls.__name__, None) is not cls]


LONG = kv.parse(" + ".join(f"{i + 0.123456}*rbf(gamma={i + 0.123456})" for i in range(12)))
STATED = [kv.RBF(1), kv.parse("2*rbf(gamma=1)"), kv.parse("-rbf(gamma=1)"), kv.parse("sigmoid"), LONG]


def represented() -> list[object]:
    """Return objects with a representation of their own: short and long ones."""
    judgements = [kv.judge(k, d=2) for k in STATED]
    machines = [kv.KernelSVC(kv.RBF(2), C=5).fit(X, MOONS.y), kv.SmallestHypersphere(kv.RBF(1)).fit(X)]
    maps = [kv.feature_map(kv.Polynomial(degree), d) for degree, d in ((1, 1), (2, 2), (5, 6))]
    return [
        kv.toy("moons"),
        kv.toy("sine"),
        kv.parse("rbf(1)*linear"),
        *judgements,
        *(judgement.proof for judgement in judgements),
        *(step for judgement in judgements for step in judgement.proof.steps()),
        *(found for judgement in judgements if (found := judgement.witness) is not None),
        witness(kv.parse("bilinear([[1, 1], [0, 1]])"), [[1.0, 0.0], [0.0, 1.0]]),
        witness(kv.MinusDistance(), X),
        *maps,
        *(machine.certificate_ for machine in machines),
    ]


@pytest.mark.parametrize("made", represented(), ids=lambda made: type(made).__name__)
def test_a_representation_is_one_short_line(made: object) -> None:
    assert isinstance(made, kv.Kernel) or repr(made).startswith(f"<{type(made).__name__} ")
    assert len(repr(made)) < LONGEST
    assert "\n" not in repr(made)


def test_a_notebook_shows_formula_verdict_and_proof() -> None:
    k = kv.parse("2*rbf(gamma=1)")
    assert k._repr_latex_() == f"$k(x, z) = {kv.latex(k)}$"
    shown = kv.judge(k, d=2)._repr_html_()
    assert shown.count("<li>") == len(list(kv.prove(k, d=2).walk()))
    assert "A kernel on ℝ²" in shown
    assert "<script>" not in kv.judge(kv.parse("spectrum(n=2)"), ["<script>", "b"])._repr_html_()


def test_a_representation_says_what_was_found() -> None:
    found = kv.judge(kv.parse("-rbf(gamma=1)"), d=2).witness
    assert repr(found) == "<Witness of 1 point: eigenvalue -1>"
    skew = witness(kv.parse("bilinear([[1, 1], [0, 1]])"), [[1.0, 0.0], [0.0, 1.0]])
    assert repr(skew) == "<Witness of 2 points: the matrix is not symmetric>"
    assert repr(kv.feature_map(kv.Polynomial(2), 2)) == "<FeatureMap to 6 coordinates: x₁², √2·x₁x₂, x₂², …>"
    assert repr(kv.feature_map(kv.Linear(), 2)) == "<FeatureMap to 2 coordinates: x₁, x₂>"
    assert (
        repr(kv.prove(kv.parse("2*rbf(gamma=1)"), d=2).steps()[1]) == "<ProofStep 2, scaling: 2*linear on ℝ²: complete>"
    )
    certificate = kv.KernelSVC(kv.RBF(2), C=5).fit(X, MOONS.y).certificate_
    assert repr(certificate).startswith(f"<Certificate optimal: primal {certificate.primal:.6g}, dual ")


def balanced(formula: str) -> bool:
    """Return True if the braces and environments of a formula in dollar signs are closed in order."""
    depth = 0
    for char in re.sub(r"\\[{}]", "", formula):
        depth += (char == "{") - (char == "}")
        if depth < 0:
            return False
    begun, ended = (re.findall(rf"\\{word}{{(\w+)}}", formula) for word in ("begin", "end"))
    return depth == 0 and sorted(begun) == sorted(ended) and re.fullmatch(r"\$[^$]+\$", formula) is not None


@pytest.mark.parametrize("k", STATED, ids=lambda k: str(k)[:20])
def test_kernels_judgements_and_proofs_have_html_and_latex(k: kv.Kernel) -> None:
    judgement = kv.judge(k, d=2)
    for made in (k, judgement, judgement.proof):
        assert balanced(made._repr_latex_())
        assert not re.search("[‹›]", made._repr_latex_() + made._repr_html_())
        assert made._repr_html_().count("<") == made._repr_html_().count(">")
    assert html.escape(k._repr_latex_()) in k._repr_html_()
    assert kv.latex(k) in judgement._repr_latex_()
    steps = judgement.proof.steps()
    assert all(f"k_{{{step.index}}} = {step.formula}" in judgement.proof._repr_latex_() for step in steps)
    assert (judgement.proof._repr_latex_()[1:-1] in judgement._repr_latex_()) is (
        judgement.verdict is kv.Verdict.PROVEN
    )


def test_a_formula_of_a_long_kernel_is_shown_whole() -> None:
    assert LONG._repr_html_().count("e^{") == 12


@pytest.mark.parametrize(
    "machine",
    [
        kv.KernelSVC(kv.RBF(2), C=5).fit(X, MOONS.y),
        kv.KernelSVC(kv.RBF(20), C=float("inf")).fit(X, MOONS.y),
        kv.KernelPCA(kv.RBF(1), n_components=3).fit(X),
        kv.SmallestHypersphere(kv.RBF(1)).fit(X),
        kv.SoftHypersphere(kv.RBF(1), nu=0.2).fit(X),
        kv.KernelNearestNeighbors(kv.RBF(1), n_neighbors=5).fit(X, MOONS.y),
        kv.KernelRidge(kv.RBF(1), ridge=0.1).fit(X[:, :1], X[:, 1]),
        kv.KernelRidge(kv.RBF(1), ridge=0).fit(X[:5, :1], X[:5, 1]),
    ],
    ids=repr,
)
def test_a_machine_is_drawn_with_its_points(machine: object) -> None:
    drawn = set[tuple[float, ...]]()
    for trace in kv.plot(machine).data:
        if trace.type == "scatter" and trace.x is not None:
            drawn |= places(np.array([trace.x, trace.y], dtype=float).T)
    points = machine.X_ if machine.X_.shape[1] == 2 else np.column_stack([machine.X_, machine.y_])  # type: ignore[attr-defined]
    assert places(points) <= drawn


def places(points: np.ndarray) -> set[tuple[float, ...]]:
    return {tuple(place) for place in points[np.isfinite(points).all(axis=1)].round(9).tolist()}


def test_the_picture_of_a_machine_is_of_that_machine() -> None:
    machine = kv.KernelSVC(kv.RBF(2), C=0.7).fit(X, MOONS.y)
    free = next(trace for trace in kv.plot(machine).data if (trace.name or "").startswith("free SV"))
    assert places(np.array([free.x, free.y], dtype=float).T) == places(X[machine.free_])


def test_a_kernel_is_drawn_as_its_proof_or_its_matrix() -> None:
    assert kv.plot(kv.parse("2*rbf(1) + linear")).data
    matrix = next(trace for trace in kv.plot(kv.RBF(1), kv.toy("moons", n=30)).data if trace.type == "heatmap")
    assert np.shape(matrix.z) == (30, 30)


WEIGHTS = np.where(np.arange(60) % 3 == 0, 0.0, np.where(np.arange(60) % 3 == 1, 5.0, 0.2))


def test_the_picture_of_a_weighted_machine_is_of_that_machine() -> None:
    """The pages train without weights, and the picture must not."""
    machine = kv.KernelSVC(kv.RBF(2), C=0.7).fit(X, MOONS.y, sample_weight=WEIGHTS)
    traces = kv.plot(machine).data
    for start, rows in (("free SV", machine.free_), ("bounded SV", machine.bounded_)):
        marks = next(trace for trace in traces if (trace.name or "").startswith(start))
        assert places(np.array([marks.x, marks.y], dtype=float).T) == places(X[rows])
    field = next(trace for trace in traces if trace.type == "heatmap")
    corner = [[float(np.asarray(field.x)[0]), float(np.asarray(field.y)[0])]]
    drawn = float(np.clip(np.asarray(field.z, dtype=float)[0, 0], -2, 2))
    assert drawn == pytest.approx(float(np.clip(machine.decision_function(corner)[0], -2, 2)), abs=1e-3)


@pytest.mark.parametrize("kernel", [None, kv.RBF(1)], ids=str)
def test_the_curve_of_a_weighted_regression_is_of_that_machine(kernel: kv.Kernel | None) -> None:
    machine = kv.KernelRidge(kernel, ridge=0.3).fit(X[:, :1], X[:, 1], sample_weight=WEIGHTS)
    curves = [trace for trace in kv.plot(machine).data if trace.type == "scatter" and trace.mode == "lines"]
    curve = next(trace for trace in curves if np.isfinite(np.asarray(trace.x, dtype=float)).all() and len(trace.x) > 60)
    at = np.asarray(curve.x, dtype=float)
    assert np.asarray(curve.y, dtype=float) == pytest.approx(machine.predict(at[:, None]), abs=1e-4)


THREE = np.arange(60) % 3


@pytest.mark.parametrize("cls", [kv.OneVersusRest, kv.OneVersusOne, kv.DecisionDAG, kv.CrammerSinger])
@pytest.mark.parametrize("columns", [1, 2])
def test_machines_for_many_classes_are_drawn_with_their_points(cls: type, columns: int) -> None:
    machine = cls(kv.RBF(3), C=2.0).fit(X[:, :columns], np.array(["a", "b", "c"])[THREE])
    traces = kv.plot(machine).data
    assert {"a", "b", "c"} <= {trace.name for trace in traces}
    drawn = [trace for trace in traces if trace.name == "b" and trace.x is not None and trace.x[0] is not None]
    across = {round(float(x), 9) for trace in drawn for x in trace.x if x is not None}
    assert set(X[THREE == 1, 0].round(9)) <= across


SHAPED = [*STATED, kv.Spectrum(2), kv.Shared(), kv.Subtree(1), kv.parse("linear @ ngrams(n=2)"), kv.Constant(1)]
SHAPED += [kv.Bilinear([[2, 0, 0], [0, 2, 0], [0, 0, 1]]), kv.parse("rbf(1) @ column(5)")]


@pytest.mark.parametrize("kernel", SHAPED, ids=lambda k: str(k)[:30])
def test_every_kernel_has_a_tree_on_the_space_it_fits(kernel: kv.Kernel) -> None:
    assert kv.plot(kernel).data


def test_a_judgement_is_drawn_as_its_tree() -> None:
    assert len(kv.plot(kv.judge(kv.RBF(1), d=7)).data) == len(kv.plot(kv.RBF(1)).data)


GIVEN = {
    "data set": (kv.RBF(1), MOONS, 60),
    "array": (kv.RBF(1), X[:7], 7),
    "list": (kv.RBF(1), [[0.0], [1.0]], 2),
    "three columns": (kv.RBF(1), np.eye(3), 3),
    "words": (kv.Spectrum(1), ["tool", "fool", "pool"], 3),
    "sets": (kv.Shared(), [{"a"}, {"a", "b"}], 2),
    "graphs": (kv.Subtree(1), [kv.graph("CCO"), kv.graph("CC")], 2),
}


@pytest.mark.parametrize(("kernel", "given", "n"), GIVEN.values(), ids=GIVEN)
def test_the_matrix_of_any_points_is_drawn(kernel: kv.Kernel, given: Any, n: int) -> None:
    matrix = next(trace for trace in kv.plot(kernel, given).data if trace.type == "heatmap")
    assert np.shape(matrix.z) == (n, n)
    values = kernel(given.X if isinstance(given, kv.Dataset) else given)
    assert np.asarray(matrix.z, dtype=float).sum() == pytest.approx(values.sum(), rel=1e-5)


WORDS = kv.KernelSVC(kv.Spectrum(1)).fit(["ab", "bb"], [0, 1])


@pytest.mark.parametrize(
    ("what", "given", "way_out"),
    [
        ("rbf", None, "kv.plot draws a fitted machine, a kernel or a judgement"),
        (X, None, "cannot be drawn"),
        (kv.RBF, None, "cannot be drawn"),
        (SVC().fit(X, MOONS.y), None, "kv.from_sklearn converts machines"),
        (kv.KernelSVC(), None, "not fitted yet"),
        (kv.OneVersusOne(kv.RBF(1)), None, "not fitted yet"),
        (kv.OneClassMachine(), None, "not fitted yet"),
        (kv.OneClassMachine().fit(X), None, "a SoftHypersphere has a picture"),
        (kv.KernelSVC().fit(X, MOONS.y), MOONS, "drawn with the points it was trained on"),
        (kv.KernelSVC().fit(np.eye(3), [0, 1, 1]), None, "3 columns"),
        (kv.KernelRidge().fit(np.eye(3), [0, 1, 1]), None, "3 columns"),
        (WORDS, None, "compares words"),
        (kv.RBF(1), ["ab", "ba"], "these data are words"),
        (kv.Spectrum(1), X, "these data are points"),
    ],
    ids=lambda v: f"{v!r:.30}",
)
def test_objects_that_cannot_be_plotted_raise_an_error(what: object, given: object, way_out: str) -> None:
    with pytest.raises(ValueError, match=way_out):
        kv.plot(what, given)


PROCESSES = [
    theirs.RBF(0.7),
    theirs.Matern(1.3, nu=1.5),
    theirs.Matern(1.3, nu=np.inf),
    theirs.RationalQuadratic(length_scale=0.8, alpha=1.7),
    theirs.ExpSineSquared(length_scale=0.9, periodicity=2.1),
    theirs.DotProduct(sigma_0=0.6),
    2.5 * theirs.RBF(0.5) + theirs.DotProduct(1.0) ** 2,
    theirs.RBF(1.0) * 0.3,
    theirs.ConstantKernel(0.4),
]


@pytest.mark.parametrize("kernel", PROCESSES, ids=repr)
def test_a_kernel_of_a_gaussian_process_has_the_same_values(kernel: theirs.Kernel) -> None:
    points = X[:20]
    assert kv.from_sklearn(kernel)(points) == pytest.approx(kernel(points), rel=1e-12, abs=1e-14)


MACHINES = [
    SVC(kernel="rbf", C=3),
    SVC(kernel="rbf", gamma=2.0),
    SVC(kernel="poly", degree=2, gamma="auto", coef0=1),
    SVC(kernel="linear"),
]


@pytest.mark.parametrize("machine", MACHINES, ids=repr)
def test_a_machine_of_scikit_learn_decides_the_same_here(machine: SVC) -> None:
    theirs_fitted = machine.set_params(tol=1e-8).fit(X, MOONS.y)
    ours = kv.from_sklearn(theirs_fitted).fit(X, MOONS.y)
    assert ours.decision_function(X) == pytest.approx(theirs_fitted.decision_function(X), abs=1e-5)
    back = kv.to_sklearn(ours).set_params(tol=1e-8).fit(X, MOONS.y)
    assert back.decision_function(X) == pytest.approx(ours.decision_function(X), abs=1e-5)


@pytest.mark.parametrize("kernel", ["rbf", "laplacian", "poly", "linear"])
def test_ridge_regression_of_scikit_learn_predicts_the_same_here(kernel: str) -> None:
    target = X[:, 1]
    fitted = TheirRidge(kernel=kernel, alpha=0.3, degree=2).fit(X, target)
    ours = kv.from_sklearn(fitted).fit(X, target)
    assert ours.predict(X) == pytest.approx(fitted.predict(X), rel=1e-9)
    assert kv.to_sklearn(ours).fit(X, target).predict(X) == pytest.approx(fitted.predict(X), rel=1e-9)


ROUND = [
    kv.RBF(2),
    kv.parse("0.5*rbf(1) + linear"),
    kv.Spectrum(2),
    kv.KernelSVC(kv.RBF(2), C=3.0),
    kv.KernelSVC(kv.Spectrum(2)),
    kv.KernelRidge(kv.RBF(2), ridge=0.5),
    kv.KernelPCA(kv.parse("poly(2)"), n_components=3),
    kv.OneClassMachine(kv.RBF(2), nu=0.25),
]


@pytest.mark.parametrize("model", ROUND, ids=repr)
def test_there_and_back_is_the_same(model: Any) -> None:
    back = kv.from_sklearn(kv.to_sklearn(model))
    assert type(back) is type(model)
    assert back.get_params() == model.get_params()


def test_a_process_and_a_machine_may_hold_any_kernel() -> None:
    for kernel in (kv.RBF(2), kv.to_sklearn(kv.RBF(2)), theirs.RBF(0.5)):
        assert kv.from_sklearn(SVC(kernel=kernel)).kernel == kv.RBF(2)
        assert kv.from_sklearn(TheirRidge(kernel=kernel)).kernel == kv.RBF(2)
    noisy = kv.to_sklearn(kv.RBF(2)) + theirs.DotProduct(1.0)
    assert kv.from_sklearn(noisy) == kv.parse("rbf(gamma=2) + linear + 1")


TAKERS = {
    "KernelRidge": lambda k: TheirRidge(kernel=k, alpha=0.1).fit(X, X[:, 1]).predict(X),
    "SVC": lambda k: SVC(kernel=k, tol=1e-8).fit(X, MOONS.y).decision_function(X),
    "SVR": lambda k: SVR(kernel=k, tol=1e-8).fit(X, X[:, 1]).predict(X),
    "KernelPCA": lambda k: np.abs(TheirPCA(kernel=k, n_components=2).fit_transform(X)),
    "Nystroem": lambda k: Nystroem(kernel=k, n_components=5, random_state=0).fit_transform(X),
    "pairwise": lambda k: pairwise_kernels(X, X[:9], metric=k),
    "clusters": lambda k: SpectralClustering(2, affinity=k, random_state=0).fit_predict(X),
    "process": lambda k: GaussianProcessRegressor(k, alpha=0.1, optimizer=None).fit(X, X[:, 1]).predict(X),
    "classes": lambda k: GaussianProcessClassifier(k, optimizer=None).fit(X, MOONS.y).predict_proba(X),
}


@pytest.mark.parametrize("use", TAKERS.values(), ids=TAKERS)
def test_a_converted_kernel_serves_every_estimator(use: Any) -> None:
    assert use(kv.to_sklearn(kv.RBF(2))) == pytest.approx(use(theirs.RBF(0.5)), abs=1e-9)


def test_a_converted_kernel_is_searched_and_copied() -> None:
    search = GridSearchCV(TheirRidge(kernel=kv.to_sklearn(kv.RBF(1))), {"kernel__kernel__gamma": [0.01, 3.0]}, cv=3)
    best = search.fit(X, MOONS.y).best_estimator_
    assert best.kernel.kernel == kv.RBF(3)
    ours = kv.to_sklearn(kv.Spectrum(1))
    again = pickle.loads(pickle.dumps(ours))  # noqa: S301  (our own bytes)
    assert again == clone(ours) == ours
    assert again(["ab", "b"]).tolist() == [[2, 1], [1, 1]]
    assert not ours.requires_vector_input


def test_a_converted_kernel_is_stationary_as_scikit_learns_own_is() -> None:
    for model in (
        theirs.RBF(1.0) + theirs.Matern(1.0),
        2.0 * theirs.RBF(1.0) * theirs.RationalQuadratic(1.0),
        theirs.ConstantKernel(3.0),
        theirs.RBF(1.0) ** 2,
        theirs.RBF(1.0) + theirs.DotProduct(1.0),
        theirs.DotProduct(1.0) ** 2,
    ):
        assert kv.to_sklearn(kv.from_sklearn(model)).is_stationary() == model.is_stationary(), model


class _Overlap:
    """Kernel of a user, which only has what `KernelModel` asks for."""

    def __call__(self, X: Any, Z: Any = None) -> Any:
        return np.asarray(X) @ np.asarray(X if Z is None else Z).T

    def diag(self, X: Any) -> Any:
        return (np.asarray(X) ** 2).sum(axis=1)


def test_a_kernel_that_a_user_wrote_goes_to_scikit_learn() -> None:
    converted = kv.to_sklearn(kv.KernelRidge(_Overlap(), ridge=0.1)).set_params(alpha=0.2)
    ours = kv.KernelRidge(_Overlap(), ridge=0.2).fit(X, X[:, 1])
    assert converted.fit(X, X[:, 1]).predict(X) == pytest.approx(ours.predict(X), abs=1e-9)
    assert clone(converted).get_params()["alpha"] == 0.2
    process = GaussianProcessRegressor(converted.kernel, alpha=0.2, optimizer=None).fit(X, X[:, 1])
    assert process.predict(X) == pytest.approx(ours.predict(X), abs=1e-6)
    assert not converted.kernel.is_stationary()


@pytest.mark.parametrize("kernel", ["rbf", "poly", "linear", "cosine", "sigmoid"])
def test_components_of_scikit_learn_are_the_same_here(kernel: str) -> None:
    fitted = TheirPCA(kernel=kernel, n_components=2, degree=2, gamma=0.2 if kernel == "sigmoid" else None).fit(X)
    try:
        ours = kv.from_sklearn(fitted).fit(X)
    except ValueError as problem:
        assert kernel == "sigmoid"  # tanh is no kernel, and scikit-learn drops what is negative
        assert "negative" in str(problem)  # noqa: PT017
        return
    assert np.abs(ours.transform(X)) == pytest.approx(np.abs(fitted.transform(X)), abs=1e-9)


def test_one_class_machines_of_scikit_learn_decide_the_same_here() -> None:
    fitted = OneClassSVM(gamma=2.0, nu=0.3, tol=1e-8).fit(X)
    ours = kv.from_sklearn(fitted).fit(X)
    assert (ours.decision_function(X) * 0.3 * len(X)) == pytest.approx(fitted.decision_function(X), abs=1e-4)


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (kv.KernelSVC(kv.RBF(1), C=float("inf")), "no hard margin, and C = 1e6 comes close"),
        (kv.OneClassMachine(kv.RBF(1)), "give that number"),
        (kv.KernelPCA(kv.RBF(1), center=False), "always centres"),
        (kv.OneVersusOne(kv.RBF(1)), "KernelSVC, OneClassMachine, KernelRidge and KernelPCA"),
        ("rbf", "KernelSVC, OneClassMachine, KernelRidge and KernelPCA"),
    ],
    ids=lambda v: f"{v!r:.30}",
)
def test_what_scikit_learn_lacks_is_told_with_the_reason(model: object, reason: str) -> None:
    with pytest.raises(ValueError, match=f"no counterpart: .*{reason}"):
        kv.to_sklearn(model)


@pytest.mark.parametrize(
    ("model", "way_out"),
    [
        (SVC(), "give n_features|give variance"),
        (SVC(kernel="precomputed"), "no counterpart: kernel = 'precomputed'"),
        (SVC(kernel=lambda x, z: x @ z.T), "no counterpart: kernel = <function"),
        (SVC(kernel="linear", class_weight="balanced"), "no counterpart: give fit a sample_weight"),
        (TheirRidge(alpha=[1.0, 2.0]), "no counterpart: a ridge is one number"),
        (TheirRidge(kernel="chi2"), "no counterpart: kernel = 'chi2'"),
        (TheirRidge(kernel="poly", degree=2.5, gamma=1.0), "no counterpart: degree = 2.5 is no whole number"),
        (TheirRidge(kernel="poly", degree="2", gamma=1.0), "no counterpart: degree = '2' is no whole number"),
        (theirs.RBF([1.0, 2.0]), "no counterpart: a kernel here has one length"),
        (theirs.WhiteKernel(), "no counterpart: .* no noise"),
        (theirs.DotProduct() ** 1.5, "no counterpart: .* whole powers"),
        ("rbf", "no counterpart: kernels of sklearn.gaussian_process"),
        (SVR(), "no counterpart: kernels of sklearn.gaussian_process"),
    ],
)
def test_models_without_a_counterpart_raise_an_error(model: object, way_out: str) -> None:
    with pytest.raises(ValueError, match=way_out):
        kv.from_sklearn(model)
