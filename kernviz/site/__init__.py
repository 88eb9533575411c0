"""Static site, as files that any web server can send.

It holds examples, courses and documentation.
"""
