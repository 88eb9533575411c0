"""Rooms in the browser.

The package has the students' page, the routes behind it, and the lecturer's panel.
"""
