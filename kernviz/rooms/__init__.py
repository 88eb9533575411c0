"""Rooms: a class answers the lecturer's step together. Students are random words; nothing is kept for long."""
