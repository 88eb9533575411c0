"""Sweeps of a page's number over a range.

Any number of a page can be swept. The sweep is computed once, then looked at without the server.
"""
