"""Examples that decide the mistakes (errata) of the lecture notes.

Each is a page's state in which a number tells the printed from the correct statement.
"""

from __future__ import annotations

from collections.abc import Mapping

from kernviz.lessons.presets import Preset

Values = Mapping[str, str | float | int | bool]  # names and values of query parameters

GAUSSIAN: Values = {"data": "moons", "k": "rbf(gamma=1)"}
SQUARE: Values = {"data": "moons", "k": "poly(degree=2, gamma=1, coef0=1)"}
SLACK: Values = {"data": "moons", "noise": 0.3, "k": "rbf(gamma=1)", "C": 1.0}
HARD: Values = {"data": "separable_blobs", "n": 20, "k": "linear", "hard": True}
XOR: Values = {"data": "xor", "k": "linear**2", "hard": True}
WORDS: Values = {"data": "moons", "k": "rbf(gamma=1)", "ob_view": "Edit distance", "ob_gamma": 0.1}
SETS: Values = {"data": "moons", "k": "rbf(gamma=1)", "ob_view": "Sets", "ob_sk": "exp(shared)"}

# EXAMPLES[page][erratum] is a state in which the page's number decides the erratum: a page to open and its query
# parameters. Errata that every state decides are absent. "" is for errata without a number.
EXAMPLES: Mapping[str, Mapping[str, tuple[str, Values]]] = {
    "compose": {
        "E1": ("compose", {"data": "fun_time_4", "k": "linear", "x1": 1.0, "z1": -1.0}),
        "E2": ("compose", {"data": "drawn", "pts": "a: 0 0 3 0 6 0", "k": "rbf(gamma=1) - 0.5"}),
        "E3": ("compose", SQUARE),
        "E20": ("compose", SQUARE),
        "E21": ("compose", GAUSSIAN),
        "E22": ("compose", GAUSSIAN),
        "E33": ("compose", {"data": "moons", "k": "2*linear"}),  # linear and 2*linear both have λ_min = 0
        "E34": ("compose", {"data": "moons", "k": "matern(nu=1.5, length=1)"}),
        "E48": ("compose", GAUSSIAN),
    },
    "dual": {
        "E18": ("dual", SQUARE),
        "E23": ("dual", SQUARE),
        "E31": ("dual", SQUARE),
        "E32": ("dual", GAUSSIAN),
        "E42": ("svm", SLACK),
        "E43": ("dual", SQUARE),
        "E44": ("svm", SLACK),
    },
    "gaussian": {
        "E16": ("gaussian", {"data": "moons", "k": "rbf(gamma=0.5)", "ga_x1": 1.0, "ga_z1": 0.5}),
        "E21": ("gaussian", {"data": "moons", "k": "rbf(gamma=0.5)", "ga_space": "plane"}),
    },
    "geometry": {
        "E4": ("geometry", {"data": "two_neighbours", "k": "linear", "gp": "2, 1", "gq": "0, 1"}),
        "E5": ("geometry", {"data": "moons", "k": "rbf(gamma=1)", "gp": "1, 0.5, -1"}),
        "E6": ("geometry", SQUARE),
        "E7": ("geometry", GAUSSIAN),
        "E8": ("geometry", {"data": "moons", "k": "rbf(gamma=1)", "gpts": "0, 1"}),
        "E9": ("geometry", GAUSSIAN),
        "E10": ("geometry", {"data": "moons", "k": "rbf(gamma=1)", "gpts": "0, 1"}),
        "E11": ("geometry", GAUSSIAN),
    },
    "lift": {
        "": ("lift", XOR),
        "E19": ("lift", SQUARE),
        "E28": ("lift", {"data": "moons", "k": "poly(degree=2, gamma=0.5, coef0=2)", "px": 1.0, "py": 2.0}),
        "E29": ("lift", {"data": "moons", "k": "poly(degree=2, gamma=0.5, coef0=1)", "px": 1.0, "py": 2.0}),
        "E43": ("lift", {"data": "moons", "k": "linear**2", "px": 1.0, "py": 2.0}),
    },
    "mercer": {
        "E30": ("mercer", {"data": "moons", "k": "linear"}),
        "E33": ("mercer", {"data": "moons", "k": "linear"}),
        "E35": ("objects", WORDS),
    },
    "neighbors": {
        "E8": ("neighbors", {"data": "two_neighbours", "k": "rbf(gamma=1)", "px": 2.0}),
        "E27": ("neighbors", {"data": "moons", "k": "rbf(gamma=1)", "nn_view": "SVM: the smart neighbour"}),
    },
    "objects": {"": ("objects", SETS), "E35": ("objects", WORDS)},
    "pca": {
        "E36": ("pca", {"data": "three_clusters", "k": "rbf(gamma=10)"}),
        "E37": ("pca", {"data": "three_clusters", "k": "rbf(gamma=10)"}),
        "E38": ("pca", SQUARE),
        "E39": ("pca", {"data": "s4_clusters", "k": "rbf(gamma=10)"}),
    },
    "polynomial": {
        "E1": ("polynomial", SQUARE),
        "E19": ("polynomial", {**SQUARE, "po_m": 10, "po_k": 2}),
        "E28": ("polynomial", {"data": "moons", "k": "poly(degree=2, gamma=0.5, coef0=2)"}),
        "E29": ("polynomial", SQUARE),
    },
    "ridge": {
        "E23": ("ridge", {"data": "s2_ridge", "k": "linear"}),
        "E24": ("ridge", {"data": "s2_ridge", "k": "linear"}),
        "E27": ("ridge", {"data": "s2_ridge", "k": "linear"}),
    },
    "sphere": {
        "E12": ("sphere", {"data": "circle_points", "k": "linear"}),
        "E13": ("sphere", {"data": "square_corners", "k": "rbf(gamma=1)"}),
        "E14": ("sphere", {"data": "drawn", "pts": "-1 0 1 0 0 1", "k": "linear"}),
        "E15": ("sphere", {"data": "circle_points", "k": "linear"}),
    },
    "svm": {
        "E17": ("svm", SLACK),
        "E25": ("svm", SLACK),
        "E26": ("svm", SLACK),
        "E27": ("svm", SLACK),
        "E40": ("svm", SLACK),
        "E41": ("svm", HARD),
        "E42": ("svm", SLACK),
        "E44": ("svm", SLACK),
        "E45": ("svm", SLACK),
        "E46": ("svm", SLACK),
        "E47": ("svm", SLACK),
    },
}


def example(page: str, number: str, tab: str = "") -> Preset | None:
    """Return a state in which the page's number decides the erratum.

    `number` is that of the erratum, as "E20". The example opens the given tab. None if the erratum has
    no example, because every state decides it.
    """
    found = EXAMPLES.get(page, {}).get(number)
    if found is None:
        return None
    return Preset("", found[0], "", {**found[1], **({"tab": tab} if tab else {})})
