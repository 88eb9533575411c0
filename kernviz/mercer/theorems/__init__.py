"""The theorems of the prover, one a file: `Theorem` is their interface, `mercer.registry` their list."""
