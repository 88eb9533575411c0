"""Rooms in the browser: the students' page, the routes behind it, and the lecturer's panel."""
