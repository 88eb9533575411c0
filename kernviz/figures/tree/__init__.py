"""Boxes and what joins them."""
