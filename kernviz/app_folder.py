"""The folder of the app: app.py with its pages and datasets."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def app_folder() -> Path:
    """Return the folder of app.py, pages and datasets.

    It is inside the package in an installed copy, and beside the package in the repository. The installed folder is
    looked up first: beside an installed package there may be another project's app.
    """
    installed = PACKAGE / "_app"
    return installed if installed.is_dir() else PACKAGE.parent
