"""A module for each view of the page: build(state) is the lesson, without what all views have. ValueError says why
there is none.
"""
