"""Tabs of the page Sets, strings, graphs, a file for each."""
