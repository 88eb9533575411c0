"""Encoding of pictures for the browser.

Pictures are small while they move, and exact at rest.
"""
