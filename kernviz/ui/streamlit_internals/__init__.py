"""Private names of Streamlit and uvicorn, looked up and guarded.

Each name is looked up once. The rest of kernviz uses public names only, and reaches the private names through the
functions of this package. If a version of Streamlit lacks a name, the :class:`names.Feature` that needs it is left
out, and the log has one warning. The server still runs.
"""
