"""Rooms in which a class answers the lecturer's step together.

A student is known only by a random key. Abandoned rooms are deleted after a few hours.
"""
