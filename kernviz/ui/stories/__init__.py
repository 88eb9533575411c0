"""Stories on the page: text with numbers to drag, and live pictures beside it."""
