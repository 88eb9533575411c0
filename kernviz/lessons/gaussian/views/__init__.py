"""Three pictures: the truncated map, the bumps, the Gram matrix."""
