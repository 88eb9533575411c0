"""Plots of functions of one number, and of number sequences.

The numbers of a sequence stand in the order they come.
"""
