"""Rooms in which a class answers the lecturer's step together.

Students are random words. Nothing is kept for long.
"""
