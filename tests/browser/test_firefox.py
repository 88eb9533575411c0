"""App in Firefox: every page opens, a number and a point are moved, without script errors.

Skipped without Firefox and its driver (`apt-get install firefox-esr`, `pip install marionette_driver`).
"""

import shutil
import subprocess
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from kernviz.ui import navigation
from tests.browser.conftest import free_port
from tests.browser.firefox import Firefox, firefox

pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # the driver's
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
PAGES = [entry.name for entry in navigation.entries(Path(__file__).parents[2])]
READY = (
    "document.querySelector('[data-testid=stApp]')?.getAttribute('data-test-script-state') === 'notRunning'"
    " && document.querySelector('[data-testid=stMainBlockContainer] h1') && document.querySelector('.kv-jump')"
)
DRAWN = "[...document.querySelectorAll('.kv-plot')].every((plot) => plot.dataset.revision || !plot.clientWidth)"
THUMB = '[role="slider"][aria-label="C, penalty"]'
POINT = """(() => {
    const graph = document.querySelector(".st-key-plane .kv-graph"), {xaxis, yaxis} = graph._fullLayout, box = graph.getBoundingClientRect();
    const {x, y} = graph._fullData.find((trace) => trace.customdata && trace.hoverinfo !== "skip");
    return [box.x + xaxis._offset + xaxis.d2p(x[0]), box.y + yaxis._offset + yaxis.d2p(y[0])];
})()"""


@pytest.fixture(scope="module")
def fox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if path is None:
        pytest.skip("no Firefox on this machine: apt-get install firefox-esr")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pytest.importorskip("marionette_driver")
    try:
        with firefox(path, tmp_path_factory.mktemp("firefox"), free_port()) as window:
            yield window
    except (OSError, subprocess.SubprocessError) as problem:
        pytest.skip(f"Firefox does not start here: {problem}")


def ready(fox: Firefox) -> None:
    fox.until(READY)
    fox.until(DRAWN)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_without_script_errors(app: str, fox: Firefox, name: str) -> None:
    fox.open(f"{app}/{'' if name == navigation.HOME else name}")
    ready(fox)
    assert fox.ask("window.complaints") == []
    assert fox.ask("document.querySelectorAll('.kv-failure:not([hidden]), [class*=st-key-kv-mishap]').length") == 0


def test_a_number_and_a_point_can_be_dragged(app: str, fox: Firefox) -> None:
    fox.open(f"{app}/svm")
    ready(fox)
    fox.key(THUMB, "\ue014")  # the arrow to the right, as WebDriver writes it
    fox.until("new URLSearchParams(location.search).get('C') === '1.3'")
    place = "(({x, y, width, height}) => [x + width / 2, y + height / 2])"
    fox.drag(fox.ask(f"{place}(document.querySelector(arguments[0]).getBoundingClientRect())", THUMB), 48, 0)
    fox.until("Number(new URLSearchParams(location.search).get('C')) > 5")
    ready(fox)
    fox.drag(fox.ask(POINT), 36, -24)
    fox.until("new URLSearchParams(location.search).get('data') === 'drawn'")
    fox.until("document.querySelector('.kv-mine')?.textContent.includes('Back to moons')")
    assert fox.ask("window.complaints") == []
