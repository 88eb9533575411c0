"""Write the files in datasets/: `python scripts/datasets.py`.

The real data sets come from scikit-learn's bundled copies, with the units stated there. The points of the lectures come
from kernviz's toy data sets. A test checks that the files are what this script writes.
"""

from dataclasses import replace
from pathlib import Path

from sklearn import datasets as bundled

from kernviz.data import Dataset, to_csv, toy

FOLDER = Path(__file__).resolve().parents[1] / "datasets"
COPY = "written out from scikit-learn's bundled copy"
IRIS = f"R. A. Fisher (1936), The use of multiple measurements in taxonomic problems, Annals of Eugenics 7; {COPY}"
WINE = f"M. Forina et al., PARVUS; UCI Machine Learning Repository, Wine (1991); {COPY}"
CANCER = (
    "W. N. Street, W. H. Wolberg, O. L. Mangasarian (1993), Nuclear feature extraction for breast tumor diagnosis; "
    f"UCI Machine Learning Repository, Breast Cancer Wisconsin (Diagnostic) (1995); {COPY}"
)
DIABETES = (
    "B. Efron, T. Hastie, I. Johnstone, R. Tibshirani (2004), Least angle regression, Annals of Statistics 32; "
    f"{COPY}, unscaled"
)
LINNERUD = f"A. C. Linnerud, in M. Tenenhaus (1998), La régression PLS, Technip; {COPY}"


def iris(title: str, columns: tuple[int, ...]) -> Dataset:
    """Return Iris with these columns.

    Columns 0 and 1 are the sepals' length and width, 2 and 3 the petals'.
    """
    raw = bundled.load_iris()
    labels = raw.target_names[raw.target]
    names = tuple(raw.feature_names)
    whole = Dataset.labelled(raw.data, labels, title=title, source=IRIS, columns=names, target="species")
    return whole.select(columns)


def wine(title: str, columns: tuple[str, ...]) -> Dataset:
    """Return Wine with these columns.

    Cultivars 1 to 3 are the classes 0 to 2 of the copy.
    """
    raw = bundled.load_wine()
    names = tuple(name.replace("_", " ") for name in raw.feature_names)
    labels = [f"cultivar {i + 1}" for i in raw.target]
    return Dataset.labelled(raw.data, labels, title=title, source=WINE, columns=names, target="cultivar").select(
        columns
    )


def breast_cancer() -> Dataset:
    raw = bundled.load_breast_cancer()
    columns = ("mean radius", "mean texture", "mean smoothness", "mean concave points", "mean symmetry")
    return Dataset.labelled(
        raw.data,
        raw.target_names[raw.target],
        title="Breast tumours: cell nuclei, benign or malignant",
        source=CANCER,
        columns=tuple(raw.feature_names),
        target="diagnosis",
    ).select(columns)


def diabetes(title: str, columns: dict[str, str]) -> Dataset:
    """Return Diabetes with these columns.

    `columns` maps the copy's column names to those of the file, which state units.
    """
    raw = bundled.load_diabetes(scaled=False)
    chosen = [raw.feature_names.index(name) for name in columns]
    return Dataset(
        raw.data[:, chosen],
        raw.target,
        title=title,
        source=DIABETES,
        columns=tuple(columns.values()),
        target="progression after one year",
        task="regression",
    )


def linnerud() -> Dataset:
    raw = bundled.load_linnerud()
    return Dataset(
        raw.data[:, :2],
        raw.target[:, 1],
        title="Fitness club: exercises and waist",
        source=LINNERUD,
        columns=("chin-ups", "sit-ups"),
        target="waist (inch)",
        task="regression",
    )


def lecture(name: str, title: str, source: str, seed: int | None = None) -> Dataset:
    """Return a lecture's points: one draw of the toy data set ``name``."""
    return replace(toy(name, seed=seed), title=title, source=source)


def build() -> dict[str, str]:
    """Return the content of every file, by file name."""
    sets = {
        "iris": iris("Iris, all four measurements", (0, 1, 2, 3)),
        "iris_petals": iris("Iris petals", (2, 3)),
        "iris_sepals": iris("Iris sepals", (0, 1)),
        "wine": wine("Wine, four constituents", ("alcohol", "flavanoids", "color intensity", "proline")),
        "wine_colour": wine("Wine: flavanoids and colour", ("flavanoids", "color intensity")),
        "breast_cancer": breast_cancer(),
        "diabetes_bmi": diabetes("Diabetes progression by body mass index", {"bmi": "body mass index (kg/m²)"}),
        "diabetes": diabetes(
            "Diabetes progression by four measurements",
            {"age": "age (years)", "bmi": "body mass index (kg/m²)", "bp": "mean blood pressure", "s6": "blood sugar"},
        ),
        "fitness_club": linnerud(),
        "s1_line": lecture("lecture_1d", "Lecture 13: nine points on a line", "S1, first example"),
        "s4_clusters": lecture(
            "three_clusters",
            "Lecture 9: three clusters for kernel PCA",
            "S4, kernel PCA example: its centres and σ = 0.1, one draw of ours (seed 4)",
            seed=4,
        ),
        "s2_ridge": lecture("ridge_line", "Lecture 14: ridge on three points", "after S2, kernel ridge regression"),
    }
    return {f"{name}.csv": to_csv(replace(data, name=name)) for name, data in sets.items()}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in build().items():
        (FOLDER / name).write_bytes(text.encode())
        print(f"{name}: {text.count(chr(10))} lines")


if __name__ == "__main__":
    main()
