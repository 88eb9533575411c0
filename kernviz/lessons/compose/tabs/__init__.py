"""Tabs of the Compose page, a file for each."""
