"""Theorems of the prover, each in its own file.

`Theorem` is their interface, `mercer.registry` their list.
"""
