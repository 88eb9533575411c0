"""Static site of examples, stories, courses and documentation."""
