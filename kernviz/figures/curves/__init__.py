"""Plots of functions of one number, and of number sequences."""
