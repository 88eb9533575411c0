"""Python code that loads a page's data, for the tab Code."""

from __future__ import annotations

from kernviz.data import Dataset


def loading(data: Dataset) -> str:
    """Return Python that loads the data from the downloaded file.

    The file is that of the download button in the sidebar. The data have the columns of the page.
    """
    columns = ", ".join(map(repr, data.columns))
    return f"kv.load_csv({data.name + '.csv'!r}).select([{columns}])"
