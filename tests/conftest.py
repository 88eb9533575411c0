"""Settings shared by all tests.

They concern parallel runs, the share of the long tests, and cached look-ups. An error that the app
has caught and only reported fails the test.
"""

import gc
import logging
from collections.abc import Generator, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import hypothesis
import pytest
from _pytest.doctest import DoctestModule
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime import context
from streamlit.testing.v1 import local_script_runner

from tests.browser.instance import browser, chromium  # noqa: F401  fixtures

HERE = Path(__file__).parent
BROWSER = "tests/browser/"
# the slowest: begun last, one of them would run alone at the end
FIRST = ("tests/site/test_files.py::test_the_whole_site", BROWSER, "tests/test_pages.py")
# Tests that share what takes long to make, each group in one process: a site, and the parsed source (tests/sources.py).
GROUPS = {
    "site": ("tests/site/",),
    "source": (
        "tests/lessons/test_marked_symbols.py",
        "tests/models/test_one_tolerance.py",
        "tests/test_architecture.py",
        "tests/test_catalogue.py",
        "tests/test_dependencies.py",
        "tests/test_language.py",
        "tests/test_limits_listed.py",
        "tests/test_message_values.py",
        "tests/ui/test_streamlit_internals.py",
    ),
}

# How long one example takes says how busy the machine is, and nothing about the code.
hypothesis.settings.register_profile("kernviz", deadline=None)
hypothesis.settings.load_profile("kernviz")


def pytest_addoption(parser: pytest.Parser) -> None:
    for name, letter, default, help_text in (
        ("--share", "N", 1, "of the tests marked slow, and not long, one in N"),
        ("--long-share", "N", 1, "of the tests marked long one in N"),
        ("--turn", "T", 0, "which of these N shares, of the slow and of the long tests, counted from 0"),
    ):
        parser.addoption(name, type=int, default=default, metavar=letter, help=help_text)


@pytest.hookimpl(optionalhook=True, wrapper=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> Generator[None, int, int]:
    """Return one process more than processors for the everyday tests: the one with the browser's tests mostly waits.

    Most of the slow tests are the browser's. With more browsers than processors they would only become late.
    """
    processors = yield
    everyday = "not slow" in str(config.getoption("markexpr"))
    return processors + (everyday and any(BROWSER.startswith(arg) for arg in config.args))


class FilesWithExamples:
    """Leave out doctests of tests and of files without examples: every worker would import and search them all.

    A plugin, because pytest asks the hooks of this file about the files of its own folder only.
    """

    @staticmethod
    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        found = yield
        return [
            one
            for one in found
            if not isinstance(one, DoctestModule)
            or (HERE not in one.path.parents and ">>>" in one.path.read_text("utf-8"))
        ]


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(FilesWithExamples)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(
    collector: pytest.Module | pytest.Class, name: str, obj: object
) -> list[pytest.Item] | None:
    """Make no item of a test that the everyday run leaves out: each worker would make thousands and drop them."""
    if name.startswith("test") and _is_everyday_worker(collector.config):
        marks = [*collector.iter_markers(), *getattr(obj, "pytestmark", ())]
        if _left_out(marks):
            return []
    return None


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Generator[None, None, None]:
    """Mark as slow all cases of a test marked ``sampled(n)``, except the first and each n-th after it.

    In a worker of the everyday run those marked slow or long are not even made, save one if there is no other: without
    a case pytest would make the test itself.
    """
    yield
    calls = metafunc._calls
    if sample := metafunc.definition.get_closest_marker("sampled"):
        counted = [call for call in calls if not any(mark.name == "long" for mark in call.marks)]
        for nth, call in enumerate(counted):
            if nth % sample.args[0]:
                call.marks.append(pytest.mark.slow.mark)
    if _is_everyday_worker(metafunc.config):
        calls[:] = [call for call in calls if not _left_out(call.marks)] or calls[:1]


def _left_out(marks: Iterable[pytest.Mark]) -> bool:
    """Return whether the everyday run leaves out a test with these marks."""
    return any(mark.name in ("long", "slow") for mark in marks)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Search for no garbage while tests are collected, and afterwards less often than Python does.

    A search goes through all that the tests hold, and finds little. What is collected is not frozen: Hypothesis looks
    for the referrers of an object, which frozen ones hide.
    """
    gc.disable()
    try:
        if session.config.getoption("dist", "no") == "no":  # with workers, these collect the tests
            read_courses_unsolved(session.config)
        return (yield)
    finally:
        gc.enable()
        gc.set_threshold(20_000, 20, 10)


def read_courses_unsolved(config: pytest.Config) -> None:
    """Read kernviz's own courses without solving their steps, in this process.

    A server solves them in advance for its first visitor. Here every process reads them, in every language, and most
    need few of them; tests/courses/test_every_step.py solves each step.
    """
    from kernviz.courses import reader

    patch = pytest.MonkeyPatch()
    patch.setattr(reader, "warm_up", lambda step: None)
    config.add_cleanup(patch.undo)


def _is_worker(config: pytest.Config) -> bool:
    """Return whether this process is a worker of ``pytest -n``."""
    return hasattr(config, "workerinput")


def _is_everyday_worker(config: pytest.Config) -> bool:
    """Return whether this process is a worker of the everyday run."""
    return _is_worker(config) and config.getoption("markexpr") == "not long and not slow"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    shares = {
        "long": (config.getoption("--long-share"), config.getoption("--turn")),
        "slow": (config.getoption("--share"), config.getoption("--turn")),
        "": (1, 0),
    }
    left_out = set()
    for item in items:
        share, turn = shares[next((mark for mark in ("long", "slow") if item.get_closest_marker(mark)), "")]
        if (crc32(item.nodeid.encode()) - turn) % share:
            left_out.add(item)
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]
    for name, log in logging.root.manager.loggerDict.items():
        if name.startswith("streamlit") and isinstance(log, logging.Logger):
            log.propagate = True  # pytest handles each logger that does not, six times a test
    if _is_worker(config):
        items.sort(key=lambda item: [not item.nodeid.startswith(name) for name in FIRST])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Return a scheduler that keeps the tests of a file in one process, and all of the browser's in one.

    Tests of a file share what they train; those of the browser share the browser and a server. xdist's own groups
    write to an attribute that pytest 9 no longer reads, and so have no effect there.
    """
    from xdist.scheduler import LoadFileScheduling

    class Together(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            asked = self.config.getoption("markexpr")
            in_browser = nodeid.startswith(BROWSER)
            if asked in ("long", "slow or long"):  # most of the browser's are slow: each file is a share of its own
                return super()._split_scope(nodeid) if in_browser else nodeid
            if asked.startswith("slow"):
                return super()._split_scope(nodeid)
            if in_browser:
                return BROWSER
            group = next((name for name, starts in GROUPS.items() if nodeid.startswith(starts)), None)
            return group or super()._split_scope(nodeid)

    return Together(config, log)


@pytest.fixture(scope="session", autouse=True)
def quick_test_client() -> Iterator[None]:
    """Spare Streamlit's test client what it does at each visit and a server does not.

    It reads all packages' metadata; looks each millisecond whether the page is drawn; and gives each visit an address
    of its own that is a mock, by which the queue of page runs grows and counts the visit's every look-up.
    """

    def wait(runner: local_script_runner.LocalScriptRunner, timeout: float = 3) -> None:
        thread = runner._script_thread
        if thread and thread.is_alive():  # it is not yet where kernviz starts threads without waiting for them
            thread.join(timeout)
        if not runner.script_stopped():
            look_each_millisecond(runner, timeout)

    look_each_millisecond = local_script_runner.require_widgets_deltas
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        patch.setattr(local_script_runner, "require_widgets_deltas", wait)
        patch.setattr(context, "_get_client_context", lambda: None)
        yield


class _Mishaps(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record)


@pytest.fixture(autouse=True)
def mishaps() -> Iterator[list[logging.LogRecord]]:
    """Yield the list of errors that kernviz.ui.page_run_errors has caught; an error left in it fails the test.

    A test that causes an error on purpose takes it out of the list.
    """
    handler, log = _Mishaps(), logging.getLogger("kernviz.ui.page_run_errors")
    log.addHandler(handler)
    yield handler.found
    log.removeHandler(handler)
    if handler.found:
        raise AssertionError("the app caught an error and said it on the page") from handler.found[0].exc_info[1]  # type: ignore[index]
