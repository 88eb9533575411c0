"""Views of the Dual page, one module for each.

The build(state) of a module returns the lesson without shared parts, or raises ValueError.
"""
