"""Puzzles about a picture that a machine has drawn."""
