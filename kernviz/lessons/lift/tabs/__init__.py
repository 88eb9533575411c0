"""Tabs of the Lift page for data in a plane."""
