"""Tabs of the Polynomial features page, a file for each."""
