"""Theorems of the prover, each in its own file."""
