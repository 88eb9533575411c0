"""Views of the page, a module for each.

The build(state) of each module returns the lesson without shared parts.
"""
