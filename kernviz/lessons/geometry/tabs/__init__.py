"""Tabs of the Geometry page, a file for each."""
