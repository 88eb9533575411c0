"""Sweeps: a number of any page over a range, computed once, then looked at without the server."""
