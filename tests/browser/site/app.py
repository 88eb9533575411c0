"""Small app with the server, window and navigation of the real one, but its own pages and sidebar."""

from pathlib import Path

import streamlit as st

from kernviz.ui import app_setup, navigation, page_run_errors, query

if __name__ == "__main__":
    app_setup.begin_run()
    page = st.navigation(navigation.pages(Path(__file__).parent))
    with st.sidebar:
        query.seed(
            [
                query.text("k", "rbf(gamma=1)", label="the kernel"),
                query.choice("ds", ("moons", "xor"), label="the data"),
            ]
        )
        st.selectbox("Data", ("moons", "xor"), key="ds", bind="query-params")
        st.text_input("Kernel", "rbf(gamma=1)", key="k", bind="query-params")

        def rewrite() -> None:
            st.session_state["k"] = f"rbf(gamma={st.session_state['gamma_slider']})"

        st.slider("Width", 1, 40, 1, key="gamma_slider", on_change=rewrite)
    with page_run_errors.caught():
        page.run()
    query.show_ignored()
    with page_run_errors.caught():
        app_setup.end_run()
else:
    app = st.App(__file__, **app_setup.server(Path(__file__).parent))
