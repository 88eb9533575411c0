"""Static site: examples, courses and documentation as files that any web server can send."""
