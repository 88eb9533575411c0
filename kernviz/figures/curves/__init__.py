"""Functions of one number, and numbers in the order they come."""
