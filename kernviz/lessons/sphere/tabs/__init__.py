"""Tabs of the Smallest hypersphere page, a file for each."""
