"""Codes of rooms and random keys."""

from kernviz.rooms.codes_and_keys import new_code, new_key, read_code


def test_codes_are_read_as_they_are_typed() -> None:
    code = new_code()
    assert len({new_code() for _ in range(100)}) == 100
    assert read_code(f" {code[:3].lower()}-{code[3:]} ") == code
    for text in ("", "ABC", "ABCDE1", "ABCDEFG", "ÄBCDEF", "'; DROP", "٣٣٣٣٣٣"):
        assert read_code(text) == ""
    assert len(new_key()) >= 32
