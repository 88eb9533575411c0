"""Stories on the page."""
