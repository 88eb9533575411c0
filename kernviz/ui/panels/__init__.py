"""Buttons and click handlers of single pages, beyond their declared controls."""
