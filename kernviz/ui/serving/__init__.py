"""The package behind ``kernviz serve``."""
