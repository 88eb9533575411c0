"""Private names of Streamlit and uvicorn, each looked up once and guarded.

The rest of kernviz uses public names only, and reaches the private ones through the functions of this package. A
version of Streamlit that calls one of them otherwise costs a :class:`names.Feature` and one warning in the log, not the
server.
"""
