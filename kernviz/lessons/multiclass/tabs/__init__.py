"""Tabs of the Many classes page, a file for each."""
