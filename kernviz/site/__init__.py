"""Static site of examples, stories, courses and documentation.

The site is a folder of files that any web server can send.
"""
