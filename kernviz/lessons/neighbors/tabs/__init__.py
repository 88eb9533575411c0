"""A file for each tab of the page."""
