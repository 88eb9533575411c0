"""Private names of Streamlit and uvicorn, looked up and guarded.

Each name is looked up once. The rest of kernviz uses public names only, and reaches the private
names through the functions of this package. A version of Streamlit that calls a name otherwise
costs a :class:`names.Feature` and one warning in the log, not the server.
"""
