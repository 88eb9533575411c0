"""Tabs of the Nearest neighbours page, a file for each."""
