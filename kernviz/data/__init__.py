"""Data sets: validated points and labels, toys, CSV files, and a library.

>>> from kernviz.data import load
>>> load("lecture_1d").labels
('+1', '+1', '-1', '-1', '-1', '-1', '-1', '+1', '+1')
"""

from kernviz.data.checks import DataError
from kernviz.data.csv import load_csv, parse_csv, to_csv
from kernviz.data.dataset import Dataset
from kernviz.data.drawn import read_drawn, write_drawn
from kernviz.data.library import library, load
from kernviz.data.toys import toy

__all__ = [
    "DataError",
    "Dataset",
    "library",
    "load",
    "load_csv",
    "parse_csv",
    "read_drawn",
    "to_csv",
    "toy",
    "write_drawn",
]
