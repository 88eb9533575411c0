"""Tabs of the Ridge regression page, a file for each."""
