"""Comment lines at the top of a file."""

from hypothesis import given
from hypothesis import strategies as st

from kernviz.data.header import read_header, write_header
from kernviz.data.text import one_line


def test_fields_and_body() -> None:
    header, body = read_header("# title: A, b\n\n# what else\n#SOURCE:c\nx,y\n# not here\n")
    assert header == {"title": "A, b", "source": "c"}
    assert body == "\n" * 4 + "x,y\n# not here\n"


def test_a_spreadsheets_empty_cells_behind_the_task_are_ignored() -> None:
    assert read_header("# task: Regression,,,\n")[0] == {"task": "regression"}


@given(st.text(st.sampled_from(",;=+-@' a#:"), max_size=20).map(one_line))
def test_a_written_header_reads_back(value: str) -> None:
    assert read_header(write_header({"title": value}))[0].get("title", "") == value
