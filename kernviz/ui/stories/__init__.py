"""Stories on the page.

A story is text with numbers to drag, and live pictures beside it.
"""
