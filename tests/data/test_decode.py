"""Decoding of bytes as text, and the limit on their number."""

import bz2

import pytest

from kernviz.data import DataError
from kernviz.data.decode import MAX_BYTES, decoded, whole_lines
from kernviz.data.file_reading import understood


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_unicode_in_every_dress(encoding: str) -> None:
    assert decoded("x,label\n1,a\n".encode(encoding))[0] == "x,label\n1,a\n"


def test_a_long_file_is_cut_after_a_whole_line() -> None:
    text, cut, _ = decoded("é,1\n".encode() * (MAX_BYTES // 4))  # five bytes a line, so the cut falls into one
    assert cut
    assert text.endswith("é,1\n")
    assert len(text.encode()) <= MAX_BYTES


def test_text_is_cut_as_well() -> None:
    text, cut = whole_lines("1,2\n" * MAX_BYTES)
    assert cut
    assert len(text) <= MAX_BYTES
    assert whole_lines("1,2\r\n3,4\r") == ("1,2\n3,4\n", False)


def test_nul_is_refused_with_its_line() -> None:
    with pytest.raises(DataError, match="line 2 contains a NUL"):
        whole_lines("a\n\0")


def test_a_byte_order_mark_does_not_change_the_name_of_the_encoding() -> None:
    for encoding in ("utf-8", "utf-8-sig"):
        read = understood("x,y\n1,2\n".encode(encoding))
        assert read.words.startswith("UTF-8, commas")
        assert read.names == ("x", "y")


@pytest.mark.parametrize("column", ["PAR1", "BZh", "GIF8", "%PDF"])
def test_a_name_of_a_column_is_no_mark_of_a_binary_file(column: str) -> None:
    assert decoded(f"{column},y\n1,2\n".encode())[0].startswith(column)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (bz2.compress(b"x,y\n1,2\n", 1), "a bzip2 archive"),
        (bz2.compress(b"x,y\n1,2\n", 9), "a bzip2 archive"),
        (b"GIF89a\x01\0\x01\0", "a GIF picture"),
        (b"PAR1\x15\x04\x15\x10", "a Parquet file"),
        (b"%PDF-1.7\n1 0 obj", "a PDF document"),
    ],
)
def test_a_binary_file_is_named(data: bytes, kind: str) -> None:
    with pytest.raises(DataError, match=kind):
        decoded(data)
