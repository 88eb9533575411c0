"""Tabs of the Mercer page, a file for each."""
