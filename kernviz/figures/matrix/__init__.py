"""Heat maps of matrices."""
