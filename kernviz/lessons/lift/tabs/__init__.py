"""Tabs of the Lift page for data in a plane.

There is a file for each tab.
"""
