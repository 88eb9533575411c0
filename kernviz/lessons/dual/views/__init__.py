"""Views of the Dual page, one module for each.

Each module has a function build(state). The function returns the lesson without the question and
the shared tabs, or raises ValueError with the reason.
"""
