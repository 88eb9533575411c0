"""Rooms: a class answers the step its lecturer is at. Who answered is a random word, and nothing is kept."""
