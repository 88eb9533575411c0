"""kernviz, the app: the sidebar every page shares, then the page. Start: ``kernviz`` or ``streamlit run app.py``."""

import os
from pathlib import Path

# Before numpy is imported: BLAS reads its number of threads once, on loading.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import streamlit as st

from kernviz.ui import navigation, plotly_asset, shell
from kernviz.ui.sidebar import sidebar

if __name__ == "__main__":  # one run of one visitor's session
    shell.window()
    page = st.navigation(navigation.pages(Path(__file__).parent))
    with st.sidebar:
        sidebar()
    page.run()
else:  # the server, which imports this file once when it starts
    app = st.App(__file__, lifespan=shell.lifespan, routes=plotly_asset.routes())
