"""Examples: ready-made states of pages, among them figures of the notes.

Each is a sentence and the query parameters it sets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kernviz.data.objects import TREES
from kernviz.wording import phrase

LECTURES = {
    "S0": phrase("Kernels and feature space"),
    "S1": phrase("The kernel method"),
    "S2": phrase("Well-defined kernels and kernel machines"),
    "S3": phrase("Kernel support vector machine"),
    "S4": phrase("Kernel methods"),
}


TOPICS = {
    "hands": phrase("Take hold of it"),
    "proof": phrase("Is it a kernel?"),
    "features": phrase("What a kernel sees"),
    "distance": phrase("Distances, means and balls"),
    "border": phrase("Borders and support vectors"),
    "fitting": phrase("Too wide, too narrow"),
    "curves": phrase("Curves and surfaces"),
    "numbers": phrase("Why n numbers are enough"),
    "neighbours": phrase("Neighbours"),
    "directions": phrase("Directions"),
    "things": phrase("Sets, words, molecules"),
    "quiz": phrase("The notes' own questions"),
}
OF_PAGE = {  # page -> its idea
    "compose": "proof",
    "mercer": "proof",
    "polynomial": "features",
    "gaussian": "features",
    "lift": "features",
    "geometry": "distance",
    "sphere": "distance",
    "svm": "border",
    "multiclass": "border",
    "ridge": "curves",
    "dual": "numbers",
    "neighbors": "neighbours",
    "pca": "directions",
    "objects": "things",
}
FIRST = (  # examples shown first on Home: one per idea
    phrase("Drag a point: only those on the margin move the line"),
    phrase("Passing is not a proof: exp(−d²) − ½ on {0, 3}"),
    phrase("The ellipse x₁²/4 + x₂² = 1 is the plane (¼, 1, 0), b = −1"),
    phrase("The whole sphere in three coordinates: (x·z)²"),
    phrase("Slack: three kinds of points"),
    phrase("A narrow Gaussian learns every point by heart: γ = 100"),
    phrase("A Gaussian process: its mean is ridge regression"),
    phrase("Representer theorem: move w out of the span, and no output on a training point changes"),
    phrase("A polynomial can change a neighbour: hatched, where Euclid's is another"),
    phrase("The kernel PCA figure: three clusters, eight components"),
    phrase("Molecules: gas or liquid, by the neighbours of their atoms"),
    phrase("Quiz 1: the Gaussian kernel in four lines"),
)


@dataclass(frozen=True)
class Preset:
    """Example: a sentence, its lecture, its page, and its values.

    `values` are the query parameters that the example sets. `also` are ideas that the example
    illustrates, besides that of its page.
    """

    lecture: str
    page: str
    sentence: str
    values: Mapping[str, str | float | int | bool]
    also: tuple[str, ...] = ()

    @property
    def ideas(self) -> tuple[str, ...]:
        """Ideas of the example; the idea of its page comes first."""
        return (OF_PAGE[self.page], *self.also)


PRESETS = (
    Preset("S0", "polynomial", phrase("Six lines: what (x·z + 1)² sees of two coordinates"), {"data": "moons", "k": "poly(degree=2, gamma=1, coef0=1)", "tab": phrase("Six lines")}),
    Preset("S0", "compose", phrase("A polynomial of a kernel, but not a kernel: (x·z − 1)²"), {"data": "fun_time_4", "k": "polynomial(linear, [1, -2, 1])"}),
    Preset("S0", "compose", phrase("Degrees multiply: a square inside a cube"), {"data": "moons", "k": "(1 + (1 + linear)**2)**3"}),
    Preset("S0", "compose", phrase("The exercise: a Gaussian of another kernel's features"), {"data": "ellipse", "k": "gaussian_of(poly(degree=2, gamma=1, coef0=1), gamma=1)", "tab": phrase("Proof, line by line")}, ("quiz",)),
    Preset("S0", "polynomial", phrase("Six lines again, with other numbers: (½ x·z + 2)⁴"), {"data": "moons", "k": "poly(degree=4, gamma=0.5, coef0=2)", "tab": phrase("Six lines")}),
    Preset("S0", "polynomial", phrase("A negative coefficient: u² − 2u + 1 at the points ±1"), {"data": "fun_time_4", "k": "linear", "po_degree": 1, "po_gamma": 1.0, "po_c": 0.0, "po_a0": 1.0, "po_a1": -2.0, "po_a2": 1.0, "po_a3": 0.0, "tab": "p(k), signed"}, ("proof",)),
    Preset("S0", "geometry", phrase("Two points at distance 1: their mean is the image of no point, 0.684 < 1"), {"data": "moons", "k": "rbf(gamma=1)", "gpts": "0, 1", "tab": phrase("Centre of mass")}),
    Preset("S0", "geometry", phrase("φ(x) = x³ is not linear, and every mean is an image"), {"data": "two_neighbours", "k": "linear**3"}),
    Preset("S0", "geometry", phrase("P and Q twice: by the kernel, and by the six coordinates of φ"), {"data": "moons", "k": "poly(degree=2, gamma=1, coef0=1)", "tab": "P and Q"}),
    Preset("S0", "sphere", phrase("Three points: α = (½, ½, 0), centre (2, 0), r = 2"), {"data": "circle_points", "k": "linear"}),
    Preset("S0", "sphere", phrase("Corners of a square: ¼ each, or ½ on two; r = √2 both times"), {"data": "square_corners", "k": "linear", "sp_step": phrase("support vectors"), "tab": phrase("Every point")}),
    Preset("S0", "sphere", phrase("Two points and a Gaussian: r² = (1 − k)/2 = 0.316"), {"data": "two_neighbours", "k": "rbf(gamma=1)", "sp_pts": "0, 1"}),
    Preset("S0", "sphere", phrase("Move the centre: the farthest point decides"), {"data": "circle_points", "k": "linear", "sp_move": True, "sp_start": phrase("my click"), "sp_cx": 3.0, "sp_cy": 1.5}, ("hands",)),
    Preset("S0", "sphere", phrase("The whole sphere in three coordinates: (x·z)²"), {"data": "moons", "n": 60, "k": "linear**2", "sp_view": phrase("feature space")}),
    Preset("S0", "sphere", phrase("Four points and a Gaussian: a tetrahedron in its ball"), {"data": "square_corners", "k": "rbf(gamma=1)", "sp_view": phrase("feature space")}),
    Preset("S0", "sphere", phrase("A cloud with outliers: one point in ten may stay outside"), {"data": "cloud", "k": "rbf(gamma=0.5)", "sp_soft": True, "sp_nu": 0.1}, ("fitting",)),
    Preset("S0", "sphere", phrase("A Gaussian: sphere and one-class SVM are one machine"), {"data": "cloud", "k": "rbf(gamma=0.5)", "sp_soft": True, "sp_nu": 0.1, "sp_one": True, "tab": "One-class SVM"}),
    Preset("S0", "sphere", phrase("(1 + x·z)²: sphere and one-class SVM are two machines"), {"data": "circle_points", "k": "poly(degree=2, gamma=1, coef0=1)", "sp_pts": "1 0; 1 1; 2 0; 1 -1; 0 2", "sp_one": True, "tab": "One-class SVM"}),
    Preset("S0", "geometry", phrase("Dependent images: other weights, the same point"), {"data": "two_neighbours", "k": "linear", "gp": "2, 1", "gq": "0, 1"}),
    Preset("S3", "geometry", phrase("Squared distance −8: what is no kernel measures nothing"), {"data": "fun_time_4", "k": "poly(degree=2, gamma=1, coef0=-1)"}, ("proof",)),
    Preset("S4", "geometry", phrase("One formula: Parzen's density and the distance to the mean"), {"data": "three_blobs", "k": "rbf(gamma=1)", "gfield": phrase("Parzen density")}, ("neighbours",)),
    Preset("S1", "polynomial", phrase("Ten coordinates, degree 10: tuples against monomials"), {"data": "moons", "k": "poly(degree=2, gamma=1, coef0=1)", "po_m": 10, "po_k": 10, "tab": phrase("Dimension and cost")}),
    Preset("S1", "lift", phrase("Nine points, a parabola, and a line to drag"), {"data": "s1_line", "k": "linear + linear @ square", "hard": True}, ("hands", "border")),
    Preset("S1", "lift", phrase("Tick the monomials: what separates a turned ellipse?"), {"data": "tilted_ellipse", "k": "linear", "lf_phi": phrase("monomials I tick")}, ("hands",)),
    Preset("S1", "gaussian", phrase("Six terms of the Gaussian's map: x = 1, x′ = ½, γ = ½"), {"data": "moons", "k": "rbf(gamma=0.5)", "ga_view": phrase("Truncated map"), "ga_space": "line", "ga_T": 6, "ga_x1": 1.0, "ga_z1": 0.5}),
    Preset("S2", "compose", phrase("Quiz 1: the Gaussian kernel in four lines"), {"data": "moons", "k": "rbf(gamma=1)", "tab": phrase("Proof, line by line")}, ("quiz",)),
    Preset("S2", "compose", phrase("Rule 8 with a matrix that has a negative eigenvalue"), {"data": "moons", "k": "bilinear([[1, 2], [2, 1]])"}),
    Preset("S2", "svm", phrase("Which points fix b, and which only seem to"), {"data": "blobs", "k": "linear", "C": 1.0, "tab": phrase("Every point")}),
    Preset("S2", "svm", phrase("No free support vector: b is an interval"), {"data": "separable_blobs", "n": 20, "k": "linear", "C": 0.001}),
    Preset("S2", "objects", phrase("Quiz 2: two sets, their indicator vectors, e² = 7.389"), {"data": "moons", "k": "rbf(gamma=1)", "ob_view": "Sets", "ob_sk": "exp(shared)"}, ("quiz",)),
    Preset("S2", "objects", phrase("Five sets and their Gram matrix: λₘᵢₙ = 0.393"), {"data": "moons", "k": "rbf(gamma=1)", "ob_view": "Sets", "ob_sk": "exp(shared)", "ob_sl": "∅\na\nb\na c\nb c", "tab": phrase("Gram matrix")}),
    Preset("S2", "objects", phrase("Tool and fool: two runs of two letters in common"), {"data": "moons", "k": "rbf(gamma=1)", "ob_view": "Words", "ob_wk": "spectrum(n=2)"}),
    Preset("S2", "objects", phrase("A Gaussian on the counts of letters: k @ φ"), {"data": "moons", "k": "rbf(gamma=0.1)", "ob_view": "Words", "ob_wk": "spectrum(n=2)", "ob_top": True}),
    Preset("S2", "objects", phrase("Molecules: gas or liquid, by the neighbours of their atoms"), {"data": "moons", "k": "rbf(gamma=1)", "ob_view": "Graphs", "ob_gk": "subtree(depth=2)"}),
    Preset("S3", "objects", phrase("Is any similarity a kernel? Fourteen words refute what five do not"), {"data": "moons", "k": "rbf(gamma=1)", "ob_view": phrase("Edit distance"), "ob_gamma": 0.5, "ob_set": phrase("all 14 of up to 3 letters")}, ("proof",)),
    Preset("S4", "objects", phrase("Sets: 2 to the number of shared elements, and the subsets it counts"), {"data": "moons", "k": "rbf(gamma=1)", "ob_view": "Sets", "ob_sk": "subsets"}, ("features",)),
    Preset("S4", "objects", phrase("Evolutionary trees: ladder-like or balanced"), {"data": "moons", "k": "rbf(gamma=1)", "ob_view": "Graphs", "ob_gk": "subtree(depth=1)", "ob_gl": TREES, "ob_gx": "L4", "ob_gz": "B4"}),
    Preset("S4", "objects", phrase("The edit distance is no kernel: five words, γ = 0.1"), {"data": "moons", "k": "rbf(gamma=1)", "ob_view": phrase("Edit distance"), "ob_gamma": 0.1}, ("proof",)),
    Preset("S4", "objects", phrase("The same five words at γ = ½·ln 2: λₘᵢₙ = 0"), {"data": "moons", "k": "rbf(gamma=1)", "ob_view": phrase("Edit distance"), "ob_gamma": 0.34657359028}, ("proof",)),
    Preset("S3", "svm", phrase("XOR: f(x) = x₁x₂ from four support vectors"), {"data": "xor", "k": "poly(degree=2, gamma=1, coef0=1)", "hard": True}, ("features",)),
    Preset("S3", "svm", phrase("A narrow Gaussian learns every point by heart: γ = 100"), {"data": "moons", "noise": 0.3, "k": "rbf(gamma=100)", "C": 100.0}, ("fitting",)),
    Preset("S3", "svm", phrase("Narrower and narrower: three Gaussians side by side"), {"data": "moons", "noise": 0.3, "k": "rbf(gamma=1)", "C": 100.0, "sweep": "gamma:1:100:3:side"}, ("fitting",)),
    Preset("S3", "svm", phrase("The same square, small, as it is, and large: three scalings"), {"data": "moons", "k": "poly(degree=2, gamma=1, coef0=1)", "sweep": "gamma:0.001:1000:3:log:side"}, ("features",)),
    Preset("S3", "svm", phrase("Degree after degree, and what a power does to numbers"), {"data": "moons", "k": "poly(degree=2, gamma=1, coef0=1)", "sweep": "degree:1:20:20"}, ("fitting",)),
    Preset("S3", "svm", phrase("Width against penalty: a map whose cells open the machine"), {"data": "moons", "noise": 0.3, "k": "rbf(gamma=1)", "C": 1.0, "sweep": "gamma:0.01:100:9", "sweep2": "C:0.01:100:9"}, ("fitting",)),
    Preset("S3", "svm", phrase("A polynomial of degree 10 and its margin"), {"data": "moons", "k": "poly(degree=10, gamma=1, coef0=1)", "hard": True}, ("fitting",)),
    Preset("S3", "compose", phrase("Fun Time 4, ①: a square that is not a kernel"), {"data": "fun_time_4", "k": "poly(degree=2, gamma=1, coef0=-1)"}, ("quiz",)),
    Preset("S3", "compose", phrase("Fun Time 4, ④: minus signs that cancel"), {"data": "fun_time_4", "k": "(-linear - 1)**2"}, ("quiz",)),
    Preset("S3", "polynomial", phrase("Three polynomials of degree 2, three margins"), {"data": "moons", "k": "poly(degree=2, gamma=1, coef0=1)", "C": 1.0, "tab": phrase("Three margins")}, ("border",)),
    Preset("S3", "polynomial", phrase("Fun Time 2: which Φ belongs to (ζ + γ x·x′)²?"), {"data": "moons", "k": "poly(degree=2, gamma=0.5, coef0=2)", "tab": phrase("Fun Time 1 and 2")}, ("quiz",)),
    Preset("S3", "gaussian", phrase("Twenty terms are not enough at x = x′ = 3"), {"data": "moons", "k": "rbf(gamma=1)", "ga_view": phrase("Truncated map"), "ga_space": "line", "ga_T": 20, "ga_x1": 3.0, "ga_z1": 3.0, "ga_r": 4.0}),
    Preset("S3", "gaussian", phrase("A landscape of bumps at the support vectors"), {"data": "moons", "k": "rbf(gamma=2)", "ga_view": "Bumps", "ga_off": ""}, ("border",)),
    Preset("S3", "gaussian", phrase("Fun Time 3: γ → ∞, and K is the identity"), {"data": "moons", "n": 25, "k": "rbf(gamma=1000)", "ga_view": phrase("Gram matrix"), "tab": phrase("α against its limit")}, ("quiz", "fitting")),
    Preset("S4", "polynomial", phrase("(x·z)² in the plane: three coordinates"), {"data": "moons", "k": "poly(degree=2, gamma=1, coef0=0)"}),
    Preset("S4", "svm", phrase("An ellipse in the plane, a hyperplane in feature space"), {"data": "ellipse", "k": "linear**2", "hard": True}, ("features",)),
    Preset("S4", "lift", phrase("The ellipse x₁²/4 + x₂² = 1 is the plane (¼, 1, 0), b = −1"), {"data": "ellipse", "k": "linear**2", "hard": True}, ("border",)),
    Preset("S3", "lift", phrase("Without √2: the same curves to choose from, another margin"), {"data": "tilted_ellipse", "k": "linear**2", "C": 0.1, "lf_plain": True}, ("border",)),
    Preset("S3", "lift", phrase("A Gaussian, seen along the direction that matters"), {"data": "moons", "k": "rbf(gamma=1)", "lf_view": phrase("height over the plane")}),
    Preset("S4", "svm", phrase("Slack: three kinds of points"), {"data": "moons", "n": 60, "noise": 0.3, "k": "rbf(gamma=1)", "C": 1.0, "xi": True}),
    Preset("S4", "svm", phrase("A hard margin where there is none"), {"data": "blobs", "k": "linear", "hard": True}),
    Preset("S4", "pca", phrase("PCA by hand: turn u until the variance is λ₁"), {"data": "iris_petals", "k": "linear", "pc_view": phrase("PCA by hand")}, ("hands",)),
    Preset("S4", "pca", phrase("Four steps: subtract, project, back-project, add"), {"data": "iris_petals", "k": "linear", "pc_view": phrase("PCA by hand"), "pc_hand": "4 add", "pc_angle": 22.8}),
    Preset("S4", "pca", phrase("The kernel PCA figure: three clusters, eight components"), {"data": "three_clusters", "k": "rbf(gamma=10)", "pc_view": "Components"}),
    Preset("S4", "pca", phrase("The same without centring and length: λ is no variance"), {"data": "three_clusters", "k": "rbf(gamma=10)", "pc_view": "Components", "pc_center": False, "pc_norm": False}),
    Preset("S4", "pca", phrase("Two circles come apart along the third component"), {"data": "circles", "noise": 0.05, "k": "rbf(gamma=10)", "pc_view": "Compare", "pc_a": 1, "pc_b": 3}, ("features",)),
    Preset("S4", "pca", phrase("Two moons without their noise: pre-images"), {"data": "moons", "k": "rbf(gamma=2)", "pc_view": "Denoise", "pc_M": 8}),
    Preset("S4", "pca", phrase("Recognition by nearest neighbour in a subspace, 70 % to learn"), {"data": "moons", "k": "rbf(gamma=1)", "pc_view": "Digits", "pc_kept": 16}),
    Preset("S4", "compose", phrase("Matérn: between rough and smooth"), {"data": "moons", "k": "matern(nu=1.5, length=1)"}),
    Preset("S4", "compose", phrase("Twice a Gaussian minus a wider one: a kernel on ℝ and ℝ², none on ℝ³"), {"data": "moons", "k": "2*rbf(gamma=2) - rbf(gamma=1)", "space": "ℝ³"}),
    Preset("S4", "compose", phrase("The same in the plane, where its density touches 0"), {"data": "moons", "k": "2*rbf(gamma=2) - rbf(gamma=1)"}),
    Preset("S4", "compose", phrase("e to the power of 1 − ‖x − z‖: no kernel inside, a kernel outside"), {"data": "moons", "k": "exp(tent(width=1))"}),
    Preset("S4", "compose", phrase("exp(−‖x − z‖ᵖ): a kernel for p = 2, none for p = 2.1"), {"data": "moons", "k": "exp(negdistance(p=2.1))"}),
    Preset("S4", "compose", phrase("A Gaussian of min(x, z), which is no kernel here"), {"data": "moons", "k": "gaussian_of(minimum, gamma=1)"}),
    Preset("S0", "compose", phrase("e^u without its first two terms: every coefficient ≥ 0"), {"data": "moons", "k": "exp(linear) - linear - 1", "space": "every ℝᵈ"}),
    Preset("S0", "compose", phrase("One negative coefficient: e^u − 0.51·u²"), {"data": "moons", "k": "exp(linear) - 0.51*linear**2"}),
    Preset("S0", "compose", phrase("e to the power of log(1 + u²) is 1 + u²"), {"data": "moons", "k": "exp(logsquare)"}),
    Preset("S4", "compose", phrase("min(x, z): Brownian motion, where no coordinate is negative"), {"data": "moons", "k": "minimum", "nonneg": True}),
    Preset("S4", "compose", phrase("A periodic kernel that is wrong in the plane"), {"data": "moons", "k": "expsine(length=1, period=1)"}),
    Preset("S2", "mercer", phrase("K = PᵀP: the matrix knows your points up to rotation and reflection"), {"data": "moons", "mn": 200, "mp": "", "k": "linear", "tab": "K = PᵀP"}),
    Preset("S2", "mercer", phrase("Rank = number of features: 6 for (1 + x·z)²"), {"data": "moons", "n": 30, "mn": 30, "mp": "", "k": "poly(degree=2, gamma=1, coef0=1)"}),
    Preset("S3", "mercer", phrase("Fun Time 4, ①: eigenvalues 4 and −4"), {"mp": "1, -1", "mc1": 1.0, "mc2": -1.0, "k": "poly(degree=2, gamma=1, coef0=-1)", "tab": "Fun Time 4"}, ("quiz",)),
    Preset("S3", "mercer", phrase("Fun Time 4, ②: eigenvalues 0 and 2"), {"mp": "1, -1", "k": "linear**2", "tab": "Fun Time 4"}, ("quiz",)),
    Preset("S3", "mercer", phrase("Fun Time 4, ③: eigenvalues 4 and 4"), {"mp": "1, -1", "k": "poly(degree=2, gamma=1, coef0=1)", "tab": "Fun Time 4"}, ("quiz",)),
    Preset("S3", "mercer", phrase("Fun Time 4, ④: eigenvalues 4 and 4"), {"mp": "1, -1", "k": "(-linear - 1)**2", "tab": "Fun Time 4"}, ("quiz",)),
    Preset("S3", "mercer", phrase("Passing is not a proof: exp(−d²) − ½ on {0, 3}"), {"mp": "0, 3", "k": "rbf(gamma=1) - 0.5", "tab": phrase("Passing is not a proof")}),
    Preset("S3", "mercer", phrase("The same with the point 6: it fails"), {"mp": "0, 3, 6", "k": "rbf(gamma=1) - 0.5"}),
    Preset("S3", "mercer", phrase(
        "(x·z − 1)² on moons: refuted by points of the data, and by a set of two points"
    ), {"data": "moons", "mn": 200, "mp": "", "k": "poly(degree=2, gamma=1, coef0=-1)"}),
    Preset("S4", "mercer", phrase("Not even symmetric: sin(x − z)"), {"mp": "0, 1, 2", "k": "sinediff", "tab": phrase("Three checks")}),
    Preset("S4", "mercer", phrase("tanh(x·z − 1) trained anyway: ‖w‖² < 0"), {"data": "moons", "mn": 200, "mp": "", "k": "sigmoid(gamma=1, coef0=-1)", "tab": phrase("Train anyway")}, ("border",)),
    Preset("S4", "neighbors", phrase("Which of 1 and 3 is nearer to 2.2? Euclid says 3, (1 + xz)² says 1"), {"data": "two_neighbours", "k": "poly(degree=2, gamma=1, coef0=1)", "nn_k": 1, "px": 2.2}, ("distance",)),
    Preset("S4", "neighbors", phrase("A Gaussian never changes a neighbour: 100 % of the picture"), {"data": "moons", "k": "rbf(gamma=1)", "nn_k": 1}, ("distance",)),
    Preset("S4", "neighbors", phrase("A polynomial can change a neighbour: hatched, where Euclid's is another"), {"data": "moons", "k": "poly(degree=2, gamma=1, coef0=1)", "nn_k": 1}),
    Preset("S2", "neighbors", phrase("Quiz 3: how can nearest neighbours be kernelised?"), {"data": "three_blobs", "k": "poly(degree=2, gamma=1, coef0=1)", "nn_k": 5, "tab": "Quiz 3"}, ("quiz",)),
    Preset("S2", "neighbors", phrase("The smart nearest neighbour: γ = 1, few points have a vote"), {"data": "moons", "k": "rbf(gamma=1)", "nn_view": phrase("SVM: the smart neighbour"), "nn_C": 10.0}, ("border", "fitting")),
    Preset("S2", "neighbors", phrase("The smart nearest neighbour: γ = 300, every point has a vote"), {"data": "moons", "k": "rbf(gamma=300)", "nn_view": phrase("SVM: the smart neighbour"), "nn_C": 10.0}, ("border", "fitting")),
    Preset("S3", "neighbors", phrase("No kernel, no neighbours: a squared distance of −8"), {"data": "fun_time_4", "k": "poly(degree=2, gamma=1, coef0=-1)", "nn_k": 1}, ("proof",)),
    Preset("S2", "ridge", phrase("Three points, σ² = 0.1: w = 28/14.1 = 1.98582"), {"data": "ridge_line", "k": "linear", "rr_ridge": 0.1, "px": 2.5}),
    Preset("S2", "ridge", phrase("Twenty points, two coordinates: K has rank 2 and no inverse"), {"data": "surface", "n": 20, "k": "linear", "rr_ols": True}, ("numbers",)),
    Preset("S2", "ridge", phrase("Too small a σ²: the curve meets every point, and swings between them"), {"data": "sine", "k": "rbf(gamma=4)", "rr_ridge": 1e-6}, ("fitting",)),
    Preset("S4", "ridge", phrase("A Gaussian process: its mean is ridge regression"), {"data": "sine", "k": "rbf(gamma=0.5)", "rr_ridge": 0.04, "rr_band": True, "tab": phrase("Gaussian process")}),
    Preset("S4", "ridge", phrase("A surface over two coordinates, pulled towards its data"), {"data": "surface", "k": "rbf(gamma=1)", "rr_ridge": 0.1, "rr_view": "3D surface"}),
    Preset("S4", "multiclass", phrase("Four classes, one against the rest: 4 machines, and places where no f is "
                                      "above 0"), {"data": "four_classes", "k": "linear", "mc_how": phrase("one against the rest"), "mc_C": 1.0, "mc_lines": True}),
    Preset("S4", "multiclass", phrase("Four classes, every pair: 6 machines vote"), {"data": "four_classes", "k": "linear", "mc_how": phrase("one against one"), "mc_C": 1.0, "mc_lines": True}),
    Preset("S4", "multiclass", phrase("DAGSVM: 6 machines, 3 questions"), {"data": "four_classes", "k": "rbf(gamma=1)", "mc_how": "decision DAG", "mc_C": 1.0}),
    Preset("S4", "multiclass", phrase("One objective for all four classes"), {"data": "four_classes", "k": "rbf(gamma=1)", "mc_how": phrase("single objective"), "mc_C": 1.0}),
    Preset("S4", "multiclass", phrase("Three kinds of iris: a class between two others"), {"data": "iris_petals", "k": "linear", "mc_how": phrase("one against the rest"), "mc_C": 1.0, "mc_lines": True}),
    Preset("S1", "dual", phrase("Representer theorem: move w out of the span, and no output on a training point "
                                "changes"), {"data": "moons", "k": "linear**2", "du_view": "Span", "du_t": 0.8}, ("hands",)),
    Preset("S1", "dual", phrase("R constant: the minimiser is not unique"), {"data": "moons", "k": "rbf(gamma=1)", "du_view": "Span", "du_R": "constant", "du_t": 1.2}),
    Preset("S1", "dual", phrase("min f(Gα) + R with the logistic loss: no w, eight numbers"), {"data": "moons", "k": "rbf(gamma=1)", "du_view": phrase("Solve for α"), "du_loss": "logistic", "du_lam": 0.01}),
    Preset("S1", "dual", phrase("A soft SVM without b: C = 1/(2λn)"), {"data": "moons", "k": "poly(degree=2)", "du_view": phrase("Solve for α"), "du_loss": "hinge", "du_lam": 0.05, "tab": "λ and C"}),
    Preset("S2", "dual", phrase("Gradient descent from 0 never leaves the span: α grows"), {"data": "moons", "k": "rbf(gamma=1)", "du_view": "Descent", "du_step": 20}),
    Preset("S2", "dual", phrase("From w₀ ≠ 0 a part of w stays outside the span for ever"), {"data": "moons", "k": "rbf(gamma=1)", "du_view": "Descent", "du_step": 60, "du_w0": 1.0}),
    Preset("S2", "dual", phrase("α = K⁻¹y with twenty points in the plane: K has rank 2"), {"data": "moons", "k": "linear", "du_view": "Descent", "du_m": 20}),
    Preset("S2", "dual", phrase("Find the inner products: nearest neighbour, Quiz 3"), {"data": "moons", "k": "rbf(gamma=1)", "du_view": "Recipe", "du_alg": phrase("nearest neighbour"), "du_kern": True}, ("quiz",)),
    Preset("S3", "dual", phrase("The matrix Q: one kernel value an entry, whatever φ is"), {"data": "moons", "k": "rbf(gamma=1)", "du_view": phrase("SVM dual"), "du_stage": 6}, ("border",)),
    Preset("S4", "dual", phrase("Ridge twice: a 6 × 6 and an N × N matrix, one w"), {"data": "moons", "k": "poly(degree=2)", "du_view": "Sizes", "du_stage": 4}),
    Preset("S4", "dual", phrase("Lagrangian, w = Σ a t φ, Σ a t = 0: both residuals"), {"data": "separable_blobs", "k": "linear", "du_view": phrase("SVM dual"), "hard": True, "du_stage": 3}, ("border",)),
    Preset("S4", "dual", phrase("Keep the old α, swap the kernel: no longer optimal"), {"data": "moons", "k": "rbf(gamma=1)", "C": 10.0, "du_view": "Swap", "du_other": "poly(degree=3)"}, ("border",)),
    Preset("S2", "svm", phrase("Drag a point: only those on the margin move the line"), {"data": "drawn", "pts": "-1: -2 -1 -1 -2 -2.2 0.6 -0.4 -0.7 +1: 1 1.6 2 0.4 0.6 1.1 2.2 2", "k": "linear", "hard": True}, ("hands",)),
    Preset("S2", "ridge", phrase("Drag a point: how far does the curve follow?"), {"data": "drawn", "pts": "y= -2.5 -1 -2 -1.3 -1.4 -0.6 -0.7 0.2 0 0.4 0.8 1.4 1.4 0.9 2 1.6 2.6 1", "k": "rbf(gamma=1)", "rr_ridge": 0.1}, ("hands",)),
    Preset("S0", "sphere", phrase("Drag a point: only points on the circle fix it"), {"data": "drawn", "pts": "-1.5 -1 1.8 0.2 -0.4 1.7 0.3 0.2 0.9 -0.6 -0.8 0.4 0 -1.2", "k": "linear"}, ("hands",)),
)  # fmt: skip


def preset(begins: str) -> Preset:
    """Return the example whose sentence begins with the text.

    Raises KeyError if there is none, or more than one.
    """
    found = [preset for preset in PRESETS if preset.sentence.startswith(begins)]
    if len(found) != 1:
        raise KeyError(f"{len(found)} examples begin with {begins!r}")
    return found[0]
