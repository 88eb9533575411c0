"""Words, sets, graphs and images."""
