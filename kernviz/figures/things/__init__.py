"""Pictures of words, sets, graphs and images."""
