"""Rooms in the browser."""
