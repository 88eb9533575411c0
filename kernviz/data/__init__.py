"""Points and labels: validated datasets, toys, files."""

from kernviz.data.checks import DataError
from kernviz.data.dataset import Dataset
from kernviz.data.toys import toy, toys

__all__ = ["DataError", "Dataset", "toy", "toys"]
