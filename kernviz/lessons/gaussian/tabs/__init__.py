"""Tabs of the Gaussian features page, one file each."""
