"""The script of the app.

Each run draws one page and its sidebar for one visitor. The server also imports this file once, to get the ASGI app.
Start: ``kernviz`` or ``streamlit run app.py``.
"""

import os
from pathlib import Path

# Before numpy is imported: BLAS reads its number of threads once, on loading.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import streamlit as st

from kernviz.ui import (
    app_setup,
    data_list,
    examples,
    file_preview,
    files,
    fragments,
    navigation,
    page_run_errors,
    page_turns,
)
from kernviz.ui.sidebar import begin, keep, settle, sidebar

if __name__ == "__main__":  # one run of one visitor's session
    with page_turns.turn():
        app_setup.begin_run()
        root = Path(__file__).parent
        page = st.navigation(navigation.pages(root), position="top")  # the sidebar is for data and kernel
        examples.open_requested_page(root)
        own = page.url_path not in navigation.ALONE
        with page_run_errors.caught():
            begin()
            if own:
                data_list.on_page(page.url_path)
                settle()
            else:
                keep()
        if own:
            files.keeper()
        if own and files.awaited():  # the browser is about to send the file to show
            files.waiting()
        else:
            with page_run_errors.caught():
                page.run()  # first, so that the picture is sent before anything else is drawn
            with page_run_errors.caught(), st.sidebar:
                if own:
                    sidebar()
            fragments.agree()
            with page_run_errors.caught():
                file_preview.show()
            with page_run_errors.caught():
                app_setup.end_run()
else:  # the server, which imports this file once when it starts
    app = st.App(__file__, **app_setup.server(Path(__file__).parent))
