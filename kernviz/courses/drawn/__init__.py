"""Riddles about a picture a machine has drawn of random points: which machine, which γ, how many support vectors."""
