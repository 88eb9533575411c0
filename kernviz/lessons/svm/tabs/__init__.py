"""Tabs of the Support vectors page, a file for each."""
