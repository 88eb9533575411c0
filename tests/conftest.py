"""What holds for every test: a mishap the app has caught, and only said, is a failure all the same."""

import logging
from collections.abc import Iterator

import pytest


class _Mishaps(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record)


@pytest.fixture(autouse=True)
def mishaps() -> Iterator[list[logging.LogRecord]]:
    """What kernviz.ui.mishap has caught. A test that causes one on purpose takes it out of the list."""
    handler, log = _Mishaps(), logging.getLogger("kernviz.ui.mishap")
    log.addHandler(handler)
    yield handler.found
    log.removeHandler(handler)
    if handler.found:
        raise AssertionError("the app caught an error and said it on the page") from handler.found[0].exc_info[1]  # type: ignore[index]
