"""The sidebar: the data, the kernel, and what applies on every page."""


def sidebar() -> None:
    """Draw it. Called from app.py before the page: its widgets keep values and URL on every page."""
